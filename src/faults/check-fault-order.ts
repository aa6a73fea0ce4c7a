import type { FaultOrder } from '../formats/fault.ts';
import { callbackTypes } from '../spec/callback.ts';
import { namesOf } from '../spec/closed-list.ts';
import { callbackFaults, faultLimits, operationFaults } from '../spec/fault.ts';
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
  const { on, times } = order;
  return {
    direction,
    fault,
    on: on === undefined ? undefined : oneOf(on, targets, direction),
    code: codeOf(order),
    delayMs: delayOf(order),
    times: times === undefined ? undefined : wholeOf(times, 'times'),
  };
};

interface Direction {
  readonly faults: readonly FaultOrder['fault'][];
  readonly targets: readonly FaultOrder['on'][];
}

const directions: Readonly<Record<FaultOrder['direction'], Direction>> = {
  callback: { faults: namesOf(callbackFaults), targets: callbackTypes },
  operation: { faults: namesOf(operationFaults), targets: operationNames },
};

const codeOf = ({ fault, code }: FaultOrder): FaultOrder['code'] => {
  if (fault === 'refused') {
    return oneOf(code ?? faultLimits.code.byDefault, namesOf(refusals), 'code of section 7');
  }
  if (code !== undefined) throw needless('code', 'refused');
  return undefined;
};

const delayOf = ({ fault, delayMs }: FaultOrder): number | undefined => {
  if (fault === 'delayed') return wholeOf(delayMs ?? faultLimits.delayMs.byDefault, 'delayMs');
  if (delayMs !== undefined) throw needless('delayMs', 'delayed');
  return undefined;
};

/** One of the words, by value: the names of what every object has are none. */
const oneOf = <const Word>(value: unknown, words: readonly Word[], what: string): Word => {
  const word = words.find((each) => each === value);
  if (word !== undefined) return word;
  throw new WalletproofError(
    'usage',
    `There is no ${what} ${shown(value)}.`,
    `Name one of: ${words.join(', ')}.`,
  );
};

const wholeOf = (value: unknown, name: 'delayMs' | 'times'): number => {
  const { least, most } = faultLimits[name];
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
