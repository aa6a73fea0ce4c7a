import type { Finding } from '../formats/judgement.ts';
import type { LoadBreach } from '../formats/load-report.ts';
import type { ReportedExchange } from '../formats/run.ts';
import { toInstant } from '../formats/written-time.ts';
import { alikeOf } from '../judge/refused-alike.ts';
import { balanceIn } from '../ledger/ledger.ts';
import { recordScenario } from '../recording/record-scenario.ts';
import { reportedExchange } from '../report/reported-exchange.ts';
import { type FindingCode, needsConfirming } from '../spec/finding.ts';
import { describeError, readAnswer } from '../wire/read-answer.ts';
import { reopened } from './account.ts';
import { balanceUnits } from './balance-reader.ts';
import type { HeardCall } from './heard-calls.ts';
import { breachesIn, isUnsure, ledgerOfTaken, loadFile } from './judge-calls.ts';
import type { PlayTerms, ToldDoubt } from './play-terms.ts';
import { type HeardGroup, type Player, type Running, whoseOf } from './player.ts';
import { isRefusedAfterLost } from './refused-bets.ts';
import { fromUnits, toUnits, unitsOfAmount } from './units.ts';

/** Differences that no call explains: perhaps somebody else moves the money. */
const unexplained: ReadonlySet<FindingCode> = new Set([
  'wrong-balance',
  'wrong-arithmetic',
  'undecodable-balance',
  'no-serial-order',
]);

const unexplainedReason =
  'A balance differs by an amount that no call explains: somebody else may use the account, or the agent moves money by itself.';

/** So often the same is played again before anybody is accused of what no call explains. */
const mostConfirmed = 3;

/** After so many calls that something stood in the way of, a player is not called any more. */
const mostTroubles = 5;

/** Tells why an activity was not judged to its end: a breach, or what stood in its way. */
export const tellEnding = (terms: PlayTerms, player: Player, running: Running): void => {
  const ending = running.state?.ending;
  switch (ending?.kind) {
    case 'breach':
      if (isRefusedAfterLost(running)) tellRefused(terms, player, { reason: refusedAfterLost });
      else if (unexplained.has(ending.finding.code)) confirm(terms, player, running);
      else tellBreaches(terms, player, running);
      return;
    case 'inconclusive':
      running.afterwards = 'parked';
      tellDoubt(terms, player, { reason: ending.reason });
      return;
    case 'cause':
      tellRefused(terms, player, { reason: ending.cause.message, ...ending.refusal });
  }
};

const refusedAfterLost =
  'A makeBet whose answer was lost is refused when it is sent again: nobody can tell whether it was accepted before.';

/** An agent may have limits of its own, and say so; whom nothing is accepted of is not called any more. */
const tellRefused = (
  terms: PlayTerms,
  player: Player,
  { reason, alike, said = '' }: { reason: string; alike?: string; said?: string },
): void => {
  const isLimit = ownLimit.test(said);
  player.troubles += isLimit ? 0 : 1;
  if (player.troubles > mostTroubles && player.running) player.running.afterwards = 'parked';
  const about = isLimit ? ({ about: 'note' } as const) : {};
  tellDoubt(terms, player, { reason, alike, ...about });
};

const ownLimit = /limit|maxim|minim|stake|too.?(?:high|low|large|small|many)/i;

/** Tells that a bet is refused alone as it was at once with others, where it is: an agent may have limits. */
export const tellRefusedAlone = (terms: PlayTerms, player: Player, { sent }: HeardCall): boolean => {
  const read = readAnswer(sent.answer);
  if (read.kind !== 'error') return false;
  const said = describeError(read);
  const reason = `Bets at once are refused with ${said}, and such a bet is refused alone as well: the agent does not take it, and what was at once is not judged.`;
  tellRefused(terms, player, { reason, alike: alikeOf(said), said });
  return true;
};

const confirm = (terms: PlayTerms, player: Player, running: Running): void => {
  const { confirming } = player;
  if (confirming !== undefined) {
    player.confirming = undefined;
    tellBreaches(terms, player, running);
    return;
  }
  const { activity } = running;
  const evidence = evidenceOf(terms, running);
  player.confirming = { activity, left: mostConfirmed, evidence };
};

/** An activity that was played again and came to nothing: what it showed the first time nobody can tell. */
export const noteConfirmed = (terms: PlayTerms, player: Player, running: Running): void => {
  const { confirming } = player;
  if (confirming === undefined || confirming.activity !== running.activity) return;
  if (running.state?.ending !== undefined) return;
  if (confirming.left > 1) {
    player.confirming = { ...confirming, left: confirming.left - 1 };
    return;
  }
  player.confirming = undefined;
  player.state = 'parked';
  terms.tell.doubt({ reason: unexplainedReason, about: 'money', evidence: confirming.evidence }, player);
};

/** Tells what is wrong with the form of answers whose balance is right. */
export const tellForm = (terms: PlayTerms, player: Player, running: Running): void => {
  const { state } = running;
  if (state === undefined) return;
  const found = breachesIn(state);
  if (found.length > 0) tellAll(terms, { player, running, found });
  // Told once: the judgement goes on without them.
  running.state = { ...state, found: undefined };
};

const tellBreaches = (terms: PlayTerms, player: Player, running: Running): void => {
  const { state } = running;
  const found = state === undefined ? [] : breachesIn(state);
  if (found.length > 0) {
    tellAll(terms, { player, running, found });
    return;
  }
  const ending = state?.ending;
  if (ending?.kind === 'breach') tellDoubt(terms, player, { reason: ending.finding.message });
};

interface Found {
  readonly player: Player;
  readonly running: Running;
  readonly found: readonly Finding[];
}

const tellAll = (terms: PlayTerms, { player, running, found }: Found): void => {
  const [first] = found;
  if (first === undefined) return;
  if (terms.tell.isWanted(first.code)) terms.tell.breach(breachOf(terms, { player, running, found }));
  else terms.tell.breachOf(first.code);
};

const breachOf = (terms: PlayTerms, { player, running, found }: Found): LoadBreach => {
  const [first] = found as [Finding];
  const evidence = evidenceOf(terms, running);
  return {
    ...first,
    player: player.who.id,
    currency: player.who.currency,
    activity: running.activity.title,
    fault: running.activity.fault,
    at: evidence.at(-1)?.startedAt ?? toInstant(Date.now()),
    restsOn: unexplained.has(first.code) || needsConfirming(first.code) ? 'balance' : 'calls',
    evidence,
    scenarioText: scenarioOf(terms, { player, running, found }),
  };
};

const heardIn = (groups: readonly HeardGroup[]): HeardCall[] =>
  groups.flatMap(({ calls, read }) => [...calls, ...(read === undefined ? [] : [read])]);

const evidenceOf = ({ evidence }: PlayTerms, { groups }: Running): ReportedExchange[] =>
  heardIn(groups).flatMap((heard) =>
    evidence.exchangesOf(heard).map((exchange) => reportedExchange(exchange, loadFile, { label: heard.label })),
  );

/** A scenario that does the same to a player of the run that plays it. */
const scenarioOf = ({ evidence }: PlayTerms, { running, found }: Found): string | undefined => {
  const before = fromUnits(running.start.balance, running.start.scale);
  const [first] = found;
  const calls = heardIn(running.groups).flatMap((heard, place) =>
    evidence.recordedOf(heard, place === 0 ? before : undefined),
  );
  const title = `${first?.code ?? 'a breach'} of a load: ${running.activity.title}`;
  return recordScenario(calls, { title, description: first?.message }).yaml;
};

const tellDoubt = (terms: PlayTerms, player: Player, doubt: Omit<ToldDoubt, 'evidence'>): void => {
  const evidence = player.running === undefined ? [] : evidenceOf(terms, player.running);
  const isParked = player.running?.afterwards === 'parked' || player.state === 'parked';
  terms.tell.doubt({ ...doubt, evidence }, isParked ? { ...player, state: 'parked' } : player);
};

/** Nobody knows what the account must have: the player is not called any more. */
export const parkPlayer = (terms: PlayTerms, player: Player, reason: string): void => {
  player.state = 'parked';
  tellDoubt(terms, player, { reason });
  player.running = undefined;
};

/** What the account has, by a quiet getBalance: from there the player goes on. */
export const takeResync = (terms: PlayTerms, player: Player, { sent }: HeardCall): void => {
  const { running, account, who } = player;
  const balance = balanceUnits(sent.answer, account.scale);
  player.running = undefined;
  if (running === undefined || balance === undefined) {
    player.state = 'parked';
    return;
  }
  const expected = expectedAfter(running);
  const [first] = expected;
  if (first !== undefined && !expected.includes(balance)) terms.tell.drift(player, balance - first);
  terms.tell.played(player, running);
  player.account = reopened(account, whoseOf(who), balance);
  if (running.afterwards === 'parked') player.state = 'parked';
};

/** What the account must have: as a breach says, or as the ledger has it; else what was accepted, applied once. */
const expectedAfter = (running: Running): readonly bigint[] => {
  const { state, start } = running;
  if (state === undefined || isUnsure(state) || isRefusedAfterLost(running)) return [];
  const told = expectedIn(running);
  if (told !== undefined) return [told];
  // Where answers were odd, nobody knows whether they were refusals.
  const ledgers =
    state.ending?.kind === 'breach'
      ? (['refused', 'taken'] as const).map((odd) => ledgerOfTaken(running, state, odd))
      : [state.ledger];
  return ledgers.flatMap((ledger) => unitsOfAmount(balanceIn(ledger), start.scale) ?? []);
};

/** What a breach says that the account must have had. */
const expectedIn = ({ state, start }: Running): bigint | undefined => {
  const ending = state?.ending;
  if (ending?.kind !== 'breach') return undefined;
  const [expected = ''] = (ending.finding.expected ?? '').split(' or ');
  return toUnits(expected, start.scale);
};
