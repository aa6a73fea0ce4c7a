import type { Finding } from '../formats/judgement.ts';
import type { ReportedExchange } from '../formats/run.ts';
import type { Scenario } from '../formats/scenario/scenario.ts';
import { matches } from '../judge/baseline.ts';
import { judgeExhaustion, mayBeExhausted } from '../judge/exhausted.ts';
import { alikeOf } from '../judge/refused-alike.ts';
import { leftOut } from '../judge/verdicts.ts';
import { readBodyFields } from '../report/body-fields.ts';
import { answerReported } from '../report/reported-exchange.ts';
import type { FindingCode } from '../spec/finding.ts';
import { findRequirement } from '../spec/requirements/catalogue.ts';
import { describeError, type ErrorAnswer, isAboutSession, readAnswer } from '../wire/read-answer.ts';
import { playAndConfirm } from './confirm-breach.ts';
import { breachesIn, isCertain, isSuspected, restsOnMoney } from './doubts.ts';
import { type PlayedScenario, ruledOut, withJudgements } from './play-scenario.ts';
import { findRoot, type Root } from './preflight.ts';
import { inTime, type Lateness, type Races, type RunContext, type RunOrder, type Staleness } from './run-context.ts';
import { type Lane, type PlacedScenario, schedule } from './schedule.ts';
import { outOfTime } from './second-looks.ts';
import { oneByOne } from './steps.ts';

/** Plays the scenarios; stops when the agent is gone, enough is seen, or the run interrupted. */
export const playInLanes = async (
  context: RunContext,
  scenarios: readonly Scenario[],
  order: RunOrder,
): Promise<Pick<Lanes, 'played' | 'root' | 'unplayed'>> => {
  const { first, lanes, last } = schedule(context, scenarios);
  const all = new Lanes(context, order);
  await all.play([first]);
  if (all.hasFailed()) await all.play(lanes);
  else await Promise.all(lanes.map((lane) => all.play([lane])));
  await all.play(last);
  const files = scenarios.map(({ file }) => file);
  const placeOf = ({ scenario }: PlayedScenario): number => files.indexOf(scenario.file);
  const { played, root, unplayed } = all;
  return { played: played.toSorted((a, b) => placeOf(a) - placeOf(b)), root, unplayed };
};

/** What the lanes of a run have come to by now. */
class Lanes {
  readonly played: PlayedScenario[] = [];
  /** Why the rest was not played, when the agent is gone. */
  root: Root | undefined;
  /** Why the rest was not played, when enough is seen. */
  unplayed: string | undefined;
  // What the first scenarios show of an agent that applies or reads later holds for all lanes.
  readonly #lateness: Lateness = { ...inTime };
  readonly #staleness: Staleness = { isConfirmed: false };
  readonly #inTurn = createTurns();
  readonly #context: RunContext;
  readonly #order: RunOrder;

  constructor(context: RunContext, order: RunOrder) {
    this.#context = context;
    this.#order = order;
  }

  /** An agent that mixes accounts would break what is played beside it: then nothing is. */
  hasFailed(): boolean {
    return this.played.some(({ judgements }) => judgements.some(({ verdict }) => verdict === 'failed'));
  }

  /** One lane after another. */
  async play(lanes: readonly Lane[]): Promise<void> {
    for (const { players, placed } of lanes) {
      const [lateness, staleness] = [{ ...this.#lateness }, { ...this.#staleness }];
      const races = { warmed: 0, inTurn: this.#inTurn };
      const context = { ...this.#context, races, lateness, staleness, players };
      for (const one of placed) {
        if (this.#order.isPlayed?.(one.scenario) === false) continue;
        if (this.root !== undefined || this.unplayed !== undefined || context.signal.aborted) break;
        await this.#playOne(context, one);
      }
      this.#lateness.waitMs = Math.max(this.#lateness.waitMs, lateness.waitMs);
      this.#lateness.waitedMs = Math.max(this.#lateness.waitedMs, lateness.waitedMs);
      this.#staleness.isConfirmed ||= staleness.isConfirmed;
    }
  }

  /** An agent of which something is used up fails each call from there on, and many only after a time-out of their own. */
  #isExhausted({ exchanges: own }: PlayedScenario): boolean {
    return mayBeExhausted(own) && judgeExhaustion(this.played.flatMap(({ exchanges }) => exchanges)).length > 0;
  }

  async #playOne(context: RunContext, placed: PlacedScenario): Promise<void> {
    const order = this.#order;
    const { file, title } = placed.scenario;
    order.tell({ kind: 'scenario-started', file, title });
    const cause = outOfTime(context, placed.scenario);
    const played = cause === undefined ? await playOpened(context, placed) : ruledOut(placed.scenario, cause);
    const one = asAsked(played, context, order);
    const isToAsk = isGone(one) && !context.signal.aborted;
    const asked = isToAsk ? await findRoot(this.#context, placed) : undefined;
    this.played.push({ ...one, exchanges: [...one.exchanges, ...(asked?.exchanges ?? [])] });
    const findings = one.judgements.flatMap((each) => each.findings);
    const sure = findings.filter((finding) => isCertain(finding) && !isOfRefusal(one, finding));
    const certain = isSuspected(one, context.book) ? [] : sure;
    const found = { scenario: one.result, findings: certain, exchanges: one.exchanges };
    const told = certain.length === 0 ? {} : { certain: found };
    order.tell({ kind: 'scenario-finished', result: one.result, findings, ...told });
    // A question that the interrupt has ended says nothing of the agent.
    if (!context.signal.aborted) this.root ??= asked?.root;
    if (order.bail && isBreach(one, order)) this.unplayed ??= `not run: --bail ended the run after ${file}`;
    if (this.#isExhausted(one)) this.unplayed ??= `not run: the agent answers nothing any more since ${file}`;
  }
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

/** What was played, without what is said of requirements that the run does not judge. */
const asAsked = (
  one: PlayedScenario,
  { catalogue }: RunContext,
  { selection: { source } }: RunOrder,
): PlayedScenario => {
  const out = leftOut(catalogue, source);
  const judgements = one.judgements.filter(({ requirement }) => !out.has(requirement));
  return judgements.length === one.judgements.length ? one : withJudgements(one, judgements);
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
  ending?.kind === 'inconclusive' || (ending?.kind === 'breach' && unanswered.has(ending.finding.code));

/** What is refused is told with all that was refused alike, at the end of the run. */
const isOfRefusal = ({ ending }: PlayedScenario, { exchanges }: Finding): boolean =>
  ending?.kind === 'breach' && ending.refusal !== undefined && ending.refusal.exchange === exchanges.at(-1);

const unanswered: ReadonlySet<FindingCode> = new Set([
  'no-answer',
  'unknown-rollback-fails',
  'too-slow',
  'survived-badly',
]);

/**
 * Plays a scenario; and again, with a getBalance first in each of its sessions, where the agent
 * refused a session in which none had come: a game asks for the balance when it is opened, and an
 * agent may know the session from then on.
 */
const playOpened = async (context: RunContext, { scenario, position }: PlacedScenario): Promise<PlayedScenario> => {
  const first = await playCharged(context, scenario, position);
  const [refused] = refusedSessions(first.exchanges).filter(({ isOpened }) => !isOpened);
  if (refused === undefined || context.signal.aborted) return first;
  const opening = { ...context, opensByBalance: true };
  const again = await playCharged(opening, scenario, `${position}s`);
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

/**
 * Plays a scenario; and where it charges calls at once, the same calls again, one after another: what they lead to by
 * themselves is no race.
 */
const playCharged = async (
  context: RunContext,
  scenario: Scenario,
  position: number | string,
): Promise<PlayedScenario> => {
  const raced = await playAndConfirm(context, scenario, position);
  if (!breachesIn(raced).some(isOfRace) || context.signal.aborted) return raced;
  const { book } = context;
  const left = raced.accounts.map((account) => [account, book.left(account), book.leftBy(account)] as const);
  const calm = { ...scenario, steps: oneByOne(scenario.steps) };
  const played = await playAndConfirm(context, calm, `${position}q`);
  const { ending } = played;
  // Where nobody answered, as in a stored run that did not ask, the race has left what it left.
  if (ending?.kind === 'inconclusive') for (const each of left) book.leave(...each);
  const one = ending?.kind === 'breach' && restsOnMoney(ending.finding) ? played : raced;
  const residue = [raced, played].flatMap(({ result }) => result.residue ?? []);
  return {
    ...one,
    scenario,
    exchanges: [...raced.exchanges, ...played.exchanges],
    result: { ...one.result, residue: residue.length === 0 ? undefined : residue },
  };
};

const isOfRace = ({ requirement }: Finding): boolean =>
  findRequirement(requirement)?.situations.includes('together') === true;

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
    const fields = exchange.direction === 'callback' ? readBodyFields(exchange.requestBody) : undefined;
    const session = fields?.kind === 'json' ? fields.field('session_id')?.text : undefined;
    if (session === undefined) return [];
    const answer = readAnswer(answerReported(exchange));
    const isAsked = exchange.kind === 'getBalance';
    if (isAsked && answer.kind === 'balance') opened.add(session);
    if (isAsked || answer.kind !== 'error' || !isAboutSession(answer)) return [];
    return [{ exchange: exchange.id, answer, isOpened: opened.has(session) }];
  });
};
