import { beforeAll, describe, expect, it } from '@jest/globals';
import { shippedScenarios } from '../../src/formats/package-files.ts';
import type { Scenario } from '../../src/formats/scenario/scenario.ts';
import { idsWith } from '../e2e/report-of.ts';
import { runSimulated, type SimulatedAgent } from './simulated-run.ts';

let scenarios: readonly Scenario[];

beforeAll(async () => {
  scenarios = await shippedScenarios();
});

/** What a callback says, as far as these agents look. */
interface Said {
  readonly type: string;
  readonly account: { readonly playerId: string; readonly currency: string };
  readonly session: string;
  readonly transaction: string | undefined;
  /** In cents; 0n where it has none. */
  readonly bet: bigint;
  readonly win: bigint;
  readonly accumulated: bigint;
}

const said = (text: string): Said => {
  const field = (name: string): string | undefined => new RegExp(`"${name}":"([^"]*)"`).exec(text)?.[1];
  const cents = (name: string): bigint => {
    const [, whole = '0', rest = ''] = new RegExp(`"${name}":(\\d{1,9})(?:\\.(\\d+))?[,}]`).exec(text) ?? [];
    return BigInt(whole) * 100n + BigInt(rest.padEnd(2, '0').slice(0, 2));
  };
  return {
    type: field('type') ?? '',
    account: { playerId: field('player_id') ?? '', currency: field('currency') ?? '' },
    session: field('session_id') ?? '',
    transaction: field('transaction_id'),
    bet: cents('bet'),
    win: cents('win'),
    accumulated: cents('accumulated_win'),
  };
};

type Alter = NonNullable<SimulatedAgent['alter']>;
type Agent = Parameters<Alter>[0];

/** Before each well signed call a mistake may move money, or answer in its place. */
const agentThat =
  (mistake: (agent: Agent) => (call: Said) => bigint): Alter =>
  (agent) => {
    const moved = mistake(agent);
    return async (call) => {
      const heard = said(call.text);
      const by = moved(heard);
      if (by !== 0n) {
        try {
          agent.wallet.move(heard.account, by);
        } catch {
          // Nobody's money moves where there is no account.
        }
      }
      return await agent.answer(call);
    };
  };

/** Mistakes that come only after something else, and what names each. */
const bugs: Readonly<Record<string, readonly [alter: Alter, code: string]>> = {
  'does not debit every 40th bet': [
    agentThat(() => {
      let bets = 0;
      return ({ type, bet }) => {
        if (type !== 'makeBet' || bet === 0n) return 0n;
        bets += 1;
        return bets % 40 === 0 ? bet : 0n;
      };
    }),
    'bet-not-debited',
  ],
  'pays every 25th win twice': [
    agentThat(() => {
      let wins = 0;
      return ({ type, win }) => {
        if (type !== 'makeBet' || win === 0n) return 0n;
        wins += 1;
        return wins % 25 === 0 ? win : 0n;
      };
    }),
    'double-application',
  ],
  'does not debit the bet after a duplicate': [
    agentThat(() => {
      const seen = new Set<string>();
      let isAfter = false;
      return ({ type, transaction = '', bet }) => {
        if (type !== 'makeBet') return 0n;
        const isDuplicate = seen.has(transaction);
        seen.add(transaction);
        const by = isAfter && !isDuplicate ? bet : 0n;
        isAfter = isDuplicate;
        return by;
      };
    }),
    'bet-not-debited',
  ],
  'does not debit the first bet after a change of player': [
    agentThat(() => {
      let last = '';
      return ({ type, account, bet }) => {
        const isChanged = last !== account.playerId;
        last = account.playerId;
        return type === 'makeBet' && isChanged ? bet : 0n;
      };
    }),
    'bet-not-debited',
  ],
  'debits the first bet of every third session twice': [
    agentThat(() => {
      const sessions = new Set<string>();
      return ({ type, session, bet }) => {
        if (type !== 'makeBet' || bet === 0n || sessions.has(session)) return 0n;
        sessions.add(session);
        return sessions.size % 3 === 0 ? -bet : 0n;
      };
    }),
    'double-application',
  ],
  'credits the accumulated win with every third callback of free spins': [
    agentThat(() => {
      let steps = 0;
      return ({ accumulated }) => {
        if (accumulated === 0n) return 0n;
        steps += 1;
        return steps % 3 === 0 ? accumulated : 0n;
      };
    }),
    'freespins-progress-paid',
  ],
  'takes a fee of 0.01 with every 30th call': [
    agentThat(() => {
      let calls = 0;
      return ({ type }) => {
        if (type === 'getBalance') return 0n;
        calls += 1;
        return calls % 30 === 0 ? -1n : 0n;
      };
    }),
    'wrong-arithmetic',
  ],
  'answers getBalance from a cache that every second rollback does not clear': [
    (agent) => {
      const cache = new Map<string, Awaited<ReturnType<Agent['answer']>>>();
      let rollbacks = 0;
      return async (call) => {
        const { type, account } = said(call.text);
        const key = JSON.stringify(account);
        if (type === 'rollback') rollbacks += 1;
        if (type === 'makeBet' || (type === 'rollback' && rollbacks % 2 === 0)) cache.delete(key);
        const kept = type === 'getBalance' ? cache.get(key) : undefined;
        const reply = await agent.answer(call);
        if (kept !== undefined && reply.status === 200) return kept;
        if (type === 'getBalance' && reply.status === 200) cache.set(key, reply);
        return reply;
      };
    },
    'outdated-balance',
  ],
};

describe('an agent whose mistake hangs on what came before, and whose money nobody else moves,', () => {
  it.each(Object.entries(bugs))('fails where it %s', async (_, [alter, code]) => {
    const { run } = await runSimulated({ alter }, { scenarios });
    const codes = run.requirements.flatMap(({ findings }) =>
      findings.filter(({ weight }) => weight === 'breach').map((each) => each.code),
    );

    expect(run.verdict).toBe('nonconformant');
    expect(codes).toContain(code);
    expect(idsWith(run, 'inconclusive').length).toBeLessThan(3);
  });
});
