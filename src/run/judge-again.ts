import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../base/clock.ts';
import { createDice } from '../base/dice.ts';
import { withScales } from '../base/money.ts';
import { PlatformClock } from '../base/platform-clock.ts';
import type { ReportedExchange, RequirementResult, Run } from '../formats/run.ts';
import type { Scenario } from '../formats/scenario/scenario.ts';
import { withKnown } from '../judge/baseline.ts';
import { leaveOut, leftOut, summarise, verdictOfRun } from '../judge/verdicts.ts';
import { exchangeReported } from '../report/reported-exchange.ts';
import { withCauses } from '../report/run-causes.ts';
import type { Exchange } from '../spec/exchange.ts';
import type { Requirement, SourceKind } from '../spec/requirement.ts';
import { createAccountBook } from './account-book.ts';
import { createAnswerLog } from './answer-log.ts';
import { freespinsLabel } from './own-calls.ts';
import { type ComposedCall, createCauseBook, type RunContext, type RunOrder, type SendCall } from './run-context.ts';
import { runPlayersOf } from './run-players.ts';
import { runScenarios } from './run-scenarios.ts';
import { createSessionBook, type Launched } from './session-book.ts';
import { kindsOfSteps } from './steps.ts';
import { createTransactionLog } from './transaction-log.ts';

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
export const judgeAgain = async (stored: Run, rejudging: Rejudging): Promise<Run> => {
  const { setup, seed, tool } = stored;
  const order: RunOrder = {
    scenarios: rejudging.scenarios,
    isPlayed: ({ file }) => has(stored, (each) => each.scenario === file),
    selection: { only: setup.only, skip: setup.skip, source: setup.source },
    policy: { strict: setup.strict },
    bail: false,
    // As the run began, where the agent took it.
    firstCall: has(stored, ({ scenario, label }) => scenario === 'preflight' && label === freespinsLabel)
      ? 'with-freespins'
      : undefined,
    measures: has(stored, ({ scenario }) => scenario === 'measures') ? 'as-recorded' : undefined,
    ownCalls: setup.ownCalls,
    seed,
    tool,
    tell: () => undefined,
  };
  return await withScales(setup.currencyScales, async () => {
    const run = await runScenarios(contextOf(stored, rejudging.catalogue), order);
    return takeOver(stored, run, rejudging);
  });
};

const has = ({ exchanges }: Run, isMeant: (exchange: ReportedExchange) => boolean): boolean => exchanges.some(isMeant);

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
      // Once all calls of then have had their answers.
      kill: setup.hooks.includes('kill') ? async () => await nextTurn(undefined) : undefined,
      launch,
      clock: launch === undefined ? undefined : new PlatformClock({ base: timeOf(stored) }),
    },
    timeoutMs: setup.timeoutMs,
    maxStake: setup.maxStake,
    patienceMs: setup.patienceMs,
    isThorough: setup.thorough,
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
    transactions: createTransactionLog(),
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
  const { strict } = stored.setup;
  const asked = new Set(catalogue.flatMap(({ id, judgedBy }) => (judgedBy === 'requests' ? [id] : [])));
  const launched = new Set(scenarios.flatMap(({ file, steps }) => (kindsOfSteps(steps).has('launch') ? [file] : [])));
  const judged = new Map(run.requirements.flatMap((each) => (asked.has(each.id) ? [] : [[each.id, each] as const])));
  const played = new Map(
    run.scenarios.flatMap((each) => (launched.has(each.file) ? [] : [[each.file, each] as const])),
  );
  const before = stored.requirements.map((old) => {
    const now = judged.get(old.id);
    judged.delete(old.id);
    return now === undefined || now.verdict === 'skipped' ? old : now;
  });
  const known = [...before, ...judged.values()].map((result) => keepKnown(stored, result));
  const requirements = leaveOut(known, leftOut(catalogue, source));
  const verdict = verdictOfRun(requirements, { strict, staleEntries: stored.baseline?.stale.length ?? 0 });
  return withCauses({
    ...stored,
    setup: { ...stored.setup, source },
    verdict: stored.partial === true && verdict === 'conformant' ? 'inconclusive' : verdict,
    requirements,
    summary: summarise(requirements),
    scenarios: stored.scenarios.map((old) => {
      const now = played.get(old.file);
      return now === undefined ? old : { ...now, durationMs: old.durationMs };
    }),
  });
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
    if (found === undefined) return unanswered(call, root?.reason);
    const { headersMs, together, burst, lagMs } = found;
    return { ...exchangeReported(found, call.subject), timing: { headersMs, together, burst, lagMs } };
  };
};

const keyOf = (scenario: string, label: string | undefined, body: string): string =>
  JSON.stringify([scenario, label ?? '', body]);

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
