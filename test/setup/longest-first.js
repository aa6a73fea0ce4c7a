// @ts-check
import { statSync } from 'node:fs';
import { basename } from 'node:path';

/** What takes longest, so that it does not begin last; everything else by size. */
const long = [
  'defects-',
  'serve.',
  'e2e-dashboard',
  'run',
  'judge',
  'hostile-',
  'e2e-',
  'load',
  'games',
  'formats',
  'cli',
];

/** @param {{ path: string }} test */
const rankOf = ({ path }) => {
  const rank = long.findIndex((part) => basename(path).startsWith(part));
  return rank === -1 ? long.length : rank;
};

/**
 * @template {{ path: string }} T
 * @param {readonly T[]} tests
 */
const longestFirst = (tests) =>
  tests
    .map((test) => ({ test, rank: rankOf(test), size: statSync(test.path).size }))
    .toSorted((a, b) => a.rank - b.rank || b.size - a.size)
    .map(({ test }) => test);

/** The order in which Jest begins the test files. */
// biome-ignore lint/style/noDefaultExport: Jest asks for one
export default class LongestFirst {
  sort = longestFirst;
  /** Nothing is remembered from run to run. */
  cacheResults() {}
  allFailedTests = longestFirst;
  /**
   * @template {{ path: string }} T
   * @param {readonly T[]} tests
   * @param {{ shardIndex: number, shardCount: number }} shard
   */
  shard = (tests, { shardIndex, shardCount }) =>
    longestFirst(tests).filter((_, index) => index % shardCount === shardIndex - 1);
}
