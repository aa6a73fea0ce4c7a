import { describe, expect, it } from '@jest/globals';
import type { ReportedExchange } from '../../src/formats/run.ts';
import { parseScenario } from '../../src/formats/scenario/parse-scenario.ts';
import { judgeWaiting } from '../../src/judge/timing.ts';

const file = 'who-waits.yaml';
const source = `scenario: A player need not wait for the bets of another one
requirements: [CON-10]
players: 2
steps:
  - makeBet: { bet: 3 }
    player: 2
  - together:
      steps:
        - makeBet: { bet: 1 }
        - makeBet: { bet: 3 }
          player: 2
        - makeBet: { bet: 1 }
  - together:
      steps:
        - makeBet: { bet: 1 }
          signature: wrong
        - makeBet: { bet: 3 }
          player: 2
        - makeBet: { bet: 1 }
          signature: wrong
`;
const scenarios = [parseScenario({ text: source, file, knownRequirements: ['CON-10'] })];
/** Where in it a call stands that is timed. */
const lines = { alone: 5, 'beside bets': 10, 'beside refused calls': 17 } as const;

type Timed = Parameters<typeof judgeWaiting>[1][number];

const timed = (label: keyof typeof lines, times: readonly number[], given: Partial<Timed> = {}): Timed[] =>
  times.map((durationMs, n) => ({
    id: `${label}-${n}`,
    scenario: file,
    line: lines[label],
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
    ...timed('beside bets', besideBets ?? [], given),
    ...timed('beside refused calls', besideRefused ?? []),
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
