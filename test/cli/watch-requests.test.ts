import { beforeEach, expect, it } from '@jest/globals';
import { renderRequestTallies } from '../../src/cli/request-tallies.ts';
import { watchRequests } from '../../src/cli/watch-requests.ts';
import { type OperationPlan, operation, token } from '../judge/requests/operations.ts';

let lines: string[] = [];
beforeEach(() => {
  lines = [];
});

const watching = () => watchRequests({ tokenOf: () => token, tell: (line) => lines.push(line) });

/** Hears so many operations, each so many milliseconds after the one before. */
const hear = (count: number, pauseMs: number, plan: OperationPlan) => {
  const requests = watching();
  for (let index = 0; index < count; index += 1) {
    requests.hear(operation({ ...plan, at: index * pauseMs }));
  }
  return requests.outcome();
};

it('says nothing of right requests', () => {
  hear(3, 1000, {});
  expect(lines).toEqual([]);
});

it('names the requirement, and where to look the first time', () => {
  hear(2, 1000, { refusal: 'signature_required' });
  expect(lines).toEqual([
    expect.stringMatching(/^\d\d:\d\d:\d\d\.\d{3} !! REQ-01 request-unsigned: get_game_link came/),
    expect.stringMatching(/^ {16}Send the header X-Signature/),
    expect.stringContaining('REQ-01'),
  ]);
});

it('tells the same at most once a second, and how often it came meanwhile', () => {
  hear(21, 100, { refusal: 'signature_required', body: '[]' });
  const told = lines.filter((line) => line.includes('REQ-01'));
  expect(told).toHaveLength(3);
  expect(told[2]).toContain('(and 9 more before it)');
});

it('tells each mistake in signing by itself, and where to look but once', () => {
  const requests = watching();
  const mistakes = ['not-sorted', 'spaces', 'spaces'] as const;
  for (const mistake of mistakes) {
    const explanation = { mistake, sentence: `It is ${mistake}.`, remedy: 'Change it.' };
    requests.hear({ ...operation({ refusal: 'invalid_signature' }), explanation });
  }
  expect(lines).toEqual([
    expect.stringMatching(/REQ-01 request-badly-signed: .* \(not-sorted\): It is not-sorted\. Change it\.$/),
    expect.stringContaining('walletproof sign'),
    expect.stringMatching(/\(spaces\): It is spaces\. Change it\.$/),
  ]);
});

it('does not let a flood slow the platform down, and says what it left out', () => {
  const outcome = hear(1000, 0.1, {});
  expect(outcome.unjudged).toBe(800);
  expect(renderRequestTallies(outcome)).toContain('800 more came too fast to be judged');
});

it('sums up requirement by requirement, and passes nothing that was not seen', () => {
  const requests = watching();
  requests.hear(operation());
  requests.hear(operation({ refusal: 'invalid_signature' }));
  requests.hear(operation({ fields: { timestamp: 1_800_000_000 - 60 } }));
  const text = renderRequestTallies(requests.outcome());
  const verdicts = text.match(/REQ-0\d|(?:passed|failed|warned|not judged).*/g);
  expect(verdicts).toEqual([
    ...['REQ-01', 'failed: 1 of 3'],
    ...['REQ-02', 'not judged: no value with spaces around it came'],
    ...['REQ-03', 'warned: 1 of 2'],
    ...['REQ-04', 'passed: 2', 'REQ-05', 'passed: 3'],
    ...['REQ-06', 'not judged: list was not asked for'],
    ...['REQ-07', 'passed: 1'],
    ...['REQ-08', expect.stringMatching(/^not judged: .*hooks\.launch$/)],
    ...['REQ-09', 'passed: 1'],
  ]);
});

it('says so when nothing was asked', () => {
  expect(renderRequestTallies(watching().outcome())).toBe('the agent asked nothing of the platform\n');
});
