import type { SourceView } from '../components/report-view.ts';
import type { Finding } from '../formats/judgement.ts';
import type { ReportedExchange, Run } from '../formats/run.ts';
import { given } from './breach-view.ts';
import { placeOf } from './finding-text.ts';

type ById = ReadonlyMap<string, ReportedExchange>;

/** The step of the scenario that a finding comes from, with the lines around it. */
export const sourceView = (finding: Finding, run: Run, byId: ById): SourceView => {
  const scenario = run.scenarios.find(({ file }) => file === finding.scenario);
  const place = placeOf(finding);
  const at = { place, file: finding.scenario, ...(finding.line === undefined ? {} : { line: finding.line }) };
  if (scenario === undefined) return { ...at, lines: [] };
  const { title, source } = scenario;
  if (source === undefined) return { ...at, title, lines: [] };
  const lines = linesNear(source, finding, byId);
  return { ...at, title, lines, ...given({ step: stepOf(lines) }) };
};

/** The marked line with those that belong to it; undefined where none is marked. */
const stepOf = (lines: SourceView['lines']): string | undefined => {
  const at = lines.findIndex(({ isMarked }) => isMarked);
  const indentOf = ({ text }: SourceView['lines'][number]): number => text.search(/\S/);
  const [marked, ...after] = at === -1 ? [] : lines.slice(at);
  if (marked === undefined) return undefined;
  const end = after.findIndex((line) => indentOf(line) <= indentOf(marked));
  const own = [marked, ...(end === -1 ? after : after.slice(0, end))];
  return own.map(({ text }) => text.trim()).join(' ');
};

const longestLine = 300;

const withoutMark = 24;

/** Lines shown before and after the one that is marked; of a scenario without one, the first. */
const around = 9;

const linesNear = (source: string, finding: Finding, byId: ById): SourceView['lines'] => {
  // The line that each call of the finding comes from.
  const callLines = finding.exchanges.map((id) => byId.get(id)?.line);
  return source
    .replace(/\n$/, '')
    .split('\n')
    .map((text, index) => ({ number: index + 1, text: text.slice(0, longestLine) }))
    .filter(({ number }) =>
      finding.line === undefined ? number <= withoutMark : Math.abs(number - finding.line) <= around,
    )
    .map(({ number, text }) => {
      const note = callsAt(number, callLines);
      const isMarked = number === finding.line;
      return { number, text, isMarked, ...(note === undefined ? {} : { note }) };
    });
};

/** `calls 2 to 4`, for a line that calls of the finding come from. */
const callsAt = (line: number, callLines: readonly (number | undefined)[]): string | undefined => {
  const numbers = callLines.flatMap((each, index) => (each === line ? [index + 1] : []));
  if (numbers.length === 0) return undefined;
  return numbers.length === 1 ? `call ${numbers[0]}` : `calls ${numbers[0]} to ${numbers.at(-1)}`;
};
