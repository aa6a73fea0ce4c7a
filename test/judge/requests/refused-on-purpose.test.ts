import { expect, it } from '@jest/globals';
import { createRequestJudge } from '../../../src/judge/requests/judge-requests.ts';
import { refusals } from '../../../src/spec/refusal.ts';
import { operation, token } from './operations.ts';

type Code = keyof typeof refusals;

it.each(Object.keys(refusals) as Code[])(
  'charges nothing to an agent whose right request is refused with %s on purpose',
  (refusal) => {
    const judge = createRequestJudge({ tokenOf: () => token });
    for (let count = 0; count < 5; count += 1) {
      const exchange = operation({ refusal, at: count * 10_000 });
      expect(judge.hear({ ...exchange, dialect: 'minimal', fault: 'refused' })).toEqual([]);
    }
  },
);

it('charges what was refused for what it is', () => {
  const judge = createRequestJudge({ tokenOf: () => token });
  const found = judge.hear(operation({ refusal: 'signature_required' }));
  expect(found.map(({ requirement }) => requirement)).toEqual(['REQ-01']);
});
