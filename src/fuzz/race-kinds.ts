import {
  type Draw,
  hasSecond,
  hasSessions,
  hasTwoPlayers,
  inRound,
  isFree,
  type Kind,
  makeBet,
  more,
  named,
  type World,
} from './kind.ts';
import type { Sequence, WrittenStep } from './sequence.ts';

const together = (steps: readonly WrittenStep[]): WrittenStep => ({ together: { steps } });

const times = <T>(count: number, make: (place: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));

/** Sums of these tell which of them there are. */
const powers = (place: number): string => String(3 ** (place % 5));

const betOf = (place: number, sequence: Sequence): WrittenStep => ({
  makeBet: { id: sequence.name('makeBet'), bet: powers(place) },
});

/** A call of a group. */
interface Racer {
  readonly isFor?: (world: World) => boolean;
  /** It names an earlier makeBet. */
  readonly needs?: 'makeBet';
  readonly write: (place: number, draw: Draw, sequence: Sequence) => WrittenStep;
}

const racingBet: Racer = { write: (place, _, sequence) => betOf(place, sequence) };

const racers: readonly Racer[] = [
  racingBet,
  { write: () => ({ getBalance: {} }) },
  { needs: 'makeBet', write: (_, draw, sequence) => ({ rollback: { of: named(sequence, 'makeBet', draw) } }) },
  { needs: 'makeBet', write: (_, draw, sequence) => ({ resend: named(sequence, 'makeBet', draw) }) },
  { write: (place, _, sequence) => ({ makeBet: { id: sequence.name('makeBet'), bet: '0', win: powers(place) } }) },
  {
    write: (place, { amount }, sequence) => ({
      makeBet: { id: sequence.name('makeBet'), bet: more(amount, 20), win: powers(place) },
    }),
  },
  { isFor: hasSessions, write: (place, _, sequence) => ({ ...betOf(place, sequence), session: 'another' }) },
  { write: () => ({ getBalance: { freespins: { played: 1, total: 3 } } }) },
  { write: () => ({ getBalance: {}, fields: { player_username: 'Renamed' }, expect: 'any' }) },
  { write: () => ({ rollback: {} }) },
  { isFor: isFree, write: (_, { amount }) => ({ makeBet: { bet: `balance + ${more(amount, 200)}` } }) },
  { write: (place, _, sequence) => ({ ...betOf(place, sequence), game: 'other' }) },
  { isFor: hasSecond, write: (place, _, sequence) => ({ ...betOf(place, sequence), currency: 'second' }) },
];

/** A call of a group, by the number of its racer; a bet where it would name an earlier one and there is none. */
const racerOf = (number: number, place: number, draw: Draw, sequence: Sequence): WrittenStep => {
  const racer = racers[number] ?? racingBet;
  const isMissing = racer.needs !== undefined && !sequence.has(racer.needs);
  return (isMissing ? racingBet : racer).write(place, draw, sequence);
};

/** The numbers of the racers that can be drawn in such a world. */
export const racersFor = (world: World): number[] =>
  racers.flatMap(({ isFor }, number) => (isFor?.(world) === false ? [] : [number]));

/** Kinds of steps whose calls are under way at the same time. */
export const raceKinds = {
  'at once': {
    meaning: 'calls of all kinds that are under way at the same time',
    weight: 6,
    write: (draw, sequence) => together(draw.racers.map((racer, place) => racerOf(racer, place, draw, sequence))),
  },
  'bets beside another call': {
    meaning: 'new bets, and several times another call between them',
    weight: 5,
    write: (draw, sequence) => {
      const [racer = 0] = draw.racers;
      return together(
        times(2 + (draw.count % 3), (place) => [
          betOf(place, sequence),
          racerOf(racer, place + 3, { ...draw, which: draw.which + place + 1 }, sequence),
        ]).flat(),
      );
    },
  },
  'duplicates at once': {
    meaning: 'a new bet several times at once',
    weight: 2,
    write: (draw, sequence) => {
      const first = makeBet({ bet: draw.amount }, { ...draw, round: undefined, where: {} }, sequence);
      const again = { resend: named(sequence, 'makeBet', { ...draw, which: 0 }) };
      return together([first, ...times(1 + (draw.count % 3), () => again)]);
    },
  },
  'rollbacks at once': {
    meaning: 'an earlier makeBet rolled back several times at once',
    weight: 2,
    needs: 'makeBet',
    write: (draw, sequence) =>
      together(times(2 + (draw.count % 3), () => ({ rollback: { of: named(sequence, 'makeBet', draw) } }))),
  },
  'a makeBet, its duplicate and its rollback at once': {
    meaning: 'an earlier makeBet again, and its rollback, at the same time',
    weight: 3,
    needs: 'makeBet',
    write: (draw, sequence) => {
      const of = named(sequence, 'makeBet', draw);
      return together([{ resend: of }, ...times(1 + (draw.count % 2), () => ({ rollback: { of } }))]);
    },
  },
  'bets of all there is at once': {
    meaning: 'more bets at once than the balance covers',
    weight: 1,
    isFor: isFree,
    write: (draw) => together(times(2 + (draw.count % 3), () => ({ makeBet: { bet: 'balance' } }))),
  },
  'players at once': {
    meaning: 'two players in one round at the same time',
    weight: 3,
    isFor: hasTwoPlayers,
    write: (draw, sequence) =>
      together(
        times(2 + (draw.count % 5), (place) => ({
          makeBet: {
            id: sequence.name('makeBet'),
            ...(draw.choice % 2 === 0 ? { bet: powers(place) } : { bet: '0', win: powers(place) }),
            ...inRound(draw.round, false),
          },
          ...(place % 2 === 0 ? {} : { player: 2 }),
        })),
      ),
  },
} satisfies Readonly<Record<string, Kind>>;
