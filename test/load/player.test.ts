import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { amountOf } from '../../src/base/money.ts';
import { transactionIdOf } from '../../src/spec/callback.ts';
import { openedPlayer, playerNamed } from './made-up-plan.ts';

describe('the ids of calls', () => {
  it('are used once, also by players of one share', () => {
    const ids: string[] = [];
    for (const number of [0, 1, 35, 36]) {
      const make = openedPlayer({ number });
      for (let n = 0; n < 500; n += 1) {
        const { callback } = make.makeBet({ bet: 1n });
        if (callback.type !== 'makeBet') throw new Error('That is no makeBet.');
        ids.push(callback.transactionId, callback.requestId, make.newRound());
        ids.push(make.rollback(make.makeBet({})).callback.requestId);
      }
    }

    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.every((id) => id.includes('n7-1'))).toBe(true);
  });
});

describe('a call again', () => {
  it('is the same, or the same under another request_id', () => {
    const make = openedPlayer();
    const call = make.makeBet({ bet: 150n });
    const resigned = make.again(call, 'resigned');

    expect(make.again(call, 'same')).toEqual(call);
    expect(resigned.callback.requestId).not.toBe(call.callback.requestId);
    expect({ ...resigned.callback, requestId: '' }).toEqual({ ...call.callback, requestId: '' });
  });

  it('of an earlier transaction is the same, in the session that is open', () => {
    const make = openedPlayer();
    const earlier = make.makeBet({ bet: 150n, win: 5n }, { round: 'r', isLast: false });
    const { callback } = earlier;
    make.changeSession();
    const again = make.repeat(earlier);

    expect(again).toMatchObject({ bet: 150n, win: 5n });
    expect(again.callback).toEqual({
      ...callback,
      ...{ requestId: again.callback.requestId, sessionId: make.getBalance().callback.sessionId },
    });
    expect(again.callback.sessionId).not.toBe(callback.sessionId);
  });

  it('rolls back in the session of the bet, and an earlier one in the session that is open', () => {
    const make = openedPlayer();
    const bet = make.makeBet({ bet: 1n });
    make.changeSession();
    const { callback } = make.rollback(bet);
    const transactionId = transactionIdOf(bet.callback);

    expect(callback).toMatchObject({ type: 'rollback', transactionId, sessionId: bet.callback.sessionId });
    const { sessionId } = make.getBalance().callback;
    expect(sessionId).not.toBe(bet.callback.sessionId);
    expect(make.rollbackNow(bet).callback).toMatchObject({ type: 'rollback', transactionId, sessionId });
  });

  it('is no rollback of a getBalance', () => {
    const make = openedPlayer();
    expect(() => make.rollback(make.getBalance())).toThrow('A getBalance has no rollback.');
  });
});

describe('sessions', () => {
  it('that the agent knows are kept', () => {
    const make = openedPlayer({ who: playerNamed('load-1', { sessionId: 'known' }) });
    make.changeSession();

    expect(make.getBalance().callback.sessionId).toBe('known');
  });

  it('of ours change, and are never used again', () => {
    const make = openedPlayer();
    const sessions = Array.from({ length: 50 }, () => {
      make.changeSession();
      return make.makeBet({}).callback.sessionId;
    });

    expect(new Set(sessions).size).toBe(50);
  });
});

describe('amounts', () => {
  const scales = fc.constantFrom(0, 2, 3, 8);
  const bound = fc.integer({ min: 0, max: 5000 }).map((cents) => cents / 100);

  it('lie within their span at the scale of the account, and are written exactly', () => {
    fc.assert(
      fc.property(scales, bound, bound, fc.string(), (scale, one, other, seed) => {
        const [from, to] = [Math.min(one, other), Math.max(one, other)];
        const balance = 10n ** BigInt(scale + 6);
        const make = openedPlayer({ scale, balance, seed });
        const span = { from: String(from), to: String(to) };
        const units = make.draw(span, 'win');
        const unit = amountOf(`1e-${scale}`);
        const drawn = amountOf(make.amountText(units));

        expect(drawn.eq(amountOf(String(units)).times(unit))).toBe(true);
        expect(drawn.gt(amountOf(span.from).minus(unit))).toBe(true);
        expect(drawn.lte(amountOf(span.to))).toBe(true);
      }),
    );
  });

  it('of bets are covered five times, and are something where there is anything', () => {
    fc.assert(
      fc.property(scales, fc.bigInt({ min: 5n, max: 10_000n }), (scale, balance) => {
        const make = openedPlayer({ scale, balance });
        const bet = make.draw({ from: '0.20', to: '5' }, 'bet');

        expect(bet * 5n).toBeLessThanOrEqual(balance);
        expect(bet).toBeGreaterThan(0n);
      }),
    );
  });

  it.each([
    [0, 105n, '105'],
    [2, 105n, '1.05'],
    [3, 105n, '0.105'],
    [8, 105n, '0.00000105'],
  ])('at scale %d write %d units as %s', (scale, units, text) => {
    const make = openedPlayer({ scale });

    expect(make.makeBet({ bet: units, win: units }).callback).toMatchObject({
      ...{ bet: text, win: text },
    });
  });
});
