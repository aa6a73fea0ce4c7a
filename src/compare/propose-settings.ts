import type { ConfigurationChange } from '../formats/edit-configuration.ts';
import type { CountedDifference, ProposedSetting } from './difference.ts';

/** A proposed line of the configuration, and what it is for. */
export interface Proposal {
  readonly change: ConfigurationChange;
  /** How many differences of those that are listed it takes away. */
  readonly remedies: number;
}

/** The settings that the differences propose, each once; names of fields are gathered. */
export const proposeSettings = (
  differences: readonly CountedDifference[],
  names: Readonly<Record<string, string>>,
): Proposal[] => {
  const proposals = new Map<string, Proposal>();
  for (const { setting } of differences) {
    if (setting === undefined) continue;
    const key = setting.kind === 'quirk' ? setting.name : `dialect ${setting.agentId}`;
    const before = proposals.get(key);
    proposals.set(key, {
      change: changeOf(setting, before?.change, names),
      remedies: (before?.remedies ?? 0) + 1,
    });
  }
  return [...proposals.values()];
};

const changeOf = (
  setting: ProposedSetting,
  before: ConfigurationChange | undefined,
  names: Readonly<Record<string, string>>,
): ConfigurationChange => {
  if (setting.kind === 'dialect') return setting;
  if (setting.name !== 'freespinsFields') return setting;
  const known = before?.kind === 'quirk' ? (before.value as typeof names) : names;
  return { ...setting, value: { ...known, ...(setting.value as typeof names) } };
};
