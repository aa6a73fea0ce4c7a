import type { ReportedExchange, RequirementResult, Run } from '../formats/run.ts';
import type { Scenario } from '../formats/scenario/scenario.ts';
import { fromInstant } from '../formats/written-time.ts';
import { withKnown } from '../judge/baseline.ts';
import { leaveOut, leftOut, summarise, verdictOfRun } from '../judge/verdicts.ts';
import { withScales } from '../money/currency-scale.ts';
import type { CallbackTiming, Exchange } from '../spec/exchange.ts';
import type { Requirement, SourceKind } from '../spec/requirement.ts';
import type { Clock } from '../world/clock.ts';
import { createDice } from '../world/dice.ts';
import { createPlatformClock } from '../world/platform-clock.ts';
import { createAccountBook } from './account-book.ts';
import { createAnswerLog } from './answer-log.ts';
import { freespinsLabel } from './own-calls.ts';
import { type ComposedCall, createCauseBook, type RunContext, type RunOrder, type SendCall } from './run-context.ts';
import { runPlayersOf } from './run-players.ts';
import { runScenarios } from './run-scenarios.ts';
import { createSessionBook, type Launched } from './session-book.ts';
import { kindsOfSteps } from './steps.ts';
import { storedAnswer } from './stored-exchanges.ts';

interface Rejudging {
  /** The scenarios that the stored run played, from their stored text. */
  readonly scenarios: readonly Scenario[];
  readonly catalogue: readonly Requirement[];
  /** Only what rests on it is judged; as the run was played when absent. */
  readonly source?: SourceKind;
}

/**
 * Judges a stored run again, offline: its scenarios are played against its own answers. What the
 * agent asked of the platform is taken over as it was judged; the callbacks beside it are played, since
 * what they leave is what the next scenario begins with.
 */
export const judgeAgain = async (stored: Run, rejudging: Rejudging): Promise<Run> =>
  await withScales(stored.setup.currencyScales, () => judgeAtScale(stored, rejudging));

const judgeAtScale = async (stored: Run, rejudging: Rejudging): Promise<Run> => {
  const { setup } = stored;
  const run = await runScenarios(contextOf(stored, rejudging.catalogue), {
    scenarios: rejudging.scenarios,
    isPlayed: (scenario) => isRecorded(stored, scenario),
    selection: { only: setup.only, skip: setup.skip, source: setup.source },
    policy: { strict: setup.strict },
    bail: false,
    seed: stored.seed,
    tool: stored.tool,
    firstCall: firstCallOf(stored),
    measures: stored.exchanges.some(({ scenario }) => scenario === 'measures') ? 'as-recorded' : undefined,
    ownCalls: setup.ownCalls,
    tell: () => undefined,
  });
  return takeOver(stored, run, rejudging);
};

/** As the run began, where the agent took it. */
const firstCallOf = ({ exchanges }: Run): RunOrder['firstCall'] =>
  exchanges.some(({ scenario, label }) => scenario === 'preflight' && label === freespinsLabel)
    ? 'with-freespins'
    : undefined;

/** A scenario whose callbacks the stored run has. */
const isRecorded = ({ exchanges }: Run, { file }: Scenario): boolean =>
  exchanges.some((each) => each.scenario === file);

const launches = ({ steps }: Scenario): boolean => kindsOfSteps(steps).has('launch');

const contextOf = (stored: Run, catalogue: readonly Requirement[]): RunContext => {
  const { setup, seed, nonce } = stored;
  const launch = setup.hooks.includes('launch') ? async () => noLaunch : undefined;
  return {
    agent: { ...stored.agent, token: '', dialect: setup.dialect, keepsData: setup.keepsData },
    otherToken: '',
    players: runPlayersOf(setup.players, nonce),
    gameId: setup.gameId,
    quirks: setup.quirks,
    hooks: {
      restart: setup.hooks.includes('restart') ? async () => undefined : undefined,
      launch,
      clock: launch === undefined ? undefined : createPlatformClock({ base: timeOf(stored) }),
    },
    timeoutMs: setup.timeoutMs,
    maxStake: setup.maxStake,
    patienceMs: setup.patienceMs,
    known: setup.known,
    // How long it was watched hung on the time: where there is no answer, nobody watched.
    book: { ...createAccountBook(), watchedMs: () => 0 },
    sessions: createSessionBook({
      players: setup.players,
      given: setup.sessions,
      ids: setup.quirks.sessionId,
      launch,
    }),
    answers: createAnswerLog(stored.exchanges),
    causes: createCauseBook(),
    nonce,
    dice: createDice(`${seed}/${nonce}`),
    clock: timeOf(stored),
    send: recordedSend(stored),
    catalogue,
    signal: new AbortController().signal,
  };
};

/** What is not stored was not opened. */
const noLaunch: Launched = {
  operations: [],
  answer: { kind: 'failed', message: 'a stored run launches nothing' },
  platformUrl: '',
};

/** The time of the stored run: nothing is waited for. */
const timeOf = ({ startedAt }: Run): Clock => ({
  now: () => Date.parse(startedAt),
  sleep: async () => undefined,
});

/** The new judgement with what only the run itself could tell. */
const takeOver = (stored: Run, run: Run, rejudging: Rejudging): Run => {
  const { scenarios, catalogue, source = stored.setup.source } = rejudging;
  const asked = catalogue.filter(({ judgedBy }) => judgedBy === 'requests').map(({ id }) => id);
  const launched = scenarios.filter(launches).map(({ file }) => file);
  const judged = new Map(run.requirements.filter(({ id }) => !asked.includes(id)).map((each) => [each.id, each]));
  const played = new Map(run.scenarios.filter(({ file }) => !launched.includes(file)).map((each) => [each.file, each]));
  const requirements = stored.requirements.map((old) => {
    const now = judged.get(old.id);
    return now === undefined || now.verdict === 'skipped' ? old : now;
  });
  const added = run.requirements.filter(
    ({ id }) => judged.has(id) && !stored.requirements.some((old) => old.id === id),
  );
  const all = leaveOut(
    [...requirements, ...added].map((result) => keepKnown(stored, result)),
    leftOut(catalogue, source),
  );
  const partial = stored.partial === true;
  const staleEntries = stored.baseline?.stale.length ?? 0;
  const verdict = verdictOfRun(all, { strict: stored.setup.strict, staleEntries });
  return {
    ...stored,
    setup: { ...stored.setup, source },
    verdict: partial && verdict === 'conformant' ? 'inconclusive' : verdict,
    requirements: all,
    summary: summarise(all),
    scenarios: stored.scenarios.map((old) => {
      const now = played.get(old.file);
      return now === undefined ? old : { ...now, durationMs: old.durationMs };
    }),
  };
};

/** What the baseline of the stored run knew, it knows still. */
const keepKnown = (stored: Run, result: RequirementResult): RequirementResult => {
  const before = stored.requirements.find(({ id }) => id === result.id)?.findings ?? [];
  return withKnown(result, (finding) => before.find(({ code }) => code === finding.code)?.known);
};

/**
 * Answers every call with what a stored run has: the same seed and nonce make the same bytes, so
 * that a call is found again by its scenario, label and body. A call that the stored run did not
 * make has no answer, and what hangs on it is inconclusive.
 */
const recordedSend = ({ exchanges, root }: Run): SendCall => {
  const unused = new Map<string, ReportedExchange[]>();
  // The last first: the oldest of those that are alike is taken from the end.
  for (const each of exchanges.toReversed()) {
    if (each.direction !== 'callback' || each.sentAgain === true) continue;
    const key = keyOf(each.scenario, each.label, each.requestBody);
    const same = unused.get(key);
    if (same === undefined) unused.set(key, [each]);
    else same.push(each);
  }
  return async (call, scenario) => {
    const key = keyOf(scenario, call.label, Buffer.from(call.body).toString('utf8'));
    const found = unused.get(key)?.pop();
    return found === undefined ? unanswered(call, root?.reason) : exchangeOf(found, call);
  };
};

const keyOf = (scenario: string, label: string | undefined, body: string): string =>
  JSON.stringify([scenario, label ?? '', body]);

const exchangeOf = (stored: ReportedExchange, call: ComposedCall): Exchange => ({
  id: stored.id,
  direction: 'callback',
  kind: call.kind,
  subject: call.subject,
  request: {
    method: stored.method,
    url: stored.url,
    headers: stored.requestHeaders,
    body: call.body,
  },
  answer: storedAnswer(stored),
  startedAt: fromInstant(stored.startedAt),
  durationMs: stored.durationMs,
  timing: timingOf(stored),
  dialect: stored.dialect,
});

const timingOf = ({ headersMs, together, burst, lagMs }: ReportedExchange): CallbackTiming => ({
  headersMs,
  together,
  burst,
  lagMs,
});

const unanswered = (call: ComposedCall, root: string | undefined): Exchange => ({
  id: `not-in-the-run-${call.subject.requestId ?? call.label}`,
  direction: 'callback',
  kind: call.kind,
  subject: call.subject,
  request: { method: call.method, url: '', headers: call.headers, body: call.body },
  answer: {
    kind: 'failed',
    failure: 'interrupted',
    message: root ?? 'The stored run has no answer to this call.',
  },
  startedAt: 0,
  durationMs: 0,
});
