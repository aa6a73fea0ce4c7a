import * as fc from 'fast-check';
import type { PrintableMap } from '../formats/document/print-document.ts';
import type { Draw, World } from './kind.ts';
import { type KindName, kindOf } from './kinds.ts';
import { racersFor } from './race-kinds.ts';
import { Sequence, type WrittenStep } from './sequence.ts';
import { actionOf, callsOf, groupOf, idOf, namesUsedBy } from './written-step.ts';

/** A step of a sequence, and of which kind it is: the name of one that is drawn, or what its writer calls it. */
export interface SequenceStep {
  readonly kind: string;
  readonly step: WrittenStep;
}

/** Longer sequences seldom find more, and take their time. */
const mostSteps = 14;

type Commands = Iterable<fc.Command<Sequence, SequenceStep[]>>;

/** Commands that write a sequence, each of a kind by its weight. They shrink to fewer steps, then to plainer ones. */
export const drawnCommands = (world: World, weights: ReadonlyMap<KindName, number>): fc.Arbitrary<Commands> => {
  const draw = drawOf(world);
  const steps = [...weights].map(([kind, weight]) => ({
    weight,
    arbitrary: draw.map((drawn) => new WriteStep(kind, drawn)),
  }));
  return fc.commands([fc.oneof(...steps)], { maxCommands: mostSteps, size: 'max' });
};

/** The sequence that commands write. */
export const written = (commands: Commands): SequenceStep[] => {
  const steps: SequenceStep[] = [];
  fc.modelRun(() => ({ model: new Sequence(), real: steps }), commands);
  return steps.length === 0 ? [] : [...withOddIds(steps), lastRead];
};

/** What a sequence has left shows in the end. */
export const lastRead: SequenceStep = { kind: 'getBalance', step: { getBalance: {} } };

/** Ids that are made to look alike may be longer than an agent takes, or hold characters that it does not. */
const withOddIds = (steps: readonly SequenceStep[]): SequenceStep[] => {
  const calls = steps.flatMap(({ step }) => callsOf(step));
  const odd = new Set(calls.filter(isAlike).flatMap((call) => [...namesUsedBy(call), idOf(call) ?? []].flat()));
  const isOdd = (call: WrittenStep): boolean =>
    isAlike(call) || odd.has(idOf(call) ?? '') || namesUsedBy(call).some((name) => odd.has(name));
  const asOdd = (call: WrittenStep): WrittenStep => (isOdd(call) ? { ...call, expect: 'any' } : call);
  return steps.map(({ kind, step }) => {
    const group = groupOf(step);
    return { kind, step: group === undefined ? asOdd(step) : { together: { steps: group.map(asOdd) } } };
  });
};

const isAlike = (call: WrittenStep): boolean => actionOf(call)?.[1]['alike'] !== undefined;

class WriteStep implements fc.Command<Sequence, SequenceStep[]> {
  readonly #kind: KindName;
  readonly #draw: Draw;

  constructor(kind: KindName, draw: Draw) {
    this.#kind = kind;
    this.#draw = draw;
  }

  /** What names an earlier call is written where there is one. */
  check(sequence: Readonly<Sequence>): boolean {
    const { needs } = kindOf(this.#kind);
    return needs === undefined || sequence.has(needs);
  }

  run(sequence: Sequence, steps: SequenceStep[]): void {
    const kind = this.#kind;
    const made = [kindOf(kind).write(this.#draw, sequence)].flat();
    steps.push(...made.map((step) => ({ kind, step })));
  }

  toString(): string {
    return this.#kind;
  }
}

/** What a step is drawn with. Everything shrinks to what comes first: the last call, the plainest amounts and places. */
const drawOf = (world: World): fc.Arbitrary<Draw> =>
  fc.record({
    which: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 3, arbitrary: fc.nat(5) }),
    where: placeOf(world),
    amount: drawnAmount(world),
    other: drawnAmount(world),
    round: fc.constantFrom(undefined, 'r', 's', undefined, 'r'),
    isFinished: fc.boolean().map((isOpen) => !isOpen),
    choice: fc.nat(60),
    count: fc.nat(8),
    racers: fc.array(fc.constantFrom(...racersFor(world)), { minLength: 2, maxLength: 6, size: 'max' }),
  });

const placeOf = ({ players, hasSecondCurrency, hasSessions: canOpen }: World): fc.Arbitrary<PrintableMap> => {
  const others: readonly PrintableMap[] = [
    ...(canOpen ? [{ session: 'another' }] : []),
    { game: 'other' },
    ...(hasSecondCurrency ? [{ currency: 'second' }] : []),
    ...(players > 1 ? [{ player: 2 }] : []),
  ];
  return fc.oneof({ weight: 5, arbitrary: fc.constant({}) }, { weight: 2, arbitrary: fc.constantFrom({}, ...others) });
};

const drawnAmount = ({ hasDecimals }: World): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom('5', '1', '2', '3', '10') },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 40 }).map(String) },
    {
      weight: hasDecimals ? 3 : 0,
      arbitrary: fc.constantFrom('0.1', '0.2', '2.5', '0.01', '19.99', '33.33', '1.15', '0.3'),
    },
  );
