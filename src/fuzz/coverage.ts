import type { Dice } from '../base/dice.ts';
import { renderTable } from '../base/text-table.ts';
import { oldestFirst } from '../ledger/chain.ts';
import type { PlayedScenario } from '../run/play-scenario.ts';
import { namesOf } from '../spec/closed-list.ts';
import { type Situation, situations } from '../spec/situation.ts';
import type { SequenceStep } from './draw.ts';
import { type KindName, kindOf } from './kinds.ts';

/** What the call before another was, to the wallet. */
const groups = {
  start: [],
  balance: ['balance', 'balance-with-freespins', 'probe'],
  makeBet: [
    'bet',
    'bet-and-win',
    'win',
    'win-below-zero',
    'zero',
    'refused-bet-again',
    'late-bet',
    'foreign-duplicate',
  ],
  repeated: ['duplicate', 'rolled-back-bet-again'],
  rollback: ['rollback-of-bet', 'rollback-of-bet-and-win', 'rollback-of-win', 'rollback-of-spent-win'],
  'no rollback': [
    'rollback-again',
    'rollback-unknown',
    'rollback-of-refused',
    'rollback-in-other-currency',
    'foreign-rollback',
  ],
  refused: [
    'bet-above-balance',
    'bad-signature',
    'odd-signature',
    'malformed',
    'invalid',
    'unknown-player',
    'unknown-currency',
    'amount-written-otherwise',
    'fine-amount',
  ],
  'at once': ['together'],
} as const satisfies Readonly<Record<string, readonly Situation[]>>;

type Group = keyof typeof groups;

const groupNames = namesOf(groups);

const groupOf = (situation: Situation): Group =>
  groupNames.find((name) => (groups[name] as readonly Situation[]).includes(situation)) ?? 'balance';

/** What sequences never come to: nothing in them is written so, or the judge has another word for it there. */
const unreachable: ReadonlySet<Situation> = new Set([
  'odd-signature',
  'malformed',
  'amount-written-otherwise',
  'fine-amount',
  'probe',
]);

/** The transitions of the ledger that sequences come to. */
export const transitions: readonly Situation[] = namesOf(situations).filter((each) => !unreachable.has(each));

/** How often each transition of the ledger was seen, by what came before it. */
export type SeenTransitions = Readonly<Partial<Record<Situation, Readonly<Partial<Record<Group, number>>>>>>;

/** How many pairs of kinds of steps came, of how many there are. */
export interface SeenPairs {
  readonly seen: number;
  readonly all: number;
}

/** What was seen by now, and what is to be drawn next. */
export class Coverage {
  readonly #seen: Partial<Record<Situation, Partial<Record<Group, number>>>> = {};
  /** How often one kind of step came right after another one. */
  readonly #pairs = new Map<string, Map<string, number>>();
  /** How often a known breach was met at that kind of step. */
  readonly #blamed = new Map<string, number>();

  note(steps: readonly SequenceStep[], { trail }: Pick<PlayedScenario, 'trail'>): void {
    let before: Group = 'start';
    for (const { situation } of oldestFirst(trail)) {
      if (situation === undefined) continue;
      const row = this.#seen[situation] ?? {};
      this.#seen[situation] = { ...row, [before]: (row[before] ?? 0) + 1 };
      before = groupOf(situation);
    }
    for (const [at, { kind }] of steps.entries()) {
      const last = steps[at - 1];
      if (last === undefined) continue;
      const row = this.#pairs.get(last.kind) ?? new Map<string, number>();
      this.#pairs.set(last.kind, row.set(kind, (row.get(kind) ?? 0) + 1));
    }
  }

  /** A breach that is known already was met there: the steps are drawn less often, for what comes after them is not judged. */
  blame(kind: string): void {
    this.#blamed.set(kind, (this.#blamed.get(kind) ?? 0) + 1);
  }

  /** How often each kind is to be drawn now: some of the pairs that came least often come more often. */
  weights(kinds: readonly KindName[], dice: Dice): ReadonlyMap<KindName, number> {
    const pairs = dice.shuffle(kinds.flatMap((one) => kinds.map((other) => [one, other] as const)));
    const countOf = ([one, other]: readonly [KindName, KindName]): number => this.#pairs.get(one)?.get(other) ?? 0;
    const rare = pairs.toSorted((a, b) => countOf(a) - countOf(b)).slice(0, rarePairs);
    const focus = new Set(rare.flat());
    return new Map(
      kinds.map((name) => {
        const { weight } = kindOf(name);
        const blamed = this.#blamed.get(name) ?? 0;
        return [name, Math.max(1, Math.round((usual * weight * (focus.has(name) ? raised : 1)) / (1 + blamed)))];
      }),
    );
  }

  pairs(kinds: readonly KindName[]): SeenPairs {
    const seen = kinds.flatMap((one) => kinds.filter((other) => (this.#pairs.get(one)?.get(other) ?? 0) > 0)).length;
    return { seen, all: kinds.length ** 2 };
  }

  seen(): SeenTransitions {
    return this.#seen;
  }
}

/** A weight of 1, in the whole numbers that draw. */
const usual = 10;
/** So many times as often as usual comes what is in focus. */
const raised = 8;
const rarePairs = 3;

/** The transitions by what came before them, and how often: lines of text. A row of zeros is a transition that never came. */
export const transitionTable = (seen: SeenTransitions): string[] => {
  const count = (transition: Situation, group: Group): number => seen[transition]?.[group] ?? 0;
  const sum = (transition: Situation): number => groupNames.reduce((all, group) => all + count(transition, group), 0);
  return renderTable([
    { head: 'transition', align: 'left', cells: [...transitions] },
    { head: 'all', align: 'right', cells: transitions.map((each) => String(sum(each))) },
    ...groupNames.map((group) => ({
      head: group === 'start' ? 'at the start' : `after ${group}`,
      align: 'right' as const,
      cells: transitions.map((each) => String(count(each, group))),
    })),
  ]);
};

/** The transitions that a fuzz has not come to. */
export const missingTransitions = (seen: SeenTransitions): readonly Situation[] =>
  transitions.filter((each) => Object.keys(seen[each] ?? {}).length === 0);
