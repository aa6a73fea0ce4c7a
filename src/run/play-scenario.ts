import { renderAtScale } from '../base/money.ts';
import type { Finding } from '../formats/judgement.ts';
import type { ReportedExchange, ScenarioResult } from '../formats/run.ts';
import type { Scenario } from '../formats/scenario/scenario.ts';
import type { CallKind, Case, Ending, MetCause } from '../judge/case.ts';
import { judgementBy } from '../judge/exchanges.ts';
import { judgeLaunches } from '../judge/requests/judge-launches.ts';
import { type Judgement, judgementsOf, verdictOfCause, verdictOfScenario } from '../judge/verdicts.ts';
import { wordsIn } from '../judge/words.ts';
import { type Account, accountOf } from '../ledger/account.ts';
import { oldestFirst } from '../ledger/chain.ts';
import { reportedExchange } from '../report/reported-exchange.ts';
import { type Verdict, worstVerdict } from '../spec/verdict.ts';
import { leaveAsIs, openAccounts, settleBack } from './accounts.ts';
import { balanceCall, mainSession } from './balance-call.ts';
import { sessionsNeeded } from './compose-callback.ts';
import { limitOf } from './limits.ts';
import { mayMoveMoney, sendLostAgain } from './own-calls.ts';
import { type Kept, openPlay, openSessions, type Play, plainOptions, reasonOf, sendCall } from './play.ts';
import { playSteps } from './play-steps.ts';
import { fitCurrency, reasonToSkip } from './reason-to-skip.ts';
import type { RunContext } from './run-context.ts';
import { accountsNeeded } from './run-players.ts';
import { kindsOfSteps } from './steps.ts';

/** What came of one scenario. */
export interface PlayedScenario {
  readonly scenario: Scenario;
  readonly result: ScenarioResult;
  readonly judgements: readonly Judgement[];
  /** Its callbacks, then what the agent asked of the platform. */
  readonly exchanges: readonly ReportedExchange[];
  readonly accounts: readonly Account[];
  readonly kept: readonly Kept[];
  readonly ending: Ending | undefined;
  /** Kinds of valid calls that the agent answered as it must. */
  readonly taken: ReadonlySet<CallKind>;
  /** The judged calls, in their order. */
  readonly trail?: Case['trail'];
  /** What speaks against the agent, but did not come back when the scenario was played again. */
  readonly unconfirmed?: Unconfirmed;
  /** What speaks against the agent in it came not each time that it was played. */
  readonly isIntermittent?: true;
}

/** A difference of one playing of a scenario. */
export interface Unconfirmed {
  readonly finding: Finding;
  /** What came of the other playings. */
  readonly judgements: readonly Judgement[];
  readonly playings: number;
  /** What all of them left in the accounts. */
  readonly kept: readonly Kept[];
}

/** Of what an interrupt of the run has kept from being seen. */
export const notPlayed = 'not played: interrupted';

/** The scenario as it came to these judgements. */
export const withJudgements = (one: PlayedScenario, judgements: readonly Judgement[]): PlayedScenario => {
  const verdict = worstVerdict(judgements.map((each) => each.verdict));
  return { ...one, judgements, result: { ...one.result, verdict } };
};

/**
 * Plays one scenario: opens and funds its accounts, plays its steps, gives the money back. `position`: its place in
 * the run, which its ids carry; `isAgain`: played once more, to confirm what the first time showed.
 */
export const playScenario = async (
  context: RunContext,
  written: Scenario,
  { position, isAgain = false }: { readonly position: number | string; readonly isAgain?: boolean },
): Promise<PlayedScenario> => {
  const missing = reasonToSkip(context, written);
  const scenario = fitCurrency(context.players, written);
  if (missing !== undefined) return unplayed(scenario, missing);
  const limit = limitOf(context, scenario);
  if (limit !== undefined) return ruledOut(scenario, limit);
  const startedAt = context.clock.now();
  const play = { ...openPlay(context, scenario, position), isAgain };
  const accounts = accountsNeeded(context.players, scenario);
  await openSessions(play, sessionsNeeded(context, scenario));
  if (context.opensByBalance === true) await openByBalance(play, accounts);
  const opened = await openAccounts(play, accounts);
  await playInOwnTime(play);
  const { ending: end } = play.state;
  const isCut = context.signal.aborted && (end === undefined || end.kind === 'inconclusive');
  const residue = mayMoveMoney(play) ? await settleBack(play, opened) : leaveAsIs(play, opened);
  noteHad(play);
  context.transactions?.note(position, play);
  const { ending, taken } = play.state;
  const judgements = judgementsOn(play);
  const played: PlayedScenario = {
    scenario,
    result: {
      ...unplayedResult(scenario, verdictOfScenario(judgements, play.state), reasonOf(ending)),
      durationMs: Math.round(context.clock.now() - startedAt),
      residue: residue.length === 0 ? undefined : residue,
    },
    judgements,
    exchanges: exchangesOf(play),
    accounts,
    kept: play.kept,
    ending,
    taken,
    trail: play.state.trail,
  };
  return isCut ? cutShort(played) : played;
};

/** What was found stays; of the rest neither a pass nor a doubt is the agent's. */
const cutShort = (played: PlayedScenario): PlayedScenario => {
  const judgements = played.judgements.map(
    (each): Judgement => (each.findings.length > 0 ? each : { ...each, verdict: 'skipped', reason: notPlayed }),
  );
  const verdict = worstVerdict(judgements.length === 0 ? ['skipped'] : judgements.map((each) => each.verdict));
  return { ...played, judgements, result: { ...played.result, verdict, reason: notPlayed } };
};

/** A clock that the steps have moved is the system's again, however they ended. */
const playInOwnTime = async (play: Play): Promise<void> => {
  const { steps } = play.scenario;
  try {
    await playSteps(play, steps);
    await sendLostAgain(play);
  } finally {
    if (kindsOfSteps(steps).has('clock')) play.context.hooks.clock?.shift(0);
  }
};

/** A balance that comes back later is an old one. */
const noteHad = ({ state, context }: Play): void => {
  for (const { account, balance } of oldestFirst(state.trail)) {
    if (account !== undefined && balance !== undefined) {
      context.book.noteHad(accountOf(account), balance);
    }
  }
};

/** The result of a scenario that was not played, and why. */
export const unplayedResult = (
  { file, title, requirements, source }: Scenario,
  verdict: Verdict,
  reason: string | undefined,
): ScenarioResult => ({ file, title, requirements, source, verdict, durationMs: 0, reason });

const unplayed = (scenario: Scenario, reason: string, verdict: Verdict = 'skipped'): PlayedScenario => ({
  ...{ scenario, result: unplayedResult(scenario, verdict, reason) },
  ...{ judgements: [], exchanges: [], accounts: [], kept: [], ending: undefined, taken: new Set<CallKind>() },
});

/** Not played, because of what the agent does not take, or takes too long for: told with the cause. */
export const ruledOut = (scenario: Scenario, cause: MetCause): PlayedScenario => {
  const ending = { kind: 'cause', cause: { ...cause, exchanges: [] } } as const;
  const { verdict, reason } = verdictOfCause(cause);
  return {
    ...unplayed(scenario, reason, verdict),
    judgements: scenario.requirements.map((requirement) => ({ requirement, verdict, findings: [], reason })),
    ending,
  };
};

const judgementsOn = ({ state, launches, scenario, context }: Play): Judgement[] => {
  const { catalogue, agent } = context;
  const own = catalogue.filter(({ judgedBy }) => judgedBy !== 'requests');
  const asked = catalogue.filter(({ id, judgedBy }) => judgedBy === 'requests' && scenario.requirements.includes(id));
  return [
    ...judgementsOf(state, own),
    ...judgeLaunches({ launches, requirements: asked, token: agent.token, scenario: scenario.file }),
  ];
};

const exchangesOf = ({ exchanges, launches, scenario, state }: Play): ReportedExchange[] => {
  const [expected, words] = [expectedBalances(state), wordsIn(state)];
  const called = exchanges.map((each) => ({
    ...each,
    expectedBalance: expected.get(each.id),
    judgement: judgementBy(words.get(each.id), each),
  }));
  const operations = launches.flatMap((launch) => launch.operations);
  return [...called, ...operations.map((operation) => reportedExchange(operation, scenario.file))];
};

/** What the ledger expected after each call, at the currency's scale, by exchange id. */
export const expectedBalances = ({ trail }: Case): ReadonlyMap<string, string> =>
  new Map(
    oldestFirst(trail).flatMap(({ exchangeId, account, balance }) => {
      if (account === undefined || balance === undefined) return [];
      return [[exchangeId, renderAtScale(balance, accountOf(account).currency)] as const];
    }),
  );

/** Asks for the balance in every session of the scenario, before anything else is sent there. */
const openByBalance = async (play: Play, accounts: readonly Account[]): Promise<void> => {
  const { context, names, scenario } = play;
  const main = accounts.map((account) => mainSession(context, account));
  const wanted = [...main, ...sessionsNeeded(context, scenario)];
  const sessions = new Map(wanted.map((each) => [names.session(each), each]));
  for (const [sessionId, account] of sessions) {
    const label = 'getBalance (opening the session)';
    await sendCall(play, balanceCall(play, account, { label, sessionId }), plainOptions);
  }
};
