import { parseDuration } from '../../spec/duration.ts';
import type {
  LaunchStep,
  PackStep,
  RawStep as RawBodyStep,
  RepeatStep,
  RestartStep,
  Step,
  TogetherStep,
} from '../../spec/scenario.ts';
import type { RawStep } from '../../spec/schemas/step.ts';
import type { Cursor } from '../document/cursor.ts';
import { innerSteps } from './inner-steps.ts';
import { toDecimal } from './to-amount.ts';
import { toCall } from './to-call.ts';
import { toExpectation, toOptions } from './to-options.ts';

/** A step as the runner plays it, from one that its schema has checked. */
export const toStep = (raw: RawStep, cursor: Cursor): Step =>
  toCall(raw, cursor) ??
  toRaw(raw, cursor) ??
  toTogether(raw, cursor) ??
  toRepeat(raw, cursor) ??
  toRestart(raw, cursor) ??
  toLaunch(raw, cursor) ??
  toPack(raw, cursor) ?? {
    kind: 'wait',
    place: cursor.place(),
    durationMs: parseDuration(raw.wait ?? '') ?? 0,
  };

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

const toTogether = ({ together }: RawStep, cursor: Cursor): TogetherStep | undefined => {
  if (together === undefined) return undefined;
  const calls = innerSteps(together, cursor.at('together')).flatMap(
    ({ raw, cursor: at }) => toCall(raw, at) ?? [],
  );
  const steps = Array.from({ length: together.count }, () => calls).flat();
  return { kind: 'together', place: cursor.place(), steps };
};

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
  return {
    kind: 'launch',
    place: cursor.place(),
    ...(fault === undefined ? {} : { fault }),
    ...(username === undefined ? {} : { username }),
  };
};

const toPack = (raw: RawStep, cursor: Cursor): PackStep | undefined => {
  if (raw.pack === undefined) return undefined;
  const { id, total, wins, bets } = raw.pack;
  return {
    kind: 'pack',
    place: cursor.place(),
    ...(id === undefined ? {} : { id }),
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
