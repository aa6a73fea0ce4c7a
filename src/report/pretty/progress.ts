import type { ChalkInstance } from 'chalk';
import { durationText, plural } from '../../base/quantities.ts';
import { shorten, textWidth } from '../../base/text-table.ts';
import type { Finding } from '../../formats/judgement.ts';
import type { RunEvent } from '../../formats/run.ts';
import type { Verdict } from '../../spec/verdict.ts';
import { requirementIds } from '../requirement-ids.ts';

/** How far a run is. */
export interface Progress {
  readonly done: number;
  readonly total: number;
  /** Titles of the scenarios under way, the oldest first. */
  readonly running: readonly string[];
  /** Distinct breaches of the scenarios that failed, as `requirement/code`; the end of the run may withdraw some. */
  readonly findings: ReadonlySet<string>;
}

export const noProgress: Progress = { done: 0, total: 0, running: [], findings: new Set() };

export type ScenarioFinished = Extract<RunEvent, { kind: 'scenario-finished' }>;

/** The progress after an event. */
export const nextProgress = (progress: Progress, event: RunEvent): Progress => {
  switch (event.kind) {
    case 'run-started':
      return { ...noProgress, total: event.scenarioCount };
    case 'scenario-started':
      return { ...progress, running: [...progress.running, event.title] };
    case 'scenario-finished':
      return {
        done: progress.done + 1,
        total: progress.total,
        running: withoutFirst(progress.running, event.result.title),
        findings: new Set([...progress.findings, ...breachesOf(event)]),
      };
    case 'run-finished':
      return progress;
  }
};

const withoutFirst = (titles: readonly string[], title: string): string[] =>
  titles.toSpliced(titles.indexOf(title), titles.includes(title) ? 1 : 0);

const breachesOf = ({ result, findings }: ScenarioFinished): string[] =>
  result.verdict === 'failed'
    ? findings.filter(({ weight }) => weight === 'breach').map(({ requirement, code }) => `${requirement}/${code}`)
    : [];

/** The progress in one line narrower than the terminal, so that it never wraps. */
export const liveLine = (progress: Progress, columns: number, paint: ChalkInstance): string => {
  const room = columns - 1;
  const count = `${progress.done}/${progress.total}`;
  const findings = plural(progress.findings.size, 'finding');
  const bar = barOf(progress, columns < 80 ? 10 : 24);
  const used = textWidth(`${bar}  ${count}  ${findings}  `);
  if (used > room) return shorten(`${count}  ${findings}`, room);
  const colour = progress.findings.size === 0 ? paint.dim : paint.red;
  const now = room - used < 8 ? '' : nowOf(progress, room - used);
  return `${paint.cyan(bar)}  ${count}  ${colour(findings)}  ${now}`.trimEnd();
};

const barOf = ({ done, total }: Progress, columns: number): string => {
  const full = total === 0 ? 0 : Math.min(columns, Math.floor((done / total) * columns));
  return '█'.repeat(full) + '░'.repeat(columns - full);
};

const nowOf = ({ running }: Progress, columns: number): string => {
  const [title = '', ...others] = running;
  const more = others.length === 0 ? '' : `  +${others.length}`;
  return `${shorten(title, columns - more.length)}${more}`;
};

/** `42 of 147 scenarios after 1 min 30 s`: for a log that has been silent for long. */
export const stillRunning = ({ done, total }: Progress, elapsedMs: number): string =>
  `${done} of ${plural(total, 'scenario')} after ${durationText(elapsedMs)}`;

const labels = {
  passed: { text: 'ok', colour: 'green' },
  failed: { text: 'FAIL', colour: 'red' },
  warned: { text: 'warn', colour: 'yellow' },
  observed: { text: 'note', colour: 'cyan' },
  skipped: { text: 'skip', colour: 'dim' },
  blocked: { text: 'stop', colour: 'magenta' },
  inconclusive: { text: '????', colour: 'magenta' },
} as const satisfies Record<Verdict, { readonly text: string; readonly colour: string }>;

/** A text in the colour of a verdict. */
export const inColourOf = (verdict: Verdict, paint: ChalkInstance, text: string): string =>
  paint[labels[verdict].colour](text);

const idColumns = 12;

const indent = '     ';

/** A finished scenario for a detailed log: one line, and why where it did not pass. */
export const scenarioLines = (event: ScenarioFinished, paint: ChalkInstance): string[] => {
  const { title, requirements, verdict, durationMs, reason } = event.result;
  const label = inColourOf(verdict, paint, labels[verdict].text.padEnd(4));
  const time = paint.dim(`(${durationText(durationMs)})`);
  return [
    `${label} ${requirementIds(requirements).padEnd(idColumns)} ${title}  ${time}`,
    ...(verdict === 'passed' || reason === undefined ? [] : [`${indent}${reason}`]),
    ...(verdict === 'passed' ? [] : distinct(event.findings).map(findingLine)),
  ];
};

const findingLine = ({ requirement, code, message }: Finding): string =>
  `${indent}${requirement} ${code}: ${shorten(message, 200)}`;

/** A finding per requirement and code: the same breach at every step is one line here. */
const distinct = (findings: readonly Finding[]): Finding[] => {
  const told = new Map<string, Finding>();
  for (const finding of findings) {
    const key = `${finding.requirement}/${finding.code}`;
    if (finding.weight !== 'note' && !told.has(key)) told.set(key, finding);
  }
  return [...told.values()];
};
