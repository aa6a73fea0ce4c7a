import type { Finding } from '../formats/judgement.ts';

/** A file of the user's own repository, named from its root, and a line of it. */
export interface OwnPlace {
  readonly file: string;
  readonly line?: number;
}

/** What in the user's own repository a report may point at: never at a file of this package. */
export interface OwnPlaces {
  /** The agent in the configuration; absent where there is no file. */
  readonly configuration?: OwnPlace;
  /** Where a scenario lies that is the user's own; undefined for those of this package. */
  ownFile(scenario: string): string | undefined;
}

/** For reports of which nobody knows whose files they are about. */
export const noPlaces: OwnPlaces = { ownFile: () => undefined };

/** The step of the user's own scenario that shows a finding, else the agent in the configuration. */
export const ownPlaceOf = (
  finding: Pick<Finding, 'scenario' | 'line'> | undefined,
  { configuration, ownFile }: OwnPlaces,
): OwnPlace | undefined => {
  const file = finding && ownFile(finding.scenario);
  return file === undefined ? configuration : { file, line: finding?.line };
};
