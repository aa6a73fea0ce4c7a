import { describe, expect, it } from '@jest/globals';
import { defects, variants } from '../../fixtures/agents/example/index.ts';
import type { AccountStatement, ExchangeJudgement, Finding } from '../../src/formats/judgement.ts';
import { type OneCall, triggerCallback } from '../../src/run/trigger-callback.ts';
import { requirements } from '../../src/spec/requirements/catalogue.ts';
import { killMatrix } from '../fixtures/kill-matrix.ts';
import { badSignature, contextFor } from '../run/run-against.ts';
import { type Deliver, openExample, openHand } from './agent-by-hand.ts';
import { nobodyWaits } from './nobody-waits.ts';
import { type Hand, playAround } from './play-by-hand.ts';

nobodyWaits();

/** The ids that were told, but for what is only noted. */
const idsIn = (findings: readonly Finding[]): string[] => [
  ...new Set(findings.filter(({ weight }) => weight !== 'note').map(({ requirement }) => requirement)),
];

/** As the platform finds it, by asking: each signs the JSON of one language. */
const dialectOf = (name: string): string | undefined =>
  ['php', 'python', 'go'].find((dialect) => name.startsWith(dialect));

/** After each call the page of the exchange and that of its player say the same. */
const watched = (hand: ReturnType<typeof openHand>, name: string): Hand => {
  const look = (id: string): string => {
    for (const account of hand.accounts()) {
      const judgement = hand.judgementOf(account.points.at(-1)?.exchangeId ?? '');
      const found = judgement && contradiction(judgement, account);
      if (found !== undefined) expect({ name, judgement, account }).toBe(found);
    }
    return id;
  };
  return {
    trigger: async (order) => look(await hand.trigger(order)),
    resend: async (id, order) => look(await hand.resend(id, order)),
    rollBack: async (id) => look(await hand.rollBack(id)),
    fault: hand.fault,
  };
};

/** Where the two do not say the same; undefined where they do. */
const contradiction = (judgement: ExchangeJudgement, account: AccountStatement): string | undefined => {
  const { verdict, expected, actual } = judgement;
  const isOff = account.difference !== undefined;
  switch (verdict) {
    case 'right':
      return isOff ? 'right, and the account is off' : undefined;
    case 'consistent':
      return judgement.since?.difference === account.difference && account.since !== undefined
        ? undefined
        : 'consistent with a breach that the account does not have';
    case 'unjudged':
      return contradictionOfUnjudged(expected, account);
    default:
      return actual !== undefined && actual !== expected && !isOff
        ? 'wrong by an amount, and the account says the same'
        : undefined;
  }
};

const contradictionOfUnjudged = (
  expected: string | undefined,
  { difference, undecided, since }: AccountStatement,
): string | undefined => {
  if (expected !== undefined) return 'expected, beside an answer that is not judged';
  const isSaid = difference === undefined || undecided !== undefined || since !== undefined;
  return isSaid ? undefined : 'not judged, and the account is off';
};

/** What a fresh serve says of what somebody sends by hand. */
const toldLive = async (deliver: Deliver, name: string): Promise<string[]> => {
  const hand = openHand(deliver, async () => dialectOf(name));
  await playAround(watched(hand, name));
  return idsIn(hand.judgements().flatMap(({ findings }) => findings));
};

/** What `trigger` says of one callback after another, each on its own. */
const toldByTrigger = async (deliver: Deliver): Promise<string[]> => {
  let dialect: string | undefined;
  let count = 0;
  const findings: Finding[] = [];
  const trigger = async (one: Partial<OneCall> & Pick<OneCall, 'type'>): Promise<string> => {
    const plain = contextFor(() => badSignature);
    count += 1;
    const context = {
      ...plain,
      nonce: `n${count}`,
      known: { dialect },
      catalogue: requirements,
      clock: { now: () => 0, sleep: async () => undefined },
      send: async (call: Parameters<typeof plain.send>[0]) => ({
        ...(await plain.send(call, '')),
        answer: await deliver(call),
      }),
    };
    const triggered = await triggerCallback(context, { bet: '1', win: '0', ...one });
    dialect = triggered.dialect ?? dialect;
    findings.push(...triggered.findings);
    const { callback } = triggered;
    return callback.type === 'getBalance' ? '' : callback.transactionId;
  };
  const bet = await trigger({ type: 'makeBet', bet: '10.24' });
  await trigger({ type: 'makeBet', bet: '10.24', transactionId: bet });
  await trigger({ type: 'makeBet', bet: '0', win: '3.07' });
  await trigger({ type: 'makeBet', bet: '5', win: '12.5' });
  for (const transactionId of [bet, bet]) await trigger({ type: 'rollback', transactionId });
  await trigger({ type: 'rollback' });
  await trigger({ type: 'makeBet', bet: '5000' });
  await trigger({ type: 'makeBet', bet: '2', transactionId: 'never-seen' });
  await trigger({ type: 'makeBet', currency: 'EUR' });
  await trigger({ type: 'getBalance' });
  return idsIn(findings);
};

interface Told {
  readonly name: string;
  readonly live: readonly string[];
  readonly trigger: readonly string[];
}

const toldOf = async (options: { readonly defect: string } | { readonly variant: string }) => {
  const name = 'defect' in options ? options.defect : options.variant;
  const agent = openExample(options);
  const live = await toldLive(agent.deliver, name);
  const trigger = await toldByTrigger(agent.deliver);
  agent.close();
  return { name, live, trigger };
};

/** What a refused call has left shows in a run: of one call nobody knows what came before, and it is charged as what it is. */
const ofOneCall: Readonly<Record<string, readonly string[]>> = {
  'refused-bet-reserved': ['BET-01', 'BET-02'],
  'refused-bet-keeps-lock': ['RB-05'],
};

const nothing = ({ live, trigger }: Told): boolean => live.length + trigger.length === 0;

describe('a callback by hand', () => {
  it('shows of each defect nothing that a run does not show', async () => {
    const told: Told[] = [];
    for (const { name } of defects) told.push(await toldOf({ defect: name }));
    const otherwise = told.map(({ name, live, trigger }) => {
      const row = [...(killMatrix[name] ?? []), ...(ofOneCall[name] ?? [])];
      const isOther = (id: string): boolean => !row.includes(id);
      return { name, live: live.filter(isOther), trigger: trigger.filter(isOther) };
    });

    expect(otherwise.filter((each) => !nothing(each))).toEqual([]);
    // It must not be by saying nothing.
    expect(told.filter(({ live }) => live.length > 0).length).toBeGreaterThanOrEqual(28);
    expect(told.filter(({ trigger }) => trigger.length > 0).length).toBeGreaterThanOrEqual(20);
  });

  it.each([
    ['one-purse-for-all', ['ISO-01']],
    ['currencies-mixed', ['ISO-02']],
    ['duplicate-in-main-currency', ['ISO-02']],
    ['error-after-commit', ['BET-12']],
    ['old-balance-answered', ['BET-12']],
    ['cached-balance', ['BAL-03']],
    ['win-kept', ['RB-02']],
  ])('names the defect %s as a run does: %s', async (defect, ids) => {
    expect((await toldOf({ defect })).live).toEqual(ids);
  });

  it('shows nothing of a right agent, however it is built', async () => {
    const told: Told[] = [];
    for (const { name } of variants) told.push(await toldOf({ variant: name }));

    expect(told.filter((each) => !nothing(each))).toEqual([]);
  });
});
