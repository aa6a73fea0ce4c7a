import { describe, expect, it } from '@jest/globals';
import type { CallView } from '../../src/components/breach-view.ts';
import { callSentence, callSteps } from '../../src/components/call-diagram.tsx';

const day = '2026-01-01T00:00:00';

const aCall = (given: Partial<CallView> = {}): CallView => ({
  number: 1,
  exchangeId: 'x1',
  direction: 'callback',
  kind: 'makeBet',
  transactionId: 'tx_17',
  bet: '10.24',
  win: '0.00',
  answered: '1989.76',
  isWrong: false,
  startedAt: `${day}.000Z`,
  durationMs: 3,
  status: 200,
  ...given,
});

/** Calls given as start and duration in milliseconds. */
const callsAt = (...times: [number, number][]): CallView[] =>
  times.map(([start, durationMs], index) =>
    aCall({
      number: index + 1,
      startedAt: `${day}.${String(start).padStart(3, '0')}Z`,
      durationMs,
    }),
  );

describe('callSteps', () => {
  const told = (...times: [number, number][]): string =>
    callSteps(callsAt(...times))
      .map(({ kind, number }) => `${kind === 'request' ? '>' : '<'}${number}`)
      .join(' ');

  it('has calls one after another', () => {
    expect(told([0, 5], [10, 5])).toBe('>1 <1 >2 <2');
  });

  it('has the answers of calls at once in their order', () => {
    expect(told([0, 50], [10, 20], [40, 30])).toBe('>1 >2 <2 >3 <1 <3');
  });

  it('takes an overlap of less than the clock can tell for none', () => {
    expect(told([0, 0.9], [0, 0.9])).toBe('>1 <1 >2 <2');
  });

  it('says of an answer what it was, and what was due where it is wrong', () => {
    const [, right] = callSteps([aCall({ due: '1989.76' })]);
    expect(right).toMatchObject({ text: 'balance 1,989.76', sign: '✓' });
    const [, wrong] = callSteps([aCall({ due: '979.52', isWrong: true })]);
    expect(wrong).toMatchObject({ sign: '✗', due: 'due: 979.52', look: 'wrong' });
    const [, unknown] = callSteps([aCall()]);
    expect(unknown?.sign).toBeUndefined();
  });

  it('has what was answered as it is where it is no balance', () => {
    const [, refused] = callSteps([aCall({ answered: '403 insufficient_balance', status: 403 })]);
    expect(refused?.text).toBe('403 insufficient_balance');
    const [, lost] = callSteps([aCall({ answered: 'no answer: timeout', status: null })]);
    expect(lost).toMatchObject({ kind: 'lost', text: 'no answer: timeout' });
  });
});

describe('callSentence', () => {
  it('tells what went over, what came back, and what should have', () => {
    expect(callSentence(aCall({ number: 2, due: '979.52', isWrong: true }))).toBe(
      '2. makeBet of tx_17 bet 10.24  win 0.00: 1989.76, due was 979.52.',
    );
  });

  it('tells an answer that never came', () => {
    const call = aCall({ status: null, answered: 'no answer: timeout: none within 5 s' });
    expect(callSentence(call)).toMatch(/: no answer: timeout: none within 5 s\.$/);
  });
});
