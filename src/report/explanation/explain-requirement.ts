import { findings } from '../../spec/finding.ts';
import { findingsOf } from '../../spec/findings-of.ts';
import type { Requirement } from '../../spec/requirement.ts';
import { sections } from '../../spec/sections.ts';
import { shellCommand } from '../shell-command.ts';
import type { RequirementExplanation } from './explanation.ts';
import type { Library } from './library.ts';

/** A requirement with all that belongs to it: why it is there, what breaks it and what shows it. */
export const explainRequirement = (
  requirement: Requirement,
  { scenarios, defects }: Library,
): RequirementExplanation => {
  const { id, level, section, title, why, judgedBy } = requirement;
  const own = defects.filter((defect) => defect.requirement === id);
  return {
    kind: 'requirement',
    ...{ id, level, section, heading: sections[section] ?? '', title, why, judgedBy },
    defects: own.map(({ name, sentence }) => ({ name, sentence })),
    scenarios: scenarios
      .filter((each) => each.requirements.includes(id))
      .map(({ file, title: fact }) => ({ file, title: fact })),
    findings: findingsOf(requirement).map((code) => ({ code, sentence: findings[code].sentence })),
    commands: commandsFor(requirement, own[0]?.name),
  };
};

const commandsFor = ({ id, judgedBy }: Requirement, defect: string | undefined): string[] => {
  const only = ['--only', id];
  const commands = [
    ...(defect === undefined ? [] : [['walletproof', 'demo', '--defect', defect, ...only]]),
    ['walletproof', 'test', agentUrl, ...only],
    ...(judgedBy === 'requests' ? [['walletproof', 'serve', agentUrl]] : []),
  ];
  return commands.map(shellCommand);
};

const agentUrl = 'http://127.0.0.1:8080/callback';
