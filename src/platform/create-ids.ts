import type { Dice } from '../world/dice.ts';

/** Draws ids that no other platform has: UUIDs in form, a thrown prefix and a counter in fact. */
export const createIds = (dice: Dice): (() => string) => {
  const prefix = `${dice.hex(8)}-${dice.hex(4)}-4${dice.hex(3)}-a${dice.hex(3)}-`;
  let count = 0;
  return () => {
    count += 1;
    return prefix + count.toString(16).padStart(12, '0');
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
