import { describe, expect, it } from '@jest/globals';
import { playScenario } from '../../src/run/play-scenario.ts';
import type { RunContext } from '../../src/run/run-context.ts';
import { requirements } from '../../src/spec/requirements/catalogue.ts';
import { balanceAnswer, contextFor, type Say } from './run-against.ts';
import { exactly, getBalanceStep, makeBetStep, scenario } from './steps.ts';

interface Body {
  readonly type: string;
  readonly session_id: string;
  readonly bet?: number;
  readonly win?: number;
}

/** A wallet of one account; what it says to each callback may be another balance than it has. */
const walletThat = (say: (body: Body, before: number, now: number) => number): Say => {
  let balance = 1000;
  return (text) => {
    const body = JSON.parse(text) as Body;
    const before = balance;
    if (body.type === 'makeBet') balance += (body.win ?? 0) - (body.bet ?? 0);
    return balanceAnswer(say(body, before, balance));
  };
};

const context = (say: Say): RunContext => ({ ...contextFor(say), catalogue: requirements });

/** A bet, and a look at the balance, in another session where one is named. */
const betAndLook = (session?: string) =>
  scenario({ requirements: ['BET-01'] }, [
    makeBetStep({ bet: exactly('10') }),
    getBalanceStep(session === undefined ? {} : { session }),
  ]);

const brokenBy = async (say: Say, session?: string): Promise<string[]> => {
  const { judgements } = await playScenario(context(say), betAndLook(session), { position: 1 });
  return judgements.flatMap(({ findings }) => findings.map(({ requirement, code }) => `${requirement} ${code}`));
};

describe('a balance that looks wrong', () => {
  it('is nothing where every answer is right', async () => {
    expect(await brokenBy(walletThat((_, __, now) => now))).toEqual([]);
  });

  it('is a cache where getBalance shows the old one and a makeBet the new one', async () => {
    const cached = walletThat(({ type }, _, now) => (type === 'getBalance' ? 1000 : now));
    expect(await brokenBy(cached)).toEqual(['BAL-03 outdated-balance']);
  });

  it('is a late answer where a makeBet answers the old one and getBalance shows the new one', async () => {
    const late = walletThat(({ type }, before, now) => (type === 'makeBet' ? before : now));
    expect(await brokenBy(late)).toEqual(['BET-12 answer-lags']);
  });

  it('is a bet that did not stay where both show the old one', async () => {
    const forgetful = walletThat(({ type, bet = 0 }, _, now) => (type === 'makeBet' && bet > 0 ? now : 1000));
    expect(await brokenBy(forgetful)).toEqual(['BET-01 not-applied']);
  });

  it('is no cache where only that session shows the old one', async () => {
    const ofSession = walletThat(({ type, session_id: session }, _, now) =>
      type === 'getBalance' && session.includes('evening') ? 1000 : now,
    );
    expect(await brokenBy(ofSession, 'evening')).toEqual(['BET-01 not-applied']);
  });

  it('is shown by the getBalance as well as by the makeBets around it', async () => {
    const cached = walletThat(({ type }, _, now) => (type === 'getBalance' ? 1000 : now));
    const { judgements, exchanges } = await playScenario(context(cached), betAndLook(), {
      position: 1,
    });
    const shown = judgements.flatMap(({ findings }) => findings.flatMap((each) => each.exchanges));
    expect(shown.map((shownId) => exchanges.find(({ id }) => id === shownId)?.kind)).toEqual([
      'makeBet',
      'getBalance',
      'makeBet',
    ]);
  });
});

describe('a balance of before', () => {
  it('keeps nothing else from being judged where it is a cache', async () => {
    const cached = walletThat(({ type }, _, now) => (type === 'getBalance' ? 1000 : now));
    const { judgements, ending } = await playScenario(context(cached), betAndLook(), {
      position: 1,
    });
    const verdicts = judgements.map(({ requirement, verdict }) => [requirement, verdict]);
    expect(verdicts).toEqual(
      expect.arrayContaining([
        ['BET-01', 'passed'],
        ['BAL-03', 'failed'],
      ]),
    );
    expect(ending).toBeUndefined();
  });

  it('is no cache where a makeBet after it shows yet another one', async () => {
    let more = 0;
    const moving = walletThat(({ type }, _, now) => {
      more += type === 'makeBet' ? 0 : 10;
      return now + more;
    });
    const { ending } = await playScenario(context(moving), betAndLook(), { position: 1 });
    expect(ending).toMatchObject({ kind: 'breach' });
  });
});
