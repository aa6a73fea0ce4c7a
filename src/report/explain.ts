import { shellCommand } from '../base/shell-command.ts';
import type { Scenario } from '../formats/scenario/scenario.ts';
import { type FindingCode, type FindingRecord, findings } from '../spec/finding.ts';
import { findingsOf } from '../spec/findings-of.ts';
import type { Requirement } from '../spec/requirement.ts';
import { requirements, sections } from '../spec/requirements/catalogue.ts';
import { type MistakeCode, signatureMistakes } from '../spec/signature-mistakes.ts';
import type { PlatformExplanation } from './explain-platform.ts';

/** A mistake that the example agent can be told to make, and the requirement that it is there to break. */
export interface KnownDefect {
  readonly name: string;
  readonly sentence: string;
  readonly requirement: string;
}

/** What there is to explain with, besides the catalogue itself. */
export interface Library {
  readonly scenarios: readonly Pick<Scenario, 'file' | 'title' | 'requirements'>[];
  readonly defects: readonly KnownDefect[];
  /** The findings that a run against each defect gives, those of its own requirement first. */
  readonly shownBy: Readonly<Record<string, readonly FindingCode[]>>;
}

/** A requirement with all that belongs to it: why it is there, what breaks it and what shows it. */
export const explainRequirement = (requirement: Requirement, { scenarios, defects }: Library) => {
  const { id, level, section, source, title, why, judgedBy } = requirement;
  const own = defects.filter((defect) => defect.requirement === id);
  return {
    kind: 'requirement' as const,
    ...{ id, level, section, source, heading: sections[section] ?? '', title, why, judgedBy },
    defects: own.map(({ name, sentence }) => ({ name, sentence })),
    scenarios: scenarios
      .filter((each) => each.requirements.includes(id))
      .map(({ file, title: fact }) => ({ file, title: fact })),
    findings: findingsOf(requirement).map((code) => ({ code, sentence: findings[code].sentence })),
    commands: commandsFor(requirement, own[0]?.name),
  };
};

export type RequirementExplanation = ReturnType<typeof explainRequirement>;

const agentUrl = 'http://127.0.0.1:8080/callback';

const commandsFor = ({ id, judgedBy }: Requirement, defect: string | undefined): string[] => {
  const only = ['--only', id];
  const commands = [
    ...(defect === undefined ? [] : [['walletproof', 'demo', '--defect', defect, ...only]]),
    ['walletproof', 'test', agentUrl, ...only],
    ...(judgedBy === 'requests' ? [['walletproof', 'serve', agentUrl]] : []),
  ];
  return commands.map(shellCommand);
};

/** A finding with the requirements that it breaks and the defects that show it. */
export const explainFinding = (code: FindingCode, library: Library) => {
  const { weight, byEffect, sentence, hint }: FindingRecord = findings[code];
  const showing = defectsShowing(code, library);
  return {
    kind: 'finding' as const,
    ...{ code, weight, byEffect, sentence, hint },
    requirements: brokenBy(code).map(({ id, level, title }) => ({ id, level, title })),
    defects: showing.map(({ name, sentence: told }) => ({ name, sentence: told })),
    commands: showing.slice(0, 1).map(({ name }) => `walletproof demo --defect ${name}`),
  };
};

export type FindingExplanation = ReturnType<typeof explainFinding>;

/** Those whose own requirement it breaks come before those where it only follows. */
const defectsShowing = (code: FindingCode, { defects, shownBy }: Library): KnownDefect[] => {
  const placeOf = ({ name }: KnownDefect): number => shownBy[name]?.indexOf(code) ?? -1;
  return defects.filter((defect) => placeOf(defect) >= 0).toSorted((one, other) => placeOf(one) - placeOf(other));
};

/** The requirement that the finding names comes first. */
const brokenBy = (code: FindingCode): Requirement[] => {
  const { breaks }: FindingRecord = findings[code];
  const able = requirements.filter((requirement) => findingsOf(requirement).includes(code));
  return [...able.filter(({ id }) => id === breaks), ...able.filter(({ id }) => id !== breaks)];
};

/** A mistake in signing, as the closed list has it. */
export const explainMistake = (code: MistakeCode) => {
  const { sentence, remedy } = signatureMistakes[code];
  const commands = [
    'walletproof explain body.json --signature HEX --token TOKEN',
    'walletproof sign body.json --token TOKEN --json',
  ];
  return { kind: 'mistake' as const, code, sentence: general(sentence), remedy: general(remedy), commands };
};

export type MistakeExplanation = ReturnType<typeof explainMistake>;

/** A text of the list without the field of a request. */
const general = (text: string): string => text.replaceAll('{field}', 'FIELD');

/** What one name stands for, where that is more than one thing. */
export interface SeveralExplanations {
  readonly kind: 'several';
  readonly name: string;
  readonly explanations: readonly Exclude<Explanation, SeveralExplanations>[];
}

/** What `explain` tells, as its `--json` prints it. */
export type Explanation =
  | RequirementExplanation
  | FindingExplanation
  | MistakeExplanation
  | PlatformExplanation
  | SeveralExplanations;
