import type { Printable, PrintableMap } from '../formats/document/print-document.ts';
import { namesOf } from '../spec/closed-list.ts';
import { forgeries, type Loss, losses } from '../spec/fault.ts';
import type { likenesses } from '../spec/likeness.ts';
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
  pick,
  type World,
} from './kind.ts';
import { raceKinds } from './race-kinds.ts';
import type { Sequence, WrittenStep } from './sequence.ts';

const bet = ({ amount, ...draw }: Draw, sequence: Sequence) => makeBet({ bet: amount }, { amount, ...draw }, sequence);

/** Fields of a duplicate that may have changed. An agent may look at some of them first, and refuse what it does not have. */
const changes: readonly [WrittenStep, ...WrittenStep[]] = [
  { changed: { game_round_id: 'another-round' } },
  { changed: { round_finished: false } },
  { changed: { language: 'de' }, expect: 'any' },
  { changed: { player_username: 'Somebody else' }, expect: 'any' },
  { changed: { game_id: 102 }, expect: 'any' },
];

const badSignatures = ['wrong', 'none', 'empty', 'truncated', 'suffixed', 'other-agent', 'other-body'] as const;

const forgedKeys = namesOf(forgeries).filter((name) => name !== 'reused' && name !== 'known-request-id');

/** Whatever its id, a transaction of its own. */
const alikes: readonly [Printable, ...Printable[]] = [
  'twin',
  'case',
  'zeros',
  'number',
  'digits',
  'start',
  'wildcard',
  'percent',
  'dashes',
  'moved',
  'letter',
  'accent',
  'emoji',
  'invisible',
  'compatible',
  'unicode',
  ...[32, 36, 64, 100, 128, 255].map((prefix) => ({ prefix })),
  ...[':', '\u0000', ' '].map((after) => ({ after })),
] satisfies readonly (keyof typeof likenesses | PrintableMap)[] as [Printable, ...Printable[]];

/** The id of a makeBet of its own that is there already, and how another one is like it. */
const alikeTo = (key: 'of' | 'transaction_of', draw: Draw, sequence: Sequence): PrintableMap => {
  const of = sequence.earlierAlone(draw.which);
  return of === undefined ? {} : { [key]: of, alike: sequence.likeness(of, pick(alikes, draw)) };
};

const lossesOf = (arrives: 'whole' | 'part') =>
  namesOf(losses).filter((loss) => losses[loss].arrives === arrives) as [Loss, ...Loss[]];

const lostAnswers = lossesOf('whole');
const cutOff = lossesOf('part');

/** What comes after a makeBet without an answer, as the settings of a delivery may say: it again, its rollback, or both. */
const delivered = (call: string, { count, choice }: Draw, sequence: Sequence): WrittenStep[] => {
  const rollback = (): WrittenStep => ({ rollback: { of: call, id: sequence.name('rollback') } });
  const again: WrittenStep = { resend: choice % 2 === 0 ? call : { call, as: 'new-request-id' } };
  if (count % 3 === 0) return [rollback()];
  return count % 3 === 1 ? [again] : [again, rollback()];
};

/** Every kind of step that a sequence is made of. A row each: what it is, how often it comes, how it is written. */
export const kinds = {
  getBalance: {
    meaning: 'a getBalance',
    weight: 4,
    write: ({ where }) => ({ getBalance: {}, ...where }),
  },
  bet: { meaning: 'a bet', weight: 10, write: bet },
  win: {
    meaning: 'a win without a bet',
    weight: 6,
    write: (draw, sequence) => makeBet({ bet: '0', win: draw.amount }, draw, sequence),
  },
  'bet that wins': {
    meaning: 'a bet and a win in one makeBet',
    weight: 8,
    write: (draw, sequence) => makeBet({ bet: draw.amount, win: draw.other }, draw, sequence),
  },
  'makeBet of nothing': {
    meaning: 'a makeBet that moves nothing',
    weight: 2,
    write: (draw, sequence) => makeBet({ bet: '0' }, draw, sequence),
  },
  'bet of the whole balance': {
    meaning: 'a bet of all there is',
    weight: 4,
    isFor: isFree,
    write: (draw, sequence) => makeBet({ bet: 'balance' }, draw, sequence),
  },
  'bet above the balance': {
    meaning: 'a bet that must be refused, at times though its own win would cover it',
    weight: 8,
    isFor: isFree,
    write: (draw, sequence) => {
      const won = draw.choice % 4 === 0 ? { win: more(draw.amount, 1) } : {};
      return makeBet({ bet: `balance + ${draw.amount}`, ...won }, draw, sequence);
    },
  },
  duplicate: {
    meaning: 'an earlier call, the same bytes',
    weight: 6,
    needs: 'makeBet',
    write: (draw, sequence) => ({ resend: named(sequence, 'makeBet', draw) }),
  },
  'duplicate with a new request_id': {
    meaning: 'an earlier makeBet, signed again',
    weight: 4,
    needs: 'makeBet',
    write: (draw, sequence) => ({ resend: { call: named(sequence, 'makeBet', draw), as: 'new-request-id' } }),
  },
  'duplicate with other amounts': {
    meaning: 'an earlier transaction_id with other amounts',
    weight: 3,
    needs: 'makeBet',
    write: (draw, sequence) => ({
      resend: { call: named(sequence, 'makeBet', draw), as: 'conflict', bet: draw.amount, win: draw.other },
    }),
  },
  'duplicate with one field changed': {
    meaning: 'an earlier makeBet with another round, language, username or game',
    weight: 4,
    needs: 'makeBet',
    write: (draw, sequence) => ({
      resend: { call: named(sequence, 'makeBet', draw), as: 'new-request-id' },
      ...pick(changes, draw),
    }),
  },
  'duplicate in another session': {
    meaning: 'an earlier makeBet in another session of its player',
    weight: 3,
    isFor: hasSessions,
    needs: 'makeBet',
    write: (draw, sequence) => ({
      resend: { call: named(sequence, 'makeBet', draw), as: 'new-request-id' },
      changed: { session_id: 'another' },
    }),
  },
  "another player's transaction_id": {
    meaning: "a makeBet with the id of another player's",
    weight: 1,
    isFor: hasTwoPlayers,
    needs: 'makeBet',
    write: (draw, sequence) => ({
      makeBet: { bet: draw.amount, transaction_of: named(sequence, 'makeBet', draw) },
      player: 2,
    }),
  },
  'transaction_id that looks alike': {
    meaning: 'a makeBet whose id looks like an earlier one',
    weight: 5,
    needs: 'makeBet',
    write: (draw, sequence) => ({
      makeBet: { bet: draw.amount, ...alikeTo('transaction_of', draw, sequence), id: sequence.name('makeBet') },
    }),
  },
  rollback: {
    meaning: 'the rollback of an earlier makeBet',
    weight: 12,
    needs: 'makeBet',
    write: (draw, sequence) => {
      const of = named(sequence, 'makeBet', draw);
      return { rollback: { of, id: sequence.name('rollback') } };
    },
  },
  'spent win': {
    meaning: 'a win that is staked, and then rolled back',
    weight: 3,
    isFor: isFree,
    write: (draw, sequence) => {
      const win = sequence.name('makeBet');
      const bet = draw.choice % 2 === 0 ? '0' : draw.other;
      return [
        { makeBet: { id: win, bet, win: draw.amount } },
        { makeBet: { id: sequence.name('makeBet'), bet: 'balance' } },
        { rollback: { of: win, id: sequence.name('rollback') } },
      ];
    },
  },
  'rollbacks of two alike': {
    meaning: 'two makeBets with the same amounts, and the rollbacks of both',
    weight: 2,
    write: (draw, sequence) => {
      const [one, other] = [sequence.name('makeBet'), sequence.name('makeBet')];
      const won = draw.choice % 2 === 0 ? {} : { win: draw.other };
      const amounts = { bet: draw.amount, ...won, ...inRound(draw.round, false) };
      return [
        { makeBet: { id: one, ...amounts } },
        { makeBet: { id: other, ...amounts } },
        { rollback: { of: one, id: sequence.name('rollback') } },
        { rollback: { of: other, id: sequence.name('rollback') } },
      ];
    },
  },
  'rollback, the same bytes': {
    meaning: 'an earlier rollback once more',
    weight: 2,
    needs: 'rollback',
    write: (draw, sequence) => ({ resend: named(sequence, 'rollback', draw) }),
  },
  'rollback in another session': {
    meaning: 'a rollback in another session of the player',
    weight: 3,
    isFor: hasSessions,
    needs: 'makeBet',
    write: (draw, sequence) => ({ rollback: { of: named(sequence, 'makeBet', draw) }, session: 'another' }),
  },
  'rollback in another currency': {
    meaning: 'a rollback that names the second currency',
    weight: 1,
    isFor: hasSecond,
    needs: 'makeBet',
    write: (draw, sequence) => ({ rollback: { of: named(sequence, 'makeBet', draw) }, currency: 'second' }),
  },
  "rollback of another player's": {
    meaning: "a rollback that names another player's transaction",
    weight: 1,
    isFor: hasTwoPlayers,
    needs: 'makeBet',
    write: (draw, sequence) => ({ rollback: { of: named(sequence, 'makeBet', draw) }, player: 2 }),
  },
  'rollback of an id that looks alike': {
    meaning: 'a rollback whose id looks like an earlier one',
    weight: 2,
    needs: 'makeBet',
    write: (draw, sequence) => ({ rollback: alikeTo('of', draw, sequence) }),
  },
  'rollback of nothing': {
    meaning: 'a rollback of a transaction that never was',
    weight: 4,
    write: ({ where }, sequence) => ({ rollback: { id: sequence.name('rollback') }, ...where }),
  },
  'makeBet after its rollback': {
    meaning: 'a makeBet that comes after its rollback',
    weight: 2,
    needs: 'rollback',
    write: (draw, sequence) => ({
      makeBet: { bet: draw.amount, win: draw.other, transaction_of: named(sequence, 'rollback', draw) },
    }),
  },
  'makeBet lost on the way': {
    meaning: 'a makeBet that gets no answer, and what a delivery does then',
    weight: 2,
    write: (draw, sequence) => {
      const call = sequence.name('makeBet');
      const won = draw.count % 2 === 0 ? {} : { win: draw.other };
      return [
        { makeBet: { id: call, bet: draw.amount, ...won }, lose: pick(lostAnswers, draw) },
        ...delivered(call, draw, sequence),
      ];
    },
  },
  'rollback lost on the way': {
    meaning: 'a rollback that gets no answer, and comes again',
    weight: 1,
    needs: 'makeBet',
    write: (draw, sequence) => {
      const call = sequence.name('rollback');
      const of = named(sequence, 'makeBet', draw);
      return [{ rollback: { of, id: call }, lose: pick(lostAnswers, draw) }, { resend: call }];
    },
  },
  'cut off': {
    meaning: 'a call that never arrives whole, and what comes after it',
    weight: 1,
    write: (draw, sequence) => {
      const call = sequence.name('makeBet');
      const next: WrittenStep = draw.count % 2 === 0 ? { getBalance: {} } : { resend: call };
      return [
        { makeBet: { id: call, bet: draw.amount }, lose: pick(cutOff, draw) },
        { ...next, about: 'after a call that was cut off' },
      ];
    },
  },
  'pack of free spins': {
    meaning: 'a pack, from its start to its settled win',
    weight: 3,
    write: (draw, sequence) => ({
      pack: {
        ...(draw.choice % 3 === 0 ? {} : { id: sequence.name('pack') }),
        total: 1 + (draw.count % 2),
        ...(draw.choice % 3 === 0 ? {} : { wins: [draw.count === 4 ? more(draw.amount, 150) : draw.amount] }),
        ...(draw.choice % 2 === 0 ? {} : { bets: [draw.other] }),
      },
    }),
  },
  'progress of free spins': {
    meaning: 'a getBalance that carries the progress of a pack',
    weight: 4,
    write: (draw) => ({
      getBalance: {
        freespins: {
          played: 1 + (draw.choice % 3),
          total: 2,
          accumulated_win: draw.choice % 2 > 0 ? draw.amount : '0',
        },
      },
    }),
  },
  'bad signature': {
    meaning: 'a makeBet signed wrong; the same transaction may come again, signed right',
    weight: 5,
    write: (draw, sequence) => ({
      makeBet: { id: sequence.name('makeBet'), bet: draw.amount },
      signature: pick(badSignatures, draw),
    }),
  },
  'bad signature on an earlier transaction': {
    meaning: 'an earlier makeBet, signed wrong',
    weight: 1,
    needs: 'makeBet',
    write: (draw, sequence) => ({ resend: named(sequence, 'makeBet', draw), signature: pick(badSignatures, draw) }),
  },
  'forged signature': {
    meaning: 'a bet signed as a forger would try',
    weight: 1,
    write: (draw) => ({
      makeBet: { bet: '0', win: draw.amount },
      signature: { forged: pick(forgedKeys as [string, ...string[]], draw) },
    }),
  },
  'signature of an earlier call': {
    meaning: 'a win with the signature of an earlier call',
    weight: 2,
    needs: 'makeBet',
    write: (draw, sequence) => ({
      makeBet: { bet: '0', win: draw.amount },
      signature: {
        forged: draw.choice % 2 === 0 ? 'reused' : 'known-request-id',
        of: named(sequence, 'makeBet', draw),
      },
    }),
  },
  'altered after signing': {
    meaning: 'a win that was raised after it was signed',
    weight: 2,
    write: (draw) => ({ makeBet: { bet: '0', win: draw.amount }, tamper: { win: 500 } }),
  },
  'incomplete makeBet': {
    meaning: 'a makeBet without a field that it needs',
    weight: 2,
    write: (draw, sequence) => ({
      makeBet: { id: sequence.name('makeBet'), bet: draw.amount, win: draw.other },
      without: [pick(['win', 'bet'], draw)],
    }),
  },
  'unknown account': {
    meaning: 'a call for a player that the agent does not have, or in a currency that the player does not have',
    weight: 3,
    write: (draw) => {
      const bet = { makeBet: { bet: draw.amount } };
      const unknown = { player: 'unknown' };
      return {
        ...pick<WrittenStep>(
          [
            { getBalance: {}, ...unknown },
            { ...bet, ...unknown },
            { ...bet, currency: 'ZZZ' },
          ],
          draw,
        ),
        expect: 'any',
      };
    },
  },
  ...raceKinds,
  wait: {
    meaning: 'a moment without a call',
    weight: 1,
    write: (draw) => ({ wait: pick(['20ms', '100ms', '300ms'], draw) }),
  },
  others: {
    meaning: 'many other transactions',
    weight: 1,
    write: (draw) => ({ others: pick([20, 30, 120], draw) }),
  },
  'vast amount': {
    meaning: 'an amount beyond what columns and numbers hold',
    weight: 4,
    isPoison: true,
    isFor: isFree,
    write: (draw, sequence) => ({
      makeBet: {
        id: sequence.name('makeBet'),
        bet: '0',
        win: pick(['16777217.01', '2147483648.01', '4294967297.01'], draw),
      },
    }),
  },
  'impossible amount': {
    meaning: 'an amount that no number holds, or that is none',
    weight: 3,
    isPoison: true,
    write: (draw) => ({
      makeBet: { bet: draw.amount },
      fields: { bet: pick<Printable>([{ json: '1e309' }, { json: '-1e309' }, -5, 'five'], draw) },
      expect: 'any',
    }),
  },
} satisfies Readonly<Record<string, Kind>>;

export type KindName = keyof typeof kinds;

export const kindOf = (name: KindName): Kind => kinds[name];

export const kindNames = namesOf(kinds);

/** The kinds that can be drawn in such a world. */
export const kindsFor = (world: World, { withPoison }: { readonly withPoison: boolean }): readonly KindName[] =>
  kindNames.filter((name) => {
    const { isFor, isPoison } = kindOf(name);
    return isFor?.(world) !== false && (withPoison || isPoison !== true);
  });
