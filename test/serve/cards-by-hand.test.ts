import { expect, it } from '@jest/globals';
import { defects } from '../../fixtures/agents/example/index.ts';
import { amountOf, parseAmount } from '../../src/base/money.ts';
import type { BreachView, CallView } from '../../src/components/breach-view.ts';
import { groupsAtOnce } from '../../src/components/calls-at-once.ts';
import type { ExchangeJudgement, Finding } from '../../src/formats/judgement.ts';
import { seenLive } from '../../src/serve/finding-cards.ts';
import { openExample, openHand } from './agent-by-hand.ts';
import { nobodyWaits } from './nobody-waits.ts';
import type { Hand } from './play-by-hand.ts';

nobodyWaits();

const player = { playerId: 'player-1', currency: 'USD' };

/** What a developer presses, one after another. */
const presses: readonly ((hand: Hand) => Promise<unknown>)[] = [
  (hand) => hand.trigger({ type: 'makeBet', ...player, bet: '1' }),
  (hand) => hand.trigger({ type: 'makeBet', ...player, bet: '1', win: '3' }),
  async (hand) => await hand.rollBack(await hand.trigger({ type: 'makeBet', ...player, bet: '1', win: '3' })),
  async (hand) => {
    const bet = await hand.trigger({ type: 'makeBet', ...player, bet: '1', win: '3' });
    await hand.resend(bet, { as: 'exact' });
    await hand.resend(bet, { as: 'resigned' });
    await hand.trigger({ type: 'makeBet', ...player, bet: '7', win: '2' });
    await hand.resend(bet, { as: 'conflict' });
  },
  async (hand) => {
    const bet = await hand.trigger({ type: 'makeBet', ...player, bet: '2' });
    await hand.rollBack(bet);
    await hand.rollBack(bet);
    await hand.resend(bet, { as: 'resigned' });
  },
  async (hand) => {
    await hand.fault({ direction: 'callback', fault: 'answer-lost', on: 'makeBet', times: 1 });
    await hand.resend(await hand.trigger({ type: 'makeBet', ...player, bet: '4', win: '1' }), { as: 'exact' });
  },
  (hand) => hand.trigger({ type: 'rollback', ...player }),
  (hand) => hand.trigger({ type: 'makeBet', ...player, bet: '5', count: 5 }),
  (hand) => hand.trigger({ type: 'makeBet', ...player, bet: '50000' }),
  (hand) => hand.trigger({ type: 'makeBet', ...player, bet: '1', signature: 'wrong' }),
  (hand) => hand.trigger({ type: 'getBalance', ...player }),
];

interface Card {
  readonly card: BreachView;
  /** Rows in red whose own answer is neither wrong nor risky; what does not follow from the row above. */
  readonly unfounded: readonly string[];
}

type InProcess = ReturnType<typeof openHand>;

/** The card of every breach of that agent, as it stands after each press; each press three times. */
const cardsOf = async (defect: string): Promise<readonly Card[]> => {
  const agent = openExample({ defect });
  const hand = openHand(agent.deliver);
  const told = new Set<string>();
  const cards: Card[] = [];
  for (const press of presses.flatMap((each) => [each, each, each])) {
    await press(hand);
    for (const finding of breachesOf(hand)) {
      const key = `${finding.exchanges.join(' ')} ${finding.code}`;
      if (!told.has(key)) cards.push(cardOf(finding, hand));
      told.add(key);
    }
  }
  agent.close();
  return cards;
};

const isBroken = (judgement: ExchangeJudgement | undefined): boolean =>
  judgement?.verdict === 'wrong' || judgement?.verdict === 'risky';

const breachesOf = (hand: InProcess): readonly Finding[] =>
  hand
    .judgements()
    .filter(isBroken)
    .flatMap(({ findings }) => findings)
    .filter(({ weight }) => weight !== 'note');

const cardOf = (finding: Finding, hand: InProcess): Card => {
  const rows = finding.exchanges.flatMap((id) => hand.rowOf(id) ?? []);
  const sightings = [{ at: '2026-01-01T00:00:00.000Z', findings: [finding] }] as const;
  const { card } = seenLive({ code: finding.code, sightings, rows, entry: undefined });
  const reds = card.calls.filter((call) => call.isWrong && !isBroken(hand.judgementOf(call.exchangeId)));
  const told = hand.judgements();
  const first = told.findIndex(({ exchangeId }) => exchangeId === card.calls[0]?.exchangeId);
  const last = told.slice(0, Math.max(0, first)).findLast(({ actual }) => actual !== undefined);
  // What the agent said wrongly, and did not do, is not what it has.
  const said = [last?.actual, ...(last?.verdict === 'wrong' ? [last.expected] : [])];
  // What a call left that nobody answered is not said before the next one.
  const isSaid = first < 1 || told[first - 1]?.actual !== undefined;
  const isOther = isSaid && card.before !== undefined && !said.includes(card.before);
  return {
    card,
    unfounded: [
      ...reds.map(({ kind, answered, due }) => `${kind} ${answered} is red, due ${due}`),
      ...(isOther ? [`before ${card.before}, and the agent had said ${said.join(' or ')}`] : []),
      ...unfounded(card),
    ],
  };
};

/** What is due of a call on this balance, by the calls above it; undefined where they do not tell. */
const dueFrom = (
  balance: string,
  { kind, bet = '0', win = '0', transactionId }: CallView,
  above: readonly CallView[],
) => {
  const before = amountOf(balance);
  const earlier = above.filter((each) => each.transactionId === transactionId);
  const isRolledBack = earlier.some((each) => each.kind === 'rollback');
  if (kind === 'getBalance') return before;
  // Of a sending that nobody answered the next one says what it left.
  if (kind === 'makeBet' && earlier.every(({ status }) => status === null)) {
    return before.minus(amountOf(bet)).plus(amountOf(win));
  }
  if (kind === 'makeBet') return isRolledBack ? undefined : before;
  const [made] = earlier;
  if (made === undefined) return undefined;
  return isRolledBack ? before : before.plus(amountOf(made.bet ?? '0')).minus(amountOf(made.win ?? '0'));
};

/** Rows whose due does not follow from the row above: from what it answered, or from what it should have. */
const unfounded = ({ calls, before, leftOut }: BreachView): readonly string[] => {
  if (leftOut > 0 || groupsAtOnce(calls).some(({ length }) => length > 1)) return [];
  const isAmount = (text: string | undefined): text is string => parseAmount(text ?? '') !== undefined;
  let balances = [before].filter(isAmount);
  return calls.flatMap((call, index) => {
    const from = isAmount(call.before) ? [call.before] : balances;
    const after = [call.answered, call.due].filter(isAmount);
    balances = after.length > 0 ? after : from;
    const dues = from.map((balance) => dueFrom(balance, call, calls.slice(0, index)));
    if (!call.isWrong && isAmount(call.due) && isAmount(call.answered) && call.due !== call.answered) {
      return [`${call.kind} ${call.answered} is not red, due ${call.due}`];
    }
    if (!isAmount(call.due) || dues.length === 0 || dues.includes(undefined)) return [];
    return dues.some((due) => due?.eq(amountOf(call.due ?? '')) === true)
      ? []
      : [`${call.kind} from ${from.join(' or ')}: due ${call.due}, not ${dues.join(' or ')}`];
  });
};

it.each(defects.map(({ name }) => name))(
  '%s: each row of its cards follows from the row above, and none is red that is right by itself',
  async (defect) => {
    const told = (await cardsOf(defect)).filter((each) => each.unfounded.length > 0);
    expect(told).toEqual([]);
  },
);
