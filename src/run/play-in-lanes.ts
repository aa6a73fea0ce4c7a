import type { Finding } from '../formats/judgement.ts';
import type { ReportedExchange } from '../formats/run.ts';
import type { Scenario } from '../formats/scenario/scenario.ts';
import { matches } from '../judge/baseline.ts';
import { alikeOf } from '../judge/refused-alike.ts';
import { leftOut } from '../judge/verdicts.ts';
import { readBodyFields } from '../report/body-fields.ts';
import { worstVerdict } from '../spec/verdict.ts';
import { describeError, type ErrorAnswer, isAboutSession, readAnswer } from '../wire/read-answer.ts';
import { playAndConfirm } from './confirm-breach.ts';
import type { PlayedScenario } from './play-scenario.ts';
import { findRoot, type Root } from './preflight.ts';
import type { Lateness, Races, RunContext, RunOrder, Staleness } from './run-context.ts';
import { type Lane, type PlacedScenario, schedule } from './schedule.ts';

/** What was played, in the order of the scenarios. */
interface PlayedScenarios {
  readonly played: readonly PlayedScenario[];
  /** Why the rest was not played, when the agent is gone. */
  readonly root: Root | undefined;
  /** The scenario after which `--bail` ended the run. */
  readonly bailedAfter: string | undefined;
}

/** Plays the scenarios; stops when the agent is gone, enough is seen, or the run interrupted. */
export const playInLanes = async (
  context: RunContext,
  scenarios: readonly Scenario[],
  order: RunOrder,
): Promise<PlayedScenarios> => {
  const { first, lanes, last } = schedule(context, scenarios);
  const inTurn = createTurns();
  // What the first scenarios show of an agent that applies or reads later holds for all lanes.
  const lateness: Lateness = { missed: 0, waitMs: 0 };
  const staleness: Staleness = { isConfirmed: false };
  const playAll = async (of: readonly Lane[]): Promise<void> => {
    for (const lane of of) {
      const own = { lateness: { ...lateness }, staleness: { ...staleness } };
      await playInTurn(progress, lane, { ...own, races: { warmed: 0, inTurn } });
      lateness.waitMs = Math.max(lateness.waitMs, own.lateness.waitMs);
      staleness.isConfirmed ||= own.staleness.isConfirmed;
    }
  };
  const progress: LanesProgress = {
    context,
    order,
    played: [],
    root: undefined,
    bailedAfter: undefined,
  };
  await playAll([first]);
  if (anyFailed(progress)) await playAll(lanes);
  else await Promise.all(lanes.map((lane) => playAll([lane])));
  await playAll(last);
  const { played, root, bailedAfter } = progress;
  const files = scenarios.map(({ file }) => file);
  const placeOf = ({ scenario }: PlayedScenario): number => files.indexOf(scenario.file);
  return { played: played.toSorted((a, b) => placeOf(a) - placeOf(b)), root, bailedAfter };
};

interface LanesProgress {
  readonly context: RunContext;
  readonly order: RunOrder;
  readonly played: PlayedScenario[];
  root: Root | undefined;
  bailedAfter: string | undefined;
}

/** One race after another, whichever lane has it: two at a time would blur each other. */
const createTurns = (): Races['inTurn'] => {
  let last = Promise.resolve();
  return async (race) => {
    const turn = last.then(race);
    last = turn.catch(() => undefined);
    await turn;
  };
};

const playInTurn = async (
  progress: LanesProgress,
  { players, placed }: Lane,
  own: Required<Pick<RunContext, 'races' | 'lateness' | 'staleness'>>,
): Promise<void> => {
  const { order } = progress;
  const context = { ...progress.context, ...own, players };
  for (const one of placed) {
    if (order.isPlayed?.(one.scenario) === false) continue;
    const isOver = progress.root !== undefined || progress.bailedAfter !== undefined;
    if (isOver || context.signal.aborted) return;
    await playOne(progress, context, one);
  }
};

const playOne = async (progress: LanesProgress, context: RunContext, placed: PlacedScenario): Promise<void> => {
  const { order } = progress;
  const { scenario, position } = placed;
  const { file, title } = scenario;
  order.tell({ kind: 'scenario-started', file, title });
  const one = asAsked(await playOpened(context, scenario, position), context, order);
  const isToAsk = isGone(one) && !context.signal.aborted;
  const asked = isToAsk ? await findRoot(progress.context, placed) : undefined;
  progress.played.push({ ...one, exchanges: [...one.exchanges, ...(asked?.exchanges ?? [])] });
  const findings = one.judgements.flatMap((each) => each.findings);
  order.tell({ kind: 'scenario-finished', result: one.result, findings });
  // A question that the interrupt has ended says nothing of the agent.
  if (!context.signal.aborted) progress.root ??= asked?.root;
  if (order.bail && isBreach(one, order)) progress.bailedAfter ??= file;
};

/** What was played, without what is said of requirements that the run does not judge. */
const asAsked = (
  one: PlayedScenario,
  { catalogue }: RunContext,
  { selection: { source } }: RunOrder,
): PlayedScenario => {
  const out = leftOut(catalogue, source);
  const judgements = one.judgements.filter(({ requirement }) => !out.has(requirement));
  if (judgements.length === one.judgements.length) return one;
  const verdict = worstVerdict(judgements.map((each) => each.verdict));
  return { ...one, judgements, result: { ...one.result, verdict } };
};

/** Whether the scenario fails the run: by a breach that no baseline knows. */
const isBreach = ({ judgements }: PlayedScenario, { policy, baseline }: RunOrder): boolean => {
  const isKnown = (finding: Finding): boolean => baseline?.entries.some((entry) => matches(entry, finding)) === true;
  return judgements.some(
    ({ verdict, findings }) =>
      (verdict === 'failed' || (policy.strict && verdict === 'warned')) &&
      findings.some((finding) => finding.weight === 'breach' && !isKnown(finding)),
  );
};

/** Whether the scenario ended because nobody answered any more. */
const isGone = ({ ending }: PlayedScenario): boolean =>
  ending?.kind === 'inconclusive' ||
  (ending?.kind === 'breach' && ['no-answer', 'too-slow', 'survived-badly'].includes(ending.finding.code));

/** An agent that mixes accounts would break what is played beside it: then nothing is. */
const anyFailed = ({ played }: LanesProgress): boolean =>
  played.some(({ judgements }) => judgements.some(({ verdict }) => verdict === 'failed'));

/**
 * Plays a scenario; and again, with a getBalance first in each of its sessions, where the agent
 * refused a session in which none had come: a game asks for the balance when it is opened, and an
 * agent may know the session from then on.
 */
const playOpened = async (context: RunContext, scenario: Scenario, position: number): Promise<PlayedScenario> => {
  const first = await playAndConfirm(context, scenario, position);
  const [refused] = refusedSessions(first.exchanges).filter(({ isOpened }) => !isOpened);
  if (refused === undefined || context.signal.aborted) return first;
  const opening = { ...context, opensByBalance: true };
  const again = await playAndConfirm(opening, scenario, `${position}s`);
  const exchanges = [...first.exchanges, ...again.exchanges];
  if (refusedSessions(again.exchanges).length > 0) return { ...first, exchanges };
  const said = describeError(refused.answer);
  context.causes.note({
    code: 'opened-by-balance',
    message: `A call in a session in which no getBalance came before is refused with ${said}.`,
    alike: alikeOf(said),
    exchanges: [refused.exchange],
  });
  return { ...again, exchanges };
};

/** A call that was refused for its session. */
interface RefusedSession {
  readonly exchange: string;
  readonly answer: ErrorAnswer;
  /** A getBalance was answered in that session before. */
  readonly isOpened: boolean;
}

const refusedSessions = (exchanges: readonly ReportedExchange[]): RefusedSession[] => {
  if (!exchanges.some(({ answerBody }) => /session/i.test(answerBody))) return [];
  const opened = new Set<string>();
  return exchanges.flatMap((exchange) => {
    const session = sessionIn(exchange);
    const answer = answerIn(exchange);
    if (session === undefined || answer === undefined) return [];
    const isAsked = exchange.kind === 'getBalance';
    if (isAsked && answer.kind === 'balance') opened.add(session);
    if (isAsked || answer.kind !== 'error' || !isAboutSession(answer)) return [];
    return [{ exchange: exchange.id, answer, isOpened: opened.has(session) }];
  });
};

const sessionIn = ({ direction, requestBody }: ReportedExchange): string | undefined => {
  const fields = direction === 'callback' ? readBodyFields(requestBody) : undefined;
  return fields?.kind === 'json' ? fields.field('session_id')?.text : undefined;
};

const answerIn = ({ status, answerHeaders: headers, answerBody }: ReportedExchange) => {
  const body = Buffer.from(answerBody);
  return status === null ? undefined : readAnswer({ kind: 'answered', status, headers, body });
};
