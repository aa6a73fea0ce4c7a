import { callbackTypes } from '../spec/callback.ts';
import type { CallbackFault, FaultOrder, OperationFault } from '../spec/fault.ts';
import { callbackFaults, operationFaults } from '../spec/fault.ts';
import { operationNames } from '../spec/operation.ts';
import { refusals } from '../spec/refusal.ts';
import { WalletproofError } from '../spec/walletproof-error.ts';

/**
 * The order with its defaults filled in and nothing else in it.
 * WalletproofError `usage` where it asks for something that does not exist.
 */
export const checkFaultOrder = (order: FaultOrder): FaultOrder => {
  const direction = oneOf(order.direction, ['callback', 'operation'], 'direction');
  const { faults, targets } = directions[direction];
  const fault = oneOf(order.fault, faults, `${direction} fault`);
  return {
    direction,
    fault,
    ...(order.on === undefined ? {} : { on: oneOf(order.on, targets, direction) }),
    ...codeOf(order),
    ...delayOf(order),
    ...(order.times === undefined ? {} : { times: wholeOf(order.times, 'times', mostTimes) }),
  };
};

interface Direction {
  readonly faults: readonly FaultOrder['fault'][];
  readonly targets: readonly string[];
}

const directions: Readonly<Record<FaultOrder['direction'], Direction>> = {
  callback: { faults: Object.keys(callbackFaults) as CallbackFault[], targets: callbackTypes },
  operation: { faults: Object.keys(operationFaults) as OperationFault[], targets: operationNames },
};

interface Range {
  readonly least: number;
  readonly most: number;
}

const mostTimes: Range = { least: 1, most: 1_000_000 };
const delayLimits: Range = { least: 0, most: 60_000 };

const codeOf = ({ fault, code }: FaultOrder): Pick<FaultOrder, 'code'> => {
  if (fault === 'refused') {
    return { code: oneOf(code ?? 'invalid_signature', Object.keys(refusals), 'code of section 7') };
  }
  if (code !== undefined) throw needless('code', 'refused');
  return {};
};

const delayOf = ({ fault, delayMs }: FaultOrder): Pick<FaultOrder, 'delayMs'> => {
  if (fault === 'delayed') return { delayMs: wholeOf(delayMs ?? 1_000, 'delayMs', delayLimits) };
  if (delayMs !== undefined) throw needless('delayMs', 'delayed');
  return {};
};

/** One of the words, by value: the names of what every object has are none. */
const oneOf = <Word extends string>(value: unknown, words: readonly Word[], what: string): Word => {
  const word = words.find((each) => each === value);
  if (word !== undefined) return word;
  throw new WalletproofError(
    'usage',
    `There is no ${what} ${shown(value)}.`,
    `Name one of: ${words.join(', ')}.`,
  );
};

const wholeOf = (value: unknown, name: string, { least, most }: Range): number => {
  if (Number.isInteger(value) && Number(value) >= least && Number(value) <= most) {
    return Number(value);
  }
  throw new WalletproofError(
    'usage',
    `${name} cannot be ${shown(value)}.`,
    `Give a whole number from ${least} to ${most}.`,
  );
};

const needless = (name: string, fault: string): WalletproofError =>
  new WalletproofError(
    'usage',
    `${name} is for the fault ${fault} only.`,
    `Leave ${name} out, or switch ${fault} on.`,
  );

const longest = 60;

/** A value in a message: cut short, its control characters escaped. */
const shown = (value: unknown): string => {
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
};
