import type { FindingCode } from '../../spec/finding.ts';
import { findings } from '../../spec/finding.ts';
import type { FindingRecord } from '../../spec/finding-record.ts';
import { findingsOf } from '../../spec/findings-of.ts';
import type { Requirement } from '../../spec/requirement.ts';
import { requirements } from '../../spec/requirements/catalogue.ts';
import type { FindingExplanation } from './explanation.ts';
import type { KnownDefect, Library } from './library.ts';

/** A finding with the requirements that it breaks and the defects that show it. */
export const explainFinding = (code: FindingCode, library: Library): FindingExplanation => {
  const { weight, sentence, hint }: FindingRecord = findings[code];
  const showing = defectsShowing(code, library);
  return {
    kind: 'finding',
    ...{ code, weight, sentence, hint },
    requirements: brokenBy(code).map(({ id, level, title }) => ({ id, level, title })),
    defects: showing.map(({ name, sentence: told }) => ({ name, sentence: told })),
    commands: showing.slice(0, 1).map(({ name }) => `walletproof demo --defect ${name}`),
  };
};

/** The requirement that the finding names comes first. */
const brokenBy = (code: FindingCode): Requirement[] => {
  const { breaks }: FindingRecord = findings[code];
  const able = requirements.filter((requirement) => findingsOf(requirement).includes(code));
  return [...able.filter(({ id }) => id === breaks), ...able.filter(({ id }) => id !== breaks)];
};

/** Those whose own requirement it breaks come before those where it only follows. */
const defectsShowing = (code: FindingCode, { defects, shownBy }: Library): KnownDefect[] => {
  const placeOf = ({ name }: KnownDefect): number => shownBy[name]?.indexOf(code) ?? -1;
  return defects
    .filter((defect) => placeOf(defect) >= 0)
    .toSorted((one, other) => placeOf(one) - placeOf(other));
};
