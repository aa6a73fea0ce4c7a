import { describe, expect, it } from '@jest/globals';
import { grow } from '../../src/fuzz/damage.ts';
import type { SequenceStep } from '../../src/fuzz/draw.ts';
import type { WrittenStep } from '../../src/fuzz/sequence.ts';
import { type Fails, shrink } from '../../src/fuzz/shrink.ts';

const sequence = (...steps: readonly WrittenStep[]): SequenceStep[] => steps.map((step) => ({ kind: 'bet', step }));

const stepsOf = (steps: readonly SequenceStep[]): WrittenStep[] => steps.map(({ step }) => step);

const text = (steps: readonly SequenceStep[]): string => JSON.stringify(stepsOf(steps));

/** Whether the sequence has all of these in its text, as many times as they stand here. */
const failsWith =
  (...parts: readonly RegExp[]): Fails =>
  async (steps) =>
    parts.every((part) => part.test(text(steps)));

describe('a sequence that breaks something', () => {
  it('loses every step that is not needed', async () => {
    const steps = sequence(
      { getBalance: {} },
      { makeBet: { id: 'first', bet: '5' } },
      { makeBet: { id: 'second', bet: '5' } },
      { rollback: { of: 'first', id: 'third' } },
      { getBalance: {} },
    );

    expect(stepsOf(await shrink(steps, failsWith(/rollback/)))).toEqual([
      { makeBet: { id: 'first', bet: '5' } },
      { rollback: { of: 'first' } },
    ]);
  });

  it('loses what names a step together with that step', async () => {
    const steps = sequence(
      { makeBet: { id: 'first', bet: '5' } },
      { resend: 'first' },
      { makeBet: { id: 'second', bet: '5', win: '2' } },
    );

    expect(stepsOf(await shrink(steps, failsWith(/win/)))).toEqual([{ makeBet: { bet: '5', win: '5' } }]);
  });

  it('is made of calls one after another where it needs none at once', async () => {
    const group = { together: { steps: [{ makeBet: { id: 'first', bet: '5' } }, { resend: 'first' }] } };

    expect(stepsOf(await shrink(sequence(group), failsWith(/resend/)))).toEqual([
      { makeBet: { id: 'first', bet: '5' } },
      { resend: 'first' },
    ]);
  });

  it('keeps as few calls at once as show it', async () => {
    const bet = { makeBet: { bet: '5' } };
    const group = { together: { steps: [bet, { getBalance: {} }, bet, bet] } };
    const two: Fails = async (steps) => /together.*makeBet.*makeBet/.test(text(steps));

    expect(stepsOf(await shrink(sequence(group), two))).toEqual([{ together: { steps: [bet, bet] } }]);
  });

  it('gets the plainest amounts, options and names', async () => {
    const steps = sequence(
      { makeBet: { id: 'seventh', bet: '33.33', win: '19.99', round: 'r', round_finished: false }, player: 2 },
      { resend: { call: 'seventh', as: 'new-request-id' }, changed: { language: 'de' } },
    );

    expect(stepsOf(await shrink(steps, failsWith(/makeBet/, /resend/)))).toEqual([
      { makeBet: { id: 'first', bet: '5' } },
      { resend: 'first' },
    ]);
  });

  it('keeps what it needs: another amount, a round, a session', async () => {
    const steps = sequence({ makeBet: { bet: '33.33', round: 'r' }, session: 'another' });

    expect(stepsOf(await shrink(steps, failsWith(/33\.33/, /round/, /another/)))).toEqual([
      { makeBet: { bet: '33.33', round: 'r' }, session: 'another' },
    ]);
  });

  it('is found among parts, the smallest first, where what it breaks stays broken', async () => {
    const played: string[] = [];
    const steps = sequence({ getBalance: {} }, { makeBet: { bet: 'balance + 1' } }, { makeBet: { bet: '5' } });
    const fails: Fails = async (part) => {
      played.push(text(part));
      return /balance \+ 1/.test(text(part)) && part.length === 2;
    };

    expect(stepsOf((await grow(steps, fails)) ?? [])).toEqual([
      { getBalance: {} },
      { makeBet: { bet: 'balance + 1' } },
    ]);
    expect(played).toHaveLength(4);
  });
});
