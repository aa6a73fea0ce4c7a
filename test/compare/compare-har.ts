import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Har } from 'har-format';
import { compareTraffic } from '../../src/compare/compare-traffic.ts';
import type { CompareOptions, Comparison } from '../../src/compare/comparison.ts';
import { openRecording } from '../../src/compare/open-recording.ts';
import { loadGames } from '../../src/formats/load-files.ts';
import { defaultQuirks, type Quirks } from '../../src/spec/quirks.ts';
import { token } from '../platform/open-platform.ts';

const folder = mkdtempSync(join(tmpdir(), 'compare-'));

/** Compares a recording as a file. */
export const compareHar = async (
  har: Har,
  quirks: Partial<Quirks> = {},
  options: Partial<CompareOptions> = {},
): Promise<Comparison> => {
  const file = join(folder, 'traffic.har');
  writeFileSync(file, JSON.stringify(har));
  return await comparePath(file, quirks, options);
};

export const comparePath = async (
  path: string,
  quirks: Partial<Quirks> = {},
  options: Partial<CompareOptions> = {},
): Promise<Comparison> =>
  await compareTraffic(await openRecording(path), {
    agents: [],
    token,
    games: await loadGames(),
    quirks: { ...defaultQuirks, ...quirks },
    onError: (error) => {
      throw error;
    },
    ...options,
  });

/** Each difference in a line. */
export const told = ({ differences }: Comparison): string[] =>
  differences.map(({ of, kind, field, recorded, here }) => `${of} ${kind} ${field}: ${recorded} | ${here}`);
