import type { TellRunEvent } from '../spec/run-event.ts';
import type { Scenario } from '../spec/scenario.ts';
import type { Cast } from './cast.ts';
import type { Played } from './play-scenario.ts';
import { playScenario } from './play-scenario.ts';
import type { Root } from './preflight.ts';
import { findRoot } from './preflight.ts';
import type { RunContext } from './run-context.ts';
import type { Lane, Placed } from './schedule.ts';
import { schedule } from './schedule.ts';

export interface PerformanceOrder {
  readonly scenarios: readonly Scenario[];
  /** The others are only given their place. */
  readonly isPlayed?: ((scenario: Scenario) => boolean) | undefined;
  readonly tell: TellRunEvent;
  /** Whether what was played is reason to play no more (`--bail`). */
  readonly isEnough: (played: Played) => boolean;
}

/** What was played, in the order of the scenarios. */
export interface Performance {
  readonly played: readonly Played[];
  /** Why the rest was not played, when the agent is gone. */
  readonly root?: Root | undefined;
  /** The scenario after which `--bail` ended the run. */
  readonly bailedAfter?: string | undefined;
}

/** Plays the scenarios; stops when the agent is gone, enough is seen, or the run interrupted. */
export const perform = async (
  context: RunContext,
  order: PerformanceOrder,
): Promise<Performance> => {
  const { first, lanes, last } = schedule(context, order.scenarios);
  const show: Show = { context, order, played: [] };
  await playInTurn(show, { cast: context.cast, placed: first });
  if (mixesAccounts(show)) {
    for (const lane of lanes) await playInTurn(show, lane);
  } else {
    await Promise.all(lanes.map((lane) => playInTurn(show, lane)));
  }
  await playInTurn(show, { cast: context.cast, placed: last });
  const files = order.scenarios.map(({ file }) => file);
  return {
    played: show.played.toSorted(
      (a, b) => files.indexOf(a.scenario.file) - files.indexOf(b.scenario.file),
    ),
    root: show.root,
    bailedAfter: show.bailedAfter,
  };
};

/** A performance while it goes on. */
interface Show {
  readonly context: RunContext;
  readonly order: PerformanceOrder;
  readonly played: Played[];
  root?: Root | undefined;
  bailedAfter?: string | undefined;
}

const playInTurn = async (show: Show, { cast, placed }: Lane): Promise<void> => {
  const { isPlayed = () => true } = show.order;
  for (const one of placed.filter(({ scenario }) => isPlayed(scenario))) {
    if (isOver(show)) return;
    await playOne(show, cast, one);
  }
};

const isOver = ({ context, root, bailedAfter }: Show): boolean =>
  context.signal.aborted || root !== undefined || bailedAfter !== undefined;

const playOne = async (show: Show, cast: Cast, { scenario, position }: Placed): Promise<void> => {
  const { context, order } = show;
  const { file, title } = scenario;
  order.tell({ kind: 'scenario-started', file, title });
  const one = await playScenario({ ...context, cast }, scenario, position);
  show.played.push(one);
  const findings = one.judgements.flatMap((each) => each.findings);
  order.tell({ kind: 'scenario-finished', result: one.result, findings });
  if (isGone(one)) show.root ??= await findRoot(context);
  if (order.isEnough(one)) show.bailedAfter ??= file;
};

/** Whether the scenario ended because nobody answered any more. */
const isGone = ({ ending }: Played): boolean =>
  ending?.kind === 'inconclusive' ||
  (ending?.kind === 'breach' &&
    ['no-answer', 'too-slow', 'survived-badly'].includes(ending.finding.code));

/** Whether one account was seen to move another's money: then nothing is played side by side. */
const mixesAccounts = ({ played }: Show): boolean =>
  played.some(({ judgements }) => judgements.some(({ verdict }) => verdict === 'failed'));
