import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { openRecorder, type Recorder } from '../../src/serve/open-recorder.ts';
import { answeredWith, exchangeNumber, judgementOf } from '../journal/sample-exchanges.ts';

const token = 'secret-token';
const secrets = [token];

let recorder: Recorder;
beforeEach(async () => {
  recorder = await openRecorder({ file: ':memory:', maxExchanges: 100, secrets: () => secrets });
});
afterEach(async () => await recorder.close());

it('keeps no token, wherever it stood, of what passed its mask', async () => {
  const { record, maskExchange } = recorder;
  record(maskExchange(answeredWith(1, Buffer.from(`{"error":"${token}"}`))));
  const explanation = {
    ...{ mistake: 'not-sorted' as const, sentence: `You signed ${token}.`, remedy: 'Sort.' },
  };
  record(maskExchange(exchangeNumber(2, { explanation })));
  recorder.judge({ ...judgementOf('x-1', 'wrong'), actual: token });
  const kept = await Promise.all(['x-1', 'x-2'].map(recorder.journal.row));
  const texts = kept.map((row) => {
    const answer = row?.exchange.answer;
    const body = answer?.kind === 'answered' ? Buffer.from(answer.body).toString() : '';
    return `${JSON.stringify(row)} ${body}`;
  });
  expect(texts.join()).not.toContain(token);
  expect(kept[1]?.exchange.explanation?.sentence).toBe('You signed ************.');
});

it('keeps everything else as it is', async () => {
  recorder.record(exchangeNumber(1));
  recorder.judge(judgementOf('x-1', 'right'));
  const row = await recorder.journal.row('x-1');
  expect(row?.judgement).toEqual(judgementOf('x-1', 'right'));
  expect(row?.exchange).toMatchObject({
    id: 'x-1',
    startedAt: expect.any(Number),
  });
});

it('may be closed twice', async () => {
  await recorder.close();
  await recorder.close();
});
