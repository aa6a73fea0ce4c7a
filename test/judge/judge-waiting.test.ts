import { describe, expect, it } from '@jest/globals';
import type { ReportedExchange } from '../../src/formats/run.ts';
import { judgeWaiting } from '../../src/judge/timing.ts';

const file = 'who-waits.yaml';
const scenarios = [{ file, requirements: ['CON-10'] }];

type Timed = Parameters<typeof judgeWaiting>[1][number];

const timed = (label: string, times: readonly number[], given: Partial<Timed> = {}): Timed[] =>
  times.map((durationMs, n) => ({
    id: `${label}-${n}`,
    scenario: file,
    label: `makeBet (${label})`,
    status: 200,
    durationMs,
    together: label === 'alone' ? undefined : 9,
    ...given,
  }));

/** What was said of calls that took so long alone, beside bets and beside refused calls. */
const told = (
  [alone, besideBets, besideRefused]: readonly (readonly number[])[],
  given: Partial<ReportedExchange> = {},
): unknown =>
  judgeWaiting(scenarios, [
    ...timed('alone', alone ?? []),
    ...timed('beside bets of another player', besideBets ?? [], given),
    ...timed('beside refused calls of another player', besideRefused ?? []),
  ]).map(({ message }) => message);

const unclear: [string, number[][]][] = [
  [
    'where it waits no longer',
    [
      [6, 6, 7],
      [8, 9, 7],
      [7, 6, 8],
    ],
  ],
  [
    'where it does not always wait',
    [
      [6, 6, 7],
      [54, 9, 60],
      [7, 6, 8],
    ],
  ],
  [
    'where refused calls cost as much: the machine is busy',
    [
      [6, 6, 7],
      [54, 55, 60],
      [50, 48, 8],
    ],
  ],
  [
    'where it is a few milliseconds',
    [
      [1, 1, 1],
      [9, 8, 9],
      [1, 1, 2],
    ],
  ],
  [
    'where too few were timed',
    [
      [6, 6, 7],
      [54, 55],
      [7, 6, 8],
    ],
  ],
];

describe('a player who waits for another one', () => {
  it('is noted with what each call of the other costs', () => {
    expect(
      told([
        [6, 6, 7],
        [54, 55, 60],
        [7, 6, 8],
      ]),
    ).toEqual([
      'A call of one player took 55 ms beside 8 bets of another player, 6 ms alone and 7 ms beside as many calls that are refused at once: it waited for them, about 6 ms for each.',
    ]);
  });

  it.each(unclear)('is not, %s', (_, times) => {
    expect(told(times)).toEqual([]);
  });

  it('is not by calls that were late because we were', () => {
    expect(
      told(
        [
          [6, 6, 7],
          [54, 55, 60],
          [7, 6, 8],
        ],
        { lagMs: 40 },
      ),
    ).toEqual([]);
  });
});
