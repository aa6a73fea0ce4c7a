import type { SourceView } from '../components/report-view.ts';
import type { Finding } from '../formats/judgement.ts';
import type { Run } from '../formats/run.ts';
import { placeOf } from './finding-text.ts';

/** The step of the scenario that a finding comes from, with the lines around it. */
export const sourceView = (finding: Finding, run: Run): SourceView => {
  const scenario = run.scenarios.find(({ file }) => file === finding.scenario);
  const place = placeOf(finding);
  if (scenario === undefined) return { place, lines: [] };
  const { title, source } = scenario;
  return { place, title, lines: source === undefined ? [] : linesNear(source, finding, run) };
};

const longestLine = 300;

const withoutMark = 24;

/** Lines shown before and after the one that is marked; of a scenario without one, the first. */
const around = 9;

const linesNear = (source: string, finding: Finding, run: Run): SourceView['lines'] =>
  source
    .replace(/\n$/, '')
    .split('\n')
    .map((text, index) => {
      const number = index + 1;
      const note = callsAt(number, finding, run);
      return {
        number,
        text: text.slice(0, longestLine),
        isMarked: number === finding.line,
        ...(note === undefined ? {} : { note }),
      };
    })
    .filter(({ number }) =>
      finding.line === undefined
        ? number <= withoutMark
        : Math.abs(number - finding.line) <= around,
    );

/** `calls 2 to 4`, for the lines that the calls of the finding come from. */
const callsAt = (line: number, { exchanges }: Finding, run: Run): string | undefined => {
  const ids = new Set(
    run.exchanges.filter((exchange) => exchange.line === line).map(({ id }) => id),
  );
  const numbers = exchanges.flatMap((id, index) => (ids.has(id) ? [index + 1] : []));
  if (numbers.length === 0) return undefined;
  return numbers.length === 1 ? `call ${numbers[0]}` : `calls ${numbers[0]} to ${numbers.at(-1)}`;
};
