import type { Run } from '../../spec/run.ts';
import { baselineLines } from './baseline-lines.ts';
import { breachParts } from './breach-parts.ts';
import { dialectLines } from './dialect-lines.ts';
import { gauntletLines } from './gauntlet-lines.ts';
import { groupLines } from './group-lines.ts';
import { headlineLines } from './headline-lines.ts';
import { knownLines } from './known-lines.ts';
import { observationLines } from './observation-lines.ts';
import type { Page } from './page.ts';
import { residueLines } from './residue-lines.ts';
import { summaryLine } from './summary-line.ts';
import { unjudgedLines } from './unjudged-lines.ts';
import { warningParts } from './warning-parts.ts';

/** A finished run for people: the verdict, the groups, each breach with its evidence, the rest in short. */
export const renderRun = (run: Run, page: Page): string => {
  const parts = [
    headlineLines(run, page),
    groupLines(run, page),
    ...breachParts(run, page),
    ...warningParts(run, page),
    knownLines(run, page),
    baselineLines(run, page),
    unjudgedLines(run, page),
    observationLines(run, page),
    dialectLines(run, page),
    gauntletLines(run, page),
    residueLines(run, page),
    [summaryLine(run, page)],
  ];
  const texts = parts.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
  return `\n${texts.join('\n\n')}\n`;
};
