import { parseDuration } from '../../base/quantities.ts';
import type { Cursor } from '../document/cursor.ts';
import { toAlike } from './alike.ts';
import { toAmount, toDecimal } from './amount.ts';
import { toFields } from './field-values.ts';
import type {
  CallOptions,
  CallStep,
  ClockStep,
  EarlierStep,
  Expectation,
  GetBalanceStep,
  LaunchStep,
  MakeBetStep,
  OthersStep,
  PackStep,
  PatienceStep,
  RawBodyStep,
  RepeatStep,
  ResendStep,
  RestartStep,
  RollbackStep,
  Step,
  TogetherStep,
  WaitStep,
} from './scenario.ts';
import type { RawStep } from './scenario-schema.ts';
import { innerSteps } from './written-calls.ts';

/** A step as the runner plays it, from one that its schema has checked. */
export const toStep = (raw: RawStep, cursor: Cursor): Step =>
  toCall(raw, cursor) ??
  toRaw(raw, cursor) ??
  toTogether(raw, cursor) ??
  toRepeat(raw, cursor) ??
  toRestart(raw, cursor) ??
  toLaunch(raw, cursor) ??
  toClock(raw, cursor) ??
  toPack(raw, cursor) ??
  toOthers(raw, cursor) ??
  toEarlier(raw, cursor) ??
  toWait(raw, cursor);

const toOthers = (raw: RawStep, cursor: Cursor): OthersStep | undefined =>
  raw.others === undefined
    ? undefined
    : {
        kind: 'others',
        place: cursor.place(),
        count: raw.others,
        options: toOptions(raw, cursor),
      };

const toEarlier = (raw: RawStep, cursor: Cursor): EarlierStep | undefined =>
  raw.earlier === undefined ? undefined : { kind: 'earlier', place: cursor.place(), options: toOptions(raw, cursor) };

const toWait = ({ wait = '' }: RawStep, cursor: Cursor): WaitStep | PatienceStep =>
  wait === 'patience'
    ? { kind: 'patience', place: cursor.place() }
    : { kind: 'wait', place: cursor.place(), durationMs: parseDuration(wait) ?? 0 };

const toRaw = (step: RawStep, cursor: Cursor): RawBodyStep | undefined => {
  if (step.raw === undefined) return undefined;
  const { raw, expect } = step;
  const base = { kind: 'raw', place: cursor.place(), expect: toExpectation(expect) } as const;
  if (typeof raw === 'string') {
    return { ...base, method: 'POST', body: raw, contentType: 'application/json', signed: true };
  }
  const { method, body, content_type: contentType, signed } = raw;
  return { ...base, method, body, contentType, signed };
};

const toTogether = ({ together }: RawStep, cursor: Cursor): TogetherStep | RepeatStep | undefined => {
  if (together === undefined) return undefined;
  const at = cursor.at('together');
  const steps = callsOfGroup(together, at);
  const base = { kind: 'together', place: cursor.place(), steps } as const;
  if (together.beside === undefined) return base;
  const rows = Object.entries(together.beside).map(([row, group]): TogetherStep => {
    const rowAt = at.at('beside', row);
    const calls = callsOfGroup(group, rowAt);
    const title = `${steps.every(({ kind }) => kind === 'makeBet') ? 'bets' : 'calls'} beside ${row}`;
    return { ...base, place: rowAt.place(), steps: inTurns(calls, steps), title, row: calls };
  });
  return { kind: 'repeat', place: cursor.place(), count: 1, steps: rows };
};

type RawGroup = Pick<NonNullable<RawStep['together']>, 'count' | 'step' | 'steps'>;

const callsOfGroup = (group: RawGroup, cursor: Cursor): CallStep[] => {
  const calls = innerSteps(group, cursor).flatMap(({ raw, cursor: at }) => toCall(raw, at) ?? []);
  return Array.from({ length: group.count }, () => calls).flat();
};

/** One of the row, one of those beside it: these come last, for a row that writes back what it read. */
const inTurns = (ones: readonly CallStep[], others: readonly CallStep[]): CallStep[] =>
  Array.from({ length: Math.max(ones.length, others.length) }, (_, n) =>
    [ones[n], others[n]].filter((call) => call !== undefined),
  ).flat();

const toRepeat = ({ repeat }: RawStep, cursor: Cursor): RepeatStep | undefined => {
  if (repeat === undefined) return undefined;
  const inner = innerSteps(repeat, cursor.at('repeat'));
  const steps = inner.map(({ raw, cursor: at }) => toStep(raw, at));
  return { kind: 'repeat', place: cursor.place(), count: repeat.count, steps };
};

const toRestart = ({ restart }: RawStep, cursor: Cursor): RestartStep | undefined =>
  restart === undefined ? undefined : { kind: 'restart', place: cursor.place() };

const toLaunch = ({ launch }: RawStep, cursor: Cursor): LaunchStep | undefined => {
  if (launch === undefined) return undefined;
  const { fault, username } = launch;
  return { kind: 'launch', place: cursor.place(), fault, username };
};

const toClock = ({ clock }: RawStep, cursor: Cursor): ClockStep | undefined =>
  clock === undefined ? undefined : { kind: 'clock', place: cursor.place(), order: clock };

const toPack = (raw: RawStep, cursor: Cursor): PackStep | undefined => {
  if (raw.pack === undefined) return undefined;
  const { id, total, wins, bets } = raw.pack;
  return {
    kind: 'pack',
    place: cursor.place(),
    id,
    total,
    wins: fill(wins, total, cursor.at('pack', 'wins')),
    bets: fill(bets, total, cursor.at('pack', 'bets')),
    options: toOptions(raw, cursor),
  };
};

/** One decimal for each spin; 0 for those not listed. */
const fill = (raw: readonly (number | string)[], total: number, cursor: Cursor): string[] => {
  const given = raw.map((value, index) => toDecimal(value, cursor.at(index)));
  return [...given, ...Array.from({ length: total - given.length }, () => '0')];
};

/** A call step with its defaults; undefined when the step is no call. */
const toCall = (raw: RawStep, cursor: Cursor): CallStep | undefined =>
  toGetBalance(raw, cursor) ?? toMakeBet(raw, cursor) ?? toRollback(raw, cursor) ?? toResend(raw, cursor);

const baseOf = (raw: RawStep, cursor: Cursor) => ({
  place: cursor.place(),
  options: toOptions(raw, cursor),
});

const toGetBalance = (raw: RawStep, cursor: Cursor): GetBalanceStep | undefined => {
  if (raw.getBalance === undefined) return undefined;
  const { freespins } = raw.getBalance;
  const base = { kind: 'getBalance', ...baseOf(raw, cursor) } as const;
  if (freespins === undefined) return base;
  const { played, total, is_finish: isFinish = played >= total, accumulated_win: win } = freespins;
  const winAt = cursor.at('getBalance', 'freespins', 'accumulated_win');
  return { ...base, freespins: { played, total, isFinish, accumulatedWin: toDecimal(win, winAt) } };
};

const toMakeBet = (raw: RawStep, cursor: Cursor): MakeBetStep | undefined => {
  if (raw.makeBet === undefined) return undefined;
  const { id, bet, win, round, transaction_of: transactionOf } = raw.makeBet;
  return {
    kind: 'makeBet',
    ...baseOf(raw, cursor),
    id,
    bet: toAmount(bet, cursor.at('makeBet', 'bet')),
    win: toAmount(win, cursor.at('makeBet', 'win')),
    round,
    roundFinished: raw.makeBet.round_finished,
    transactionOf,
    alike: toAlike(raw.makeBet.alike),
  };
};

const toRollback = (raw: RawStep, cursor: Cursor): RollbackStep | undefined => {
  if (raw.rollback === undefined) return undefined;
  const { id, of } = raw.rollback;
  const alike = toAlike(raw.rollback.alike);
  return { kind: 'rollback', ...baseOf(raw, cursor), id, of, alike };
};

const toResend = (raw: RawStep, cursor: Cursor): ResendStep | undefined => {
  if (raw.resend === undefined) return undefined;
  const [changed] = Object.keys(raw.changed ?? {});
  const base = { kind: 'resend', ...baseOf(raw, cursor), changed } as const;
  if (typeof raw.resend === 'string') return { ...base, call: raw.resend, as: 'exact' };
  const { call, as, bet, win } = raw.resend;
  return {
    ...base,
    call,
    as,
    bet: bet === undefined ? undefined : toAmount(bet, cursor.at('resend', 'bet')),
    win: win === undefined ? undefined : toAmount(win, cursor.at('resend', 'win')),
  };
};

/** The options beside a call, with their defaults; who and where only when they are written. */
const toOptions = (raw: RawStep, cursor: Cursor): CallOptions => ({
  ...toSignature(raw.signature),
  tamper: toFields(raw.tamper, cursor.at('tamper')),
  fields: {
    ...toFields(raw.fields, cursor.at('fields')),
    ...toFields(changedFields(raw), cursor.at('changed')),
  },
  without: raw.without ?? [],
  wire: raw.wire ?? 'table',
  twice: toFields(raw.twice, cursor.at('twice')),
  expect: toExpectation(raw.expect),
  lose: raw.lose,
  player: raw.player,
  session: raw.changed?.session_id ?? raw.session,
  game: raw.game,
  currency: raw.currency,
  http: raw.http,
  about: raw.about,
});

const toSignature = (raw: RawStep['signature'] = 'valid'): Pick<CallOptions, 'signature' | 'forgedFrom'> =>
  typeof raw === 'string' ? { signature: raw } : { signature: raw.forged, forgedFrom: raw.of };

/** A session is named, and its id is the runner's to know; every other field is set. */
const changedFields = ({ changed }: RawStep): Readonly<Record<string, unknown>> =>
  changed === undefined || changed.session_id !== undefined ? {} : changed;

/** The ledger decides where the writer says nothing. */
const toExpectation = (raw: RawStep['expect']): Expectation => {
  if (raw === undefined) return { kind: 'ledger' };
  if (raw === 'refused' || raw === 'any') return { kind: raw };
  const { refused } = raw;
  return { kind: 'refused', code: typeof refused === 'string' ? refused : refused.own };
};
