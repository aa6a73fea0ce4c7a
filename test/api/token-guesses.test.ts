import { expect, it } from '@jest/globals';
import { createTokenGuesses } from '../../src/api/token-guesses.ts';

/** Guesses at a time that the test moves. */
const open = () => {
  const time = { ms: 1_700_000_000_000 };
  const guesses = createTokenGuesses(() => time.ms);
  /** Guesses wrong as soon as it is looked at; how long that was waited for, in seconds. */
  const waits = (address: string, times: number): readonly number[] =>
    Array.from({ length: times }, () => {
      const waitMs = guesses.waitMs(address);
      time.ms += waitMs;
      guesses.noteWrong(address);
      return waitMs / 1_000;
    });
  return { ...guesses, time, waits };
};

it('has the next guess wait after five wrong ones, longer each time, and locks then', () => {
  const { waits } = open();
  const quarter = 15 * 60;
  expect(waits('10.0.0.1', 13)).toEqual([0, 0, 0, 0, 0, 1, 2, 4, 8, 16, quarter, quarter, quarter]);
});

it('leaves other addresses alone', () => {
  const { waits, waitMs } = open();
  waits('10.0.0.1', 10);
  expect(waitMs('10.0.0.2')).toBe(0);
  expect(waitMs('10.0.0.1')).toBe(15 * 60_000);
});

it('forgets a wrong guess every quarter of an hour', () => {
  const { waits, waitMs, time } = open();
  waits('10.0.0.1', 10);
  time.ms += 15 * 60_000 - 1;
  expect(waitMs('10.0.0.1')).toBe(1);
  time.ms += 1;
  expect(waitMs('10.0.0.1')).toBe(0);
  time.ms += 10 * 15 * 60_000;
  expect(waits('10.0.0.1', 6)).toEqual([0, 0, 0, 0, 0, 1]);
});

it.each([
  ['::ffff:10.0.0.1', '10.0.0.1'],
  ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9'],
  ['2001:db8::1', '2001:db8:0:0:1:2:3:4'],
  ['fe80::1%eth0', 'fe80::2'],
])('counts %s and %s as one', (one, other) => {
  const { waits, waitMs } = open();
  waits(one, 10);
  expect(waitMs(other)).toBeGreaterThan(0);
});

it.each([
  ['10.0.0.1', '::ffff:10.0.0.2'],
  ['2001:db8:1:2::1', '2001:db8:1:3::1'],
  ['2001:db8::1', '2001:db8:0:1:1:2:3:4'],
  ['::1', '10.0.0.1'],
])('counts %s and %s as two', (one, other) => {
  const { waits, waitMs } = open();
  waits(one, 10);
  expect(waitMs(other)).toBe(0);
});

it('gives nobody more guesses who has many addresses', () => {
  const { noteWrong, waitMs, time } = open();
  const hourMs = 3_600_000;
  const start = time.ms;
  let guessed = 0;
  // An address that was never seen for each guess, at every second of an hour.
  for (let second = 0; second < hourMs / 1_000; second += 1) {
    const address = `10.${second >> 16}.${(second >> 8) & 255}.${second & 255}`;
    if (waitMs(address) === 0) {
      noteWrong(address);
      guessed += 1;
    }
    time.ms = start + (second + 1) * 1_000;
  }
  expect(guessed).toBe(61);
});

it('takes an address for what it is that is none', () => {
  const { waits, waitMs } = open();
  waits('', 10);
  expect([waitMs('') > 0, waitMs('nonsense')]).toEqual([true, 0]);
});
