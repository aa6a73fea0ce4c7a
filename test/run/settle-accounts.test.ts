import { describe, expect, it } from '@jest/globals';
import { renderAmount } from '../../src/base/money.ts';
import { playScenario } from '../../src/run/play-scenario.ts';
import { requirements } from '../../src/spec/requirements/catalogue.ts';
import { balanceAnswer, contextFor, type Say } from './run-against.ts';
import { exactly, makeBetStep, scenario } from './steps.ts';

const account = { playerId: 'player-1', currency: 'USD' };
const stake = scenario({ requirements: ['BET-01'] }, [makeBetStep({ bet: exactly('10') })]);

interface Body {
  readonly type: string;
  readonly bet?: number;
  readonly win?: number;
}

/** An agent that takes the bet, and of what comes back keeps a share. */
const openAgent = (kept = 0): { readonly say: Say; readonly balance: () => number } => {
  let balance = 1000;
  const say: Say = (text) => {
    const body = JSON.parse(text) as Body;
    if (body.type === 'makeBet') balance += Math.max(0, (body.win ?? 0) - kept) - (body.bet ?? 0);
    return balanceAnswer(balance);
  };
  return { say, balance: () => balance };
};

const play = async (say: Say) => {
  const context = { ...contextFor(say), catalogue: requirements };
  const { result } = await playScenario(context, stake, { position: 1 });
  const left = context.book.left(account);
  return { residue: result.residue, left: left === undefined ? undefined : renderAmount(left) };
};

describe('at the end of a scenario', () => {
  it('each account has what it had, and the run remembers it', async () => {
    const agent = openAgent();
    expect(await play(agent.say)).toEqual({ residue: undefined, left: '1000' });
    expect(agent.balance()).toBe(1000);
  });

  it('what the agent keeps is told as the residue', async () => {
    const agent = openAgent(4);
    expect(await play(agent.say)).toEqual({ residue: ['player-1 USD: -4.00'], left: '996' });
  });

  it('what is given back is what a makeBet shows, whatever getBalance says', async () => {
    const agent = openAgent();
    const cached: Say = (text, ...rest) => {
      const answer = agent.say(text, ...rest);
      return text.includes('getBalance') ? balanceAnswer(1000) : answer;
    };
    expect(await play(cached)).toEqual({ residue: undefined, left: '1000' });
    expect(agent.balance()).toBe(1000);
  });

  it('what two answers do not agree on is doubted', async () => {
    const agent = openAgent();
    const off: Say = (text, ...rest) => {
      const answer = agent.say(text, ...rest);
      return text.includes('getBalance') ? balanceAnswer(agent.balance() + 5) : answer;
    };
    const context = { ...contextFor(off), catalogue: requirements };
    await playScenario(context, stake, { position: 1 });
    expect(context.book.isDoubted(account)).toBe(true);
  });

  describe('that sent an amount beyond all numbers, which the agent took,', () => {
    const beyond = scenario({ requirements: ['ROB-06'] }, [
      makeBetStep({ bet: exactly('10') }, { fields: { win: { json: '1e309' } } }),
    ]);

    /** What it has is no number until the makeBet is rolled back, where that cures it. */
    const poisoned = (isCured: boolean): Say => {
      let isPoisoned = false;
      return (text) => {
        isPoisoned ||= text.includes('1e309');
        if (text.includes('"rollback"') && isCured) isPoisoned = false;
        return isPoisoned
          ? { ...balanceAnswer(), body: Buffer.from('{"content":{"balance":1e309}}') }
          : balanceAnswer(1000);
      };
    };

    const residueWith = async (isCured: boolean) => {
      const context = { ...contextFor(poisoned(isCured)), catalogue: requirements };
      return (await playScenario(context, beyond, { position: 1 })).result.residue;
    };

    it('that makeBet is rolled back', async () => {
      expect(await residueWith(true)).toBeUndefined();
    });

    it('the account is told with the last answer where that does not help', async () => {
      expect(await residueWith(false)).toEqual([
        'player-1 USD: unknown, the agent answers a balance that is not a number (content.balance is 1e309, which is not an amount of money)',
      ]);
    });
  });
});
