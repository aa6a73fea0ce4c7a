import { parseAmount } from '../base/money.ts';
import type { Answer } from '../spec/exchange.ts';
import { readAnswer } from '../wire/read-answer.ts';
import type { BalanceReader } from './sent-call.ts';
import { unitsOfAmount } from './units.ts';

/**
 * Reads balances from the bytes of answers: whatever stands around the number was read strictly once.
 * The number itself must be as JSON writes one without an exponent, so that the rest means what it meant.
 */
export const createBalanceReader = (): BalanceReader => {
  const frames: Frame[] = [];
  let learned = 0;
  return {
    read: (answer, scale) => {
      if (answer.kind === 'failed') return undefined;
      for (const frame of frames) {
        if (fits(frame, answer)) return unitsIn(answer.body, frame, scale);
      }
      return undefined;
    },
    learn: (answer) => {
      // An agent that writes the time into each answer has no form that comes again.
      if (learned >= mostLearned) return;
      learned += 1;
      const frame = frameOf(answer);
      if (frame === undefined || frames.some((known) => isSame(known, frame))) return;
      if (frames.length >= mostFrames) frames.shift();
      frames.push(frame);
    },
  };
};

/** The balance of an answer in units, read strictly; undefined where it has none, or more digits. */
export const balanceUnits = (answer: Answer, scale: number): bigint | undefined => {
  const read = readAnswer(answer);
  const amount = read.kind === 'balance' ? parseAmount(read.balance) : undefined;
  return amount && unitsOfAmount(amount, scale);
};

const mostFrames = 4;
const mostLearned = 64;
/** Longer answers are read strictly. */
const longestBody = 4_096;

type Answered = Extract<Answer, { kind: 'answered' }>;

/** An answer without its number. */
interface Frame {
  readonly status: number;
  readonly contentType: string | undefined;
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

const isSame = (one: Frame, other: Frame): boolean =>
  one.status === other.status &&
  one.contentType === other.contentType &&
  Buffer.compare(one.before, other.before) === 0 &&
  Buffer.compare(one.after, other.after) === 0;

/** Byte by byte: most answers have few, and calling Buffer.compare twice takes longer than these. */
const fits = ({ status, contentType, before, after }: Frame, answer: Answered): boolean => {
  const { body } = answer;
  if (answer.status !== status || answer.headers['content-type'] !== contentType) return false;
  const end = body.length - after.length;
  if (end <= before.length) return false;
  for (let at = 0; at < before.length; at += 1) if (body[at] !== before[at]) return false;
  for (let at = 0; at < after.length; at += 1) if (body[end + at] !== after[at]) return false;
  return true;
};

const [minus, point, zero] = [45, 46, 48];
/** Of so many digits a JavaScript number is exact. */
const exactDigits = 15;
/** More are no money; the strict reader says so. */
const mostDigits = 40;

/** The number between, in units of 10^-scale; undefined where it is another token, or has more digits. */
const unitsIn = (body: Uint8Array, { before, after }: Frame, scale: number): bigint | undefined => {
  const end = body.length - after.length;
  const isNegative = body[before.length] === minus;
  const start = before.length + (isNegative ? 1 : 0);
  if (end - start > mostDigits) return undefined;
  const whole = endOfDigits(body, start, end);
  if (whole === start || (body[start] === zero && whole - start > 1)) return undefined;
  const decimals = end - whole - 1;
  if (whole < end && !isFraction(body, { point: whole, end, scale })) return undefined;
  const missing = scale - Math.max(decimals, 0);
  const units = unitsOf(body, { start, end, missing });
  return isNegative ? -units : units;
};

const endOfDigits = (body: Uint8Array, start: number, end: number): number => {
  let at = start;
  while (at < end && isDigit(body[at] ?? 0)) at += 1;
  return at;
};

const isDigit = (byte: number): boolean => byte >= zero && byte <= zero + 9;

interface Fraction {
  readonly point: number;
  readonly end: number;
  readonly scale: number;
}

const isFraction = (body: Uint8Array, fraction: Fraction): boolean => {
  const decimals = fraction.end - fraction.point - 1;
  return (
    body[fraction.point] === point &&
    decimals > 0 &&
    decimals <= fraction.scale &&
    endOfDigits(body, fraction.point + 1, fraction.end) === fraction.end
  );
};

interface Digits {
  readonly start: number;
  readonly end: number;
  /** How many digits the scale has more. */
  readonly missing: number;
}

/** The digits as a whole number, the point left out. */
const unitsOf = (body: Uint8Array, { start, end, missing }: Digits): bigint => {
  if (end - start + missing > exactDigits) return longUnitsOf(body, { start, end, missing });
  let units = 0;
  for (let at = start; at < end; at += 1) {
    const byte = body[at] ?? 0;
    if (byte !== point) units = units * 10 + (byte - zero);
  }
  return BigInt(units * 10 ** missing);
};

const longUnitsOf = (body: Uint8Array, { start, end, missing }: Digits): bigint => {
  const digits = Buffer.from(body.subarray(start, end)).toString('latin1').replace('.', '');
  return BigInt(digits.padEnd(digits.length + missing, '0'));
};

const plainNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** Where the strict reader finds the balance; undefined where it finds none, or one with an exponent. */
const frameOf = (answer: Answer): Frame | undefined => {
  if (answer.kind === 'failed') return undefined;
  const read = readAnswer(answer);
  const isReadable = read.kind === 'balance' && plainNumber.test(read.balance);
  if (!isReadable || answer.body.length > longestBody) return undefined;
  const { status, headers } = answer;
  for (const cut of cutsAt(answer.body, read.balance)) {
    if (isBalance(answer, cut)) return { status, contentType: headers['content-type'], ...cut };
  }
  return undefined;
};

type Cut = Pick<Frame, 'before' | 'after'>;

/** A number that stands in several places of an answer, as 0 does, is tried in so many of them. */
const mostTrials = 64;

/** The body without the number, wherever the same digits stand. */
const cutsAt = (body: Uint8Array, number: string): readonly Cut[] => {
  const bytes = Buffer.from(body);
  const cuts: Cut[] = [];
  let at = bytes.indexOf(number);
  while (at >= 0 && cuts.length < mostTrials) {
    cuts.push({ before: bytes.subarray(0, at), after: bytes.subarray(at + number.length) });
    at = bytes.indexOf(number, at + 1);
  }
  return cuts;
};

/** Whether the strict reader reads as the balance what is put between. */
const isBalance = (answer: Answered, { before, after }: Cut): boolean =>
  ['-314159265358979.25', '27182818284590452'].every((number) => {
    const body = Buffer.concat([before, Buffer.from(number), after]);
    const read = readAnswer({ ...answer, body });
    return read.kind === 'balance' && read.balance === number;
  });
