import { describe, expect, it } from '@jest/globals';
import { loadReportSchema } from '../../src/formats/load-report.ts';
import type { LoadParts } from '../../src/load/conclude-load.ts';
import { mergeReports } from '../../src/load/merge-reports.ts';
import { mostBreaches } from '../../src/load/tally.ts';
import { percentilesOf } from '../../src/report/load/histograms.ts';
import { WalletproofError } from '../../src/spec/walletproof-error.ts';
import { breachOf, histogramOf, loadOf, partsOf, secondOf } from './made-up-load.ts';

const sliceOf = (index: number, count: number, changes: Partial<LoadParts> = {}) => ({
  file: `slice-${index}.json`,
  report: loadOf({ slices: [{ index, count }], ...changes }),
});

const moneyOf = (changes: object) => partsOf().money.map((money) => ({ ...money, ...changes }));

const merged = mergeReports([
  sliceOf(2, 2, {
    startedAt: '2026-03-01T12:00:00.500Z',
    durationMs: 3000,
    latency: { makeBet: histogramOf(20, 30) },
    seconds: [secondOf(1, { backlog: 4, latency: { rollback: histogramOf(2) } }), secondOf(2)],
    errors: [{ type: 'makeBet', said: 'HTTP 503', count: 2 }],
    money: moneyOf({
      staked: '0.2',
      drift: '0.00',
      residues: [{ player: 'p', residue: '1.00' }],
    }),
    struck: { races: 2, rollbacks: 1 },
  }),
  sliceOf(1, 2, { errors: [{ type: 'makeBet', said: 'HTTP 503', count: 1 }] }),
]);

describe('two slices of a load', () => {
  it('are one report, whole and conformant', () => {
    expect(loadReportSchema.safeParse(merged).success).toBe(true);
    expect(merged).toMatchObject({ verdict: 'conformant', reasons: [], durationMs: 3000 });
    expect(merged.startedAt).toBe('2026-03-01T12:00:00.000Z');
    expect(merged.slices).toEqual([
      { index: 1, count: 2 },
      { index: 2, count: 2 },
    ]);
    expect(merged.asked).toEqual(partsOf().asked);
  });

  it('have their counts added', () => {
    expect(merged).toMatchObject({
      callbacks: { getBalance: 8, makeBet: 32 },
      judged: 40,
      struck: { races: 3, rollbacks: 1 },
      errors: [{ type: 'makeBet', said: 'HTTP 503', count: 3 }],
      health: { workers: 2, cpuMs: 1800, heapBytes: 100_000_000 },
    });
  });

  it('have their histograms added', () => {
    expect(percentilesOf(merged.latency.makeBet)).toEqual(percentilesOf(histogramOf(5, 6, 7, 8, 9, 20, 30)));
    expect(percentilesOf(merged.latency.getBalance)?.count).toBe(2);
    expect(percentilesOf(merged.health.lateness)?.count).toBe(6);
  });
});

describe('seconds and money of two slices', () => {
  it('have their seconds joined by number', () => {
    expect(merged.seconds.map(({ second, asked }) => [second, asked])).toEqual([
      [0, 10],
      [1, 20],
      [2, 10],
    ]);
    expect(merged.seconds[1]).toMatchObject({ backlog: 4, underWay: 2 });
    expect(Object.keys(merged.seconds[1]?.latency ?? {})).toEqual(['makeBet', 'rollback']);
  });

  it('have their money added exactly, with the digits of the longest', () => {
    expect(merged.money).toEqual([
      {
        currency: 'USD',
        players: 40,
        staked: '100.30',
        won: '180.40',
        rolledBack: '2.00',
        drift: '0.00',
        residues: [{ player: 'p', residue: '1.00' }],
      },
    ]);
    const cents = mergeReports([
      sliceOf(1, 2, { money: moneyOf({ staked: '0.1' }) }),
      sliceOf(2, 2, { money: moneyOf({ staked: '90071992547409930.2' }) }),
    ]);
    expect(cents.money[0]?.staked).toBe('90071992547409930.3');
  });
});

describe('breaches of several slices', () => {
  it('are kept up to a bound, some of each code, and all counted', () => {
    const many = Array.from({ length: 20 }, () => breachOf());
    const one = breachOf({
      code: 'double-application',
      requirement: 'IDEM-06',
      restsOn: 'balance',
    });
    const merged = mergeReports([
      sliceOf(1, 2, { breaches: many, breachCounts: { 'lost-update': 70 } }),
      sliceOf(2, 2, {
        breaches: [one],
        breachCounts: { 'lost-update': 2, 'double-application': 1 },
      }),
    ]);
    expect(merged.breaches).toHaveLength(mostBreaches);
    expect(merged.breaches[1]).toEqual(one);
    expect(merged.breaches[0]?.evidence).toHaveLength(2);
    expect(merged).toMatchObject({
      verdict: 'nonconformant',
      breachCounts: { 'lost-update': 72, 'double-application': 1 },
      reasons: ['73 breaches: lost-update 72, double-application 1'],
    });
  });

  it('are judged with the doubts of all slices', () => {
    const breaches = [breachOf({ restsOn: 'balance' })];
    const doubt = {
      reason: 'unexplained',
      about: 'money' as const,
      count: 1,
      parked: 1,
      player: 'load-9',
      evidence: [],
    };
    const merged = mergeReports([
      sliceOf(1, 2, { breaches, breachCounts: { 'lost-update': 1 } }),
      sliceOf(2, 2, { doubts: [doubt] }),
    ]);
    expect(merged.verdict).toBe('inconclusive');
  });
});

it('doubts of several slices are one, with the calls of the first', () => {
  const doubt = { reason: 'unexplained', count: 2, parked: 1, player: 'load-9', evidence: [] };
  const merged = mergeReports([
    sliceOf(1, 2, { doubts: [doubt] }),
    sliceOf(2, 2, { doubts: [{ ...doubt, player: 'load-11' }] }),
  ]);
  expect(merged.doubts).toEqual([{ ...doubt, count: 4, parked: 2 }]);
});

it('different errors are told up to a bound, and the others counted', () => {
  const errors = Array.from({ length: 60 }, (_, index) => ({
    type: 'makeBet' as const,
    said: `HTTP 500 id ${index}`,
    count: 1,
  }));
  const merged = mergeReports([sliceOf(1, 1, { errors })]);
  expect(merged.errors).toHaveLength(51);
  expect(merged.errors.at(-1)).toEqual({ type: 'makeBet', said: 'something else', count: 10 });
});

describe('slices that are no whole load', () => {
  it('leave the verdict open where one is missing, and name it', () => {
    const merged = mergeReports([sliceOf(1, 4), sliceOf(4, 4)]);
    expect(merged.verdict).toBe('inconclusive');
    expect(merged.reasons).toEqual(['Slices 2, 3 of 4 are missing: what they saw is unknown']);
    expect(mergeReports([sliceOf(2, 2)]).reasons).toEqual(['Slice 1 of 2 is missing: what it saw is unknown']);
  });

  it('are nonconformant with a breach, whatever is missing', () => {
    const breach = { breaches: [breachOf()], breachCounts: { 'lost-update': 1 } };
    expect(mergeReports([sliceOf(1, 2, breach)]).verdict).toBe('nonconformant');
  });

  it('are merged in several goes', () => {
    const half = { file: 'half.json', report: mergeReports([sliceOf(1, 3), sliceOf(3, 3)]) };
    const merged = mergeReports([half, sliceOf(2, 3)]);
    expect(merged).toMatchObject({ verdict: 'conformant', judged: 60 });
    expect(merged.slices.map(({ index }) => index)).toEqual([1, 2, 3]);
  });
});

const errorOf = (given: Parameters<typeof mergeReports>[0]): WalletproofError => {
  try {
    mergeReports(given);
  } catch (error) {
    if (error instanceof WalletproofError) return error;
  }
  throw new Error('no error');
};

describe('what cannot be merged is refused', () => {
  it.each([
    [
      'a slice given twice',
      [sliceOf(1, 2), { ...sliceOf(1, 2), file: 'again.json' }],
      'again.json has slice 1 of 2, which slice-1.json has, too',
    ],
    ['a file given twice', [sliceOf(1, 2), sliceOf(1, 2)], 'slice-1.json has slice 1 of 2, and is given twice'],
    [
      'another nonce',
      [sliceOf(1, 2), sliceOf(2, 2, { nonce: 'n2' })],
      'slice-2.json is of another load than slice-1.json: its nonce is n2, not n1',
    ],
    [
      'another count',
      [sliceOf(1, 2), sliceOf(2, 3)],
      'slice-2.json is of another load than slice-1.json: it is of 3 slices, not of 2',
    ],
    ['nothing', [], 'There is no report to merge'],
  ])('%s', (_what, given, words) => {
    const { code, message } = errorOf(given);
    expect(code).toBe('usage');
    expect(message).toContain(words);
  });
});
