import * as fc from 'fast-check';
import type { Dice } from '../base/dice.ts';
import { scaleOf } from '../base/money.ts';
import type { Run } from '../formats/run.ts';
import type { Baseline } from '../judge/baseline.ts';
import { type Prepared, prepareRun } from '../run/prepare-run.ts';
import { reasonToSkip } from '../run/reason-to-skip.ts';
import { inTime, type RunContext, type RunOrder } from '../run/run-context.ts';
import { Coverage, type SeenPairs, type SeenTransitions } from './coverage.ts';
import { drawnCommands, type SequenceStep, written } from './draw.ts';
import { type FoundBreach, fewPlayings, type Lead, LeadFollower, shrinkMs } from './follow-lead.ts';
import type { World } from './kind.ts';
import { kindsFor } from './kinds.ts';
import { readSequence, SequencePlayer, type Suspicion } from './sequence-player.ts';

/** How sequences are played and judged. */
export interface SequenceOrder extends Pick<RunOrder, 'seed' | 'tool' | 'firstCall' | 'measures'> {
  /** Known breaches: they are avoided. */
  readonly baseline?: Baseline | undefined;
  /** What breaks a should is looked for as well. */
  readonly strict: boolean;
  /** How the scenario is called that is found. */
  readonly file: string;
  /** What an account has at least before a sequence, a decimal; 100 when absent. */
  readonly fund?: string | undefined;
}

/** What a fuzz is asked for. */
export interface FuzzOrder extends SequenceOrder {
  readonly budgetMs: number;
  /** So many sequences at most; as many as the budget lets when absent. */
  readonly runs?: number | undefined;
  readonly tell: (event: FuzzEvent) => void;
}

/** How it goes on. `leftMs`: of the budget. */
export type FuzzEvent =
  | {
      readonly kind: 'progress';
      readonly runs: number;
      readonly calls: number;
      readonly pairs: SeenPairs;
      readonly leftMs: number;
    }
  | { readonly kind: 'suspected'; readonly suspicion: Suspicion; readonly steps: number }
  /** It was not there again, or is a cause and no breach. */
  | { readonly kind: 'dropped'; readonly suspicion: Suspicion };

export interface FuzzResult {
  readonly runs: number;
  readonly calls: number;
  readonly durationMs: number;
  readonly seen: SeenTransitions;
  readonly pairs: SeenPairs;
  /** How many sequences were judged to their end, or broke something. */
  readonly judged: number;
  readonly found: FoundBreach | undefined;
  /** Why nothing was judged. */
  readonly root: Run['root'];
}

/** Draws sequences of calls and plays them until one breaks a requirement, or the budget is spent. */
export const runFuzz = async (context: RunContext, order: FuzzOrder): Promise<FuzzResult> => {
  const startedAt = context.clock.now();
  const asked = askedOf(order);
  const before = await prepareRun(context, asked);
  const fuzz = new Fuzz(before, order, asked);
  const found = before.root === undefined ? await fuzz.find() : undefined;
  const { runs, calls, judged } = fuzz.player.tally;
  return {
    ...{ runs, calls, judged, durationMs: context.clock.now() - startedAt },
    ...{ seen: fuzz.coverage.seen(), pairs: fuzz.pairs(), found, root: before.root },
  };
};

/** So many sequences are drawn by the same weights. */
const batchRuns = 20;

/** What no account may come back from is drawn at the end: so much of the budget is left then. */
const poisonShare = 0.12;

/** A sequence has shown something: what makes fast-check look for a smaller one. */
class BreachSeen extends Error {}

class Fuzz {
  readonly coverage = new Coverage();
  readonly player: SequencePlayer;
  readonly #context: RunContext;
  readonly #order: FuzzOrder;
  readonly #follower: LeadFollower;
  readonly #world: World;
  readonly #dice: Dice;
  readonly #until: number;
  /** The sequence that was drawn last. */
  #last: readonly SequenceStep[] = [];
  /** What was suspected and not confirmed, and how often. */
  readonly #dropped = new Map<string, number>();

  constructor(before: Prepared, order: FuzzOrder, asked: RunOrder) {
    const { context } = before;
    this.#order = order;
    this.#context = inOneLane(context);
    this.player = new SequencePlayer(this.#context, order);
    this.#follower = new LeadFollower(this.player, {
      ...{ before: { ...before, context: this.#context }, asked, file: order.file, fund: order.fund },
    });
    this.#world = worldOf(this.#context);
    this.#dice = context.dice.fork('fuzz');
    this.#until = context.clock.now() + order.budgetMs;
  }

  async find(): Promise<FoundBreach | undefined> {
    for (let batch = 0; !this.#isOver(); batch += 1) {
      const lead = await this.#draw(batch);
      this.#tellProgress();
      if (lead === undefined) continue;
      const { suspicion } = lead;
      const drops = 1 + (this.#dropped.get(suspicion.key) ?? 0);
      const found = await this.#follower.follow(lead, { isLastTry: drops >= mostDrops });
      if (found !== undefined) return found;
      this.#dropped.set(suspicion.key, drops);
      this.#order.tell({ kind: 'dropped', suspicion });
    }
    return undefined;
  }

  pairs(): SeenPairs {
    return this.coverage.pairs(kindsFor(this.#world, { withPoison: true }));
  }

  #leftMs(): number {
    return this.#until - this.#context.clock.now();
  }

  #isOver(): boolean {
    const { runs = Number.POSITIVE_INFINITY } = this.#order;
    return this.#context.signal.aborted || this.#leftMs() <= 0 || this.player.tally.runs >= runs;
  }

  /** The last part of the budget, by time or by runs. */
  #isLate(): boolean {
    const { budgetMs, runs = Number.POSITIVE_INFINITY } = this.#order;
    return Math.min(this.#leftMs() / budgetMs, 1 - this.player.tally.runs / runs) < poisonShare;
  }

  /** Draws and plays a batch of sequences; what fast-check has shrunk one to that shows something, and what that was at first. */
  async #draw(batch: number): Promise<Lead | undefined> {
    const kinds = kindsFor(this.#world, { withPoison: this.#isLate() });
    const weights = this.coverage.weights(kinds, this.#dice);
    const { clock } = this.#context;
    let lead: Lead | undefined;
    let shrinkUntil = 0;
    const property = fc.asyncProperty(drawnCommands(this.#world, weights), async (commands) => {
      const steps = written(commands);
      const isOver = lead === undefined ? this.#isOver() : clock.now() > shrinkUntil;
      if (steps.length === 0 || isOver) return;
      const before = this.#last;
      const suspicion = await this.#look(steps);
      if (suspicion === undefined || (lead !== undefined && suspicion.key !== lead.suspicion.key)) return;
      if (lead === undefined) {
        lead = await this.#leadTo(suspicion, steps, before);
        this.#order.tell({ kind: 'suspected', suspicion, steps: steps.length });
        // In an account that stays broken every sequence would fail; and none does for what was sent before.
        const isShown = !lead.isBroken && (await this.player.rateOf(steps, suspicion.key, fewPlayings)).times > 0;
        shrinkUntil = isShown ? clock.now() + shrinkMs : 0;
      }
      // From each that fails fast-check goes on: the last one is the smallest.
      lead = { ...lead, smaller: steps };
      throw new BreachSeen(suspicion.message);
    });
    const { errorInstance } = await fc.check(property, { seed: this.#order.seed + batch, numRuns: batchRuns });
    if (errorInstance instanceof Error && !(errorInstance instanceof BreachSeen)) throw errorInstance;
    return lead;
  }

  async #leadTo(suspicion: Suspicion, steps: readonly SequenceStep[], before: readonly SequenceStep[]): Promise<Lead> {
    const { exhaustion, answered } = this.player.tally;
    // Where nothing is answered any more, the last that had another answer is what did it.
    const first = suspicion.key === exhaustion?.code ? answered : steps;
    return { suspicion, first, smaller: steps, before, isBroken: await this.#follower.isBroken() };
  }

  /** What a sequence shows that is neither known nor was dropped. */
  async #look(steps: readonly SequenceStep[]): Promise<Suspicion | undefined> {
    this.#last = steps;
    const { played, suspicion, known } = await this.player.play(steps);
    this.coverage.note(steps, played);
    const blamed = known?.at === undefined ? undefined : steps[known.at];
    if (blamed !== undefined) this.coverage.blame(blamed.kind);
    if (suspicion === undefined || (this.#dropped.get(suspicion.key) ?? 0) >= mostDrops) return undefined;
    return suspicion;
  }

  #tellProgress(): void {
    const { runs, calls } = this.player.tally;
    this.#order.tell({ kind: 'progress', runs, calls, pairs: this.pairs(), leftMs: Math.max(0, this.#leftMs()) });
  }
}

/** One lane: what it finds out of the agent holds for all sequences. */
export const inOneLane = (context: RunContext): RunContext => ({
  ...context,
  transactions: undefined,
  races: { warmed: 0, inTurn: async (race) => await race() },
  lateness: { ...inTime },
  staleness: { isConfirmed: false },
});

/** What a run that judges a sequence is asked for. Nobody makes the agent ask the platform for anything here. */
export const askedOf = (order: SequenceOrder): RunOrder => ({
  ...{
    seed: order.seed,
    tool: order.tool,
    firstCall: order.firstCall,
    measures: order.measures,
    baseline: order.baseline,
  },
  ...{ policy: { strict: order.strict }, bail: false, tell: () => undefined },
  ...{ scenarios: [], selection: { only: [], skip: ['REQ'] } },
});

/** A suspicion that was dropped so often is no news. */
const mostDrops = 3;

/** What can be drawn for this agent: what a scenario of one step could not be played with is left out. */
const worldOf = (context: RunContext): World => {
  const { players, maxStake } = context;
  const canPlay = (step: SequenceStep['step']): boolean =>
    reasonToSkip(context, readSequence([{ kind: 'getBalance', step }])) === undefined;
  return {
    players: players.known.length,
    hasSecondCurrency: canPlay({ getBalance: {}, currency: 'second' }),
    hasSessions: canPlay({ getBalance: {}, session: 'another' }),
    isLimited: maxStake !== undefined,
    hasDecimals: players.known.every(({ currencies }) => currencies.every((currency) => scaleOf(currency) >= 2)),
  };
};
