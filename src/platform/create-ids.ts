import type { Dice } from '../base/dice.ts';

/**
 * Draws ids that no other platform has: UUIDs in form, a counter and a thrown end in fact. They
 * differ where they begin: whether an agent cuts ids is for a scenario to tell, on purpose.
 */
export const createIds = (dice: Dice): (() => string) => {
  const end = `-${dice.hex(4)}-4${dice.hex(3)}-a${dice.hex(3)}-${dice.hex(12)}`;
  let count = 0;
  return () => {
    count += 1;
    return count.toString(16).padStart(8, '0') + end;
  };
};

const draws = 6;

const largest = 0xff_ff_ff;

/** The secret part of a launch link: 36 hexadecimal digits, 144 bits of the dice. */
export const createLinkKey = (dice: Dice): string => {
  let key = '';
  for (let draw = 0; draw < draws; draw += 1) {
    key += dice.integer(0, largest).toString(16).padStart(6, '0');
  }
  return key;
};

/** What such a key looks like. */
export const linkKeyPattern = /^[0-9a-f]{36}$/;
