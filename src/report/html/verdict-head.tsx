import type { VNode } from 'preact';
import type { Run } from '../../spec/run.ts';
import { durationText } from '../duration-text.ts';
import { plural } from '../plural.ts';
import { VerdictBar } from './verdict-bar.tsx';
import { verdictSentence, verdictTitle } from './verdict-words.ts';

/** `2026-11-21 11:40:48 UTC`. */
const timeText = (iso: string): string => `${iso.slice(0, 19).replace('T', ' ')} UTC`;

const selectionText = ({ setup: { only, skip, strict } }: Run): string =>
  [
    only.length === 0 ? '' : `only ${only.join(', ')}`,
    skip.length === 0 ? '' : `without ${skip.join(', ')}`,
    strict ? 'strict: a warning fails the run' : '',
  ]
    .filter((part) => part !== '')
    .join('; ');

const factsOf = (run: Run): [string, string][] => {
  const { agent, startedAt, durationMs, exchanges, seed, nonce, scenarios, tool } = run;
  const selection = selectionText(run);
  return [
    ['Agent', `${agent.id} at ${agent.callbackUrl}`],
    ['When', `${timeText(startedAt)}, for ${durationText(durationMs)}`],
    ['Played', `${plural(scenarios.length, 'scenario')}, ${plural(exchanges.length, 'exchange')}`],
    ...(selection === '' ? [] : ([['Selected', selection]] as [string, string][])),
    ['Again with', `--seed ${seed} --nonce ${nonce}`],
    ['By', `${tool.name} ${tool.version}`],
  ];
};

const shown = [
  'failed',
  'warned',
  'inconclusive',
  'blocked',
  'passed',
  'observed',
  'skipped',
] as const;

const Counts = ({ run: { summary } }: { readonly run: Run }): VNode => (
  <ul class="counts">
    {shown
      .filter((verdict) => summary[verdict] > 0 || verdict === 'failed' || verdict === 'passed')
      .map((verdict) => (
        <li key={verdict} class={summary[verdict] === 0 ? 'none' : verdict}>
          <strong>{summary[verdict]}</strong> {verdict}
        </li>
      ))}
  </ul>
);

/** The verdict in words, what it rests on, and what the run was. */
export const VerdictHead = ({ run }: { readonly run: Run }): VNode => (
  <header class={`verdict ${run.verdict}`}>
    <p class="kicker">Conformance of a wallet agent</p>
    <h1>{verdictTitle(run)}</h1>
    <p class="lead">{verdictSentence(run)}</p>
    <VerdictBar counts={run.summary} />
    <Counts run={run} />
    <dl class="facts">
      {factsOf(run).map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  </header>
);
