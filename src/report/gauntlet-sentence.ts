import type { GauntletResult } from '../spec/run.ts';
import { gauntletRows } from './gauntlet-rows.ts';

/** How many ways the agent survived, and what else is to say. Nothing of it fails a run. */
export const gauntletSentence = (gauntlet: GauntletResult): string => {
  const rows = gauntletRows(gauntlet);
  const survived = rows.filter((row) => row.survived === 'yes').length;
  const left = (gauntlet.residue ?? []).map((account) => `Left with the player: ${account}.`);
  const counted = `${survived} of ${rows.length} valid ways to write callbacks survived.`;
  return [counted, ...(gauntlet.note === undefined ? [] : [gauntlet.note]), ...left].join(' ');
};
