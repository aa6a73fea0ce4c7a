import type { VNode } from 'preact';
import type { Finding } from '../../formats/judgement.ts';
import type { ScenarioResult } from '../../formats/run.ts';
import { placeOf } from '../finding-text.ts';
import type { StoryCall } from './report-view.ts';

/** The step of the scenario that a finding comes from, with the lines around it. */
export const SourceExcerpt = ({
  finding,
  calls,
  scenarios,
}: {
  readonly finding: Finding;
  readonly calls: readonly StoryCall[];
  readonly scenarios: ReadonlyMap<string, ScenarioResult>;
}): VNode => {
  const scenario = scenarios.get(finding.scenario);
  return (
    <figure class="code">
      <figcaption>
        The scenario: <span class="place">{placeOf(finding)}</span>
        {scenario === undefined ? '' : `, ${scenario.title}`}
      </figcaption>
      {scenario?.source === undefined ? null : (
        <Excerpt
          lines={linesNear(scenario.source, finding.line)}
          marked={finding.line}
          calls={calls}
        />
      )}
    </figure>
  );
};

interface SourceLine {
  readonly number: number;
  readonly text: string;
}

const Excerpt = ({
  lines,
  marked,
  calls,
}: {
  readonly lines: readonly SourceLine[];
  readonly marked: number | undefined;
  readonly calls: readonly StoryCall[];
}): VNode => (
  <pre class="scroll source">
    {lines.map(({ number, text }) => {
      const note = callsAt(number, calls);
      return (
        <span key={number} class={number === marked ? 'line marked' : 'line'}>
          <span class="gutter">
            {number === marked ? '▸' : ' '}
            {String(number).padStart(3)}
          </span>{' '}
          {text}
          {note === '' ? '' : <span class="note">{`  ← ${note}`}</span>}
          {'\n'}
        </span>
      );
    })}
  </pre>
);

/** `calls 2, 3`, for the lines that the calls of the diagram come from. */
const callsAt = (line: number, calls: readonly StoryCall[]): string => {
  const numbers = calls
    .filter(({ exchange }) => exchange.line === line)
    .map(({ number }) => number);
  if (numbers.length === 0) return '';
  return numbers.length === 1 ? `call ${numbers[0]}` : `calls ${numbers[0]} to ${numbers.at(-1)}`;
};

const longestLine = 300;

const withoutMark = 24;

/** Lines shown before and after the one that is marked; of a scenario without one, the first. */
const around = 9;

const linesNear = (source: string, line: number | undefined): SourceLine[] =>
  source
    .replace(/\n$/, '')
    .split('\n')
    .map((text, index) => ({ number: index + 1, text: text.slice(0, longestLine) }))
    .filter(({ number }) =>
      line === undefined ? number <= withoutMark : Math.abs(number - line) <= around,
    );
