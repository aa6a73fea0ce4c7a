import { type Quirks, quirks } from '../spec/quirks.ts';
import { type Difference, keyOf, type ProposedSetting } from './difference.ts';

/** The settings that decide how a request is answered, and are words. */
const tried = [
  'checkOrder',
  'futureTimestamp',
  'validationDetails',
  'listFilters',
  'bodyLimitStatus',
] as const satisfies readonly (keyof Quirks)[];

/**
 * The differences, those with a setting that a platform under this setting does not show: each value is
 * tried, none is guessed. `compareUnder`: what is unlike when the same request is answered under it.
 */
export const trySettings = async (
  differences: readonly Difference[],
  now: Quirks,
  compareUnder: (setting: Partial<Quirks>) => Promise<readonly Difference[]>,
): Promise<readonly Difference[]> => {
  let told = differences;
  for (const name of tried) {
    for (const value of quirks[name].values.filter((each) => each !== now[name])) {
      if (told.every(({ setting, level }) => setting !== undefined || level === 'note')) return told;
      const left = await compareUnder({ [name]: value });
      // One that makes another difference is no remedy.
      if (left.length >= differences.length) continue;
      const keys = new Set(left.map(keyOf));
      const setting: ProposedSetting = { kind: 'quirk', name, value };
      told = told.map((each) => (each.setting === undefined && !keys.has(keyOf(each)) ? { ...each, setting } : each));
    }
  }
  return told;
};
