import type { VNode } from 'preact';
import type { BaselineEntry, BaselineResult, Run } from '../../formats/run.ts';
import { durationText, plural } from '../../text/quantity-text.ts';
import type { ToldCause, ToldWord } from '../run-view.ts';
import { newBreaches, newSummary, toldCauses, toldCounts } from '../run-view.ts';
import { butForKnown } from '../verdict-label.ts';
import { VerdictBar } from './verdict-mark.tsx';

/** The verdict in words, what it rests on, and what the run was. */
export const VerdictHead = ({ run }: { readonly run: Run }): VNode => (
  <header class={`verdict ${run.verdict}`}>
    <p class="kicker">Conformance of a wallet agent</p>
    <h1>{verdictTitle(run)}</h1>
    <p class="lead">{verdictSentence(run)}</p>
    <VerdictBar counts={newSummary(run)} />
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

/** What the verdict rests on, in a sentence. */
const verdictSentence = (run: Run): string => {
  switch (run.verdict) {
    case 'conformant':
      return passedText(run);
    case 'nonconformant':
      return failedText(run);
    case 'inconclusive':
      return unjudgedText(run);
  }
};

const passedText = ({ summary, baseline }: Run): string => {
  const warned = summary.warned === 0 ? '' : `, with ${plural(summary.warned, 'warning')}`;
  const known = baseline?.known ?? 0;
  const excused =
    known === 0
      ? ''
      : ` ${plural(known, 'known breach', 'known breaches')} excused by the baseline.`;
  return `${plural(summary.passed, 'requirement')} passed, and nothing new is broken${warned}.${excused}`;
};

const failedText = (run: Run): string => {
  const failing = newBreaches(run);
  const stale = run.baseline?.stale.length ?? 0;
  if (failing.length === 0 && stale > 0) {
    return `The agent breaks nothing new, but ${plural(stale, 'entry', 'entries')} of the baseline ${stale === 1 ? 'is' : 'are'} out of date.`;
  }
  return `The agent breaks ${plural(failing.length, 'requirement')}.`;
};

const unjudgedText = ({ summary }: Run): string => {
  const { inconclusive, blocked, passed } = summary;
  const parts = [
    `${plural(inconclusive + blocked, 'requirement')} could not be judged`,
    passed === 0 ? 'nothing passed' : `${passed} passed`,
  ];
  return `${parts.join(', ')}.`;
};

const shown: readonly ToldWord[] = [
  'failed',
  'known',
  'warned',
  'inconclusive',
  'blocked',
  'passed',
  'observed',
  'skipped',
];

const Counts = ({ run }: { readonly run: Run }): VNode => {
  const counts = new Map(toldCounts(run));
  return (
    <ul class="counts">
      {shown
        .map((word) => ({ word, count: counts.get(word) ?? 0 }))
        .filter(({ word, count }) => count > 0 || word === 'failed' || word === 'passed')
        .map(({ word, count }) => (
          <li key={word} class={count === 0 ? 'none' : word}>
            <strong>{count}</strong> {word}
          </li>
        ))}
    </ul>
  );
};

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

const sourceWords = { specification: 'the specification', soundness: 'soundness' } as const;

const selectionText = ({ setup: { only, skip, source, strict } }: Run): string =>
  [
    only.length === 0 ? '' : `only ${only.join(', ')}`,
    skip.length === 0 ? '' : `without ${skip.join(', ')}`,
    source === undefined ? '' : `only what rests on ${sourceWords[source]}`,
    strict ? 'strict: a warning fails the run' : '',
  ]
    .filter((part) => part !== '')
    .join('; ');

/** `2026-11-21 11:40:48 UTC`. */
const timeText = (iso: string): string => `${iso.slice(0, 19).replace('T', ' ')} UTC`;

const titles = {
  conformant: 'Conformant',
  nonconformant: 'Not conformant',
  inconclusive: 'Could not judge',
} as const satisfies Record<Run['verdict'], string>;

/** The verdict of a run in two words; an interrupted run is marked. */
export const verdictTitle = (run: Run): string =>
  `${titles[run.verdict]}${butForKnown(run)}${run.partial === true ? ' (interrupted)' : ''}`;

/** What stands before everything else: why a run could not judge, that it was cut short, its baseline. */
export const Notices = ({ run }: { readonly run: Run }): VNode => {
  const { root, partial, baseline } = run;
  return (
    <>
      {root === undefined ? null : (
        <section class="notice root" aria-labelledby="root">
          <h2 id="root">What stood in the way</h2>
          <p>{root.reason}</p>
          <p>
            <strong>Remedy:</strong> {root.remedy}
          </p>
        </section>
      )}
      <Causes causes={toldCauses(run)} />
      {partial === true ? (
        <p class="notice">The run was interrupted. This was judged by then; the rest is unknown.</p>
      ) : null}
      {baseline === undefined ? null : <Baseline {...baseline} />}
    </>
  );
};

/** What kept requirements from being judged, each once, before anything that hangs on it. */
const Causes = ({ causes }: { readonly causes: readonly ToldCause[] }): VNode | null =>
  causes.length === 0 ? null : (
    <section class="notice" aria-labelledby="causes">
      <h2 id="causes">Causes</h2>
      <ul>
        {causes.map(({ code, message, extent, remedy }) => (
          <li key={message}>
            <p>
              {message} <span class="quiet">{extent}</span> <code>{code}</code>
            </p>
            <p>
              <strong>Remedy:</strong> {remedy}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );

const Baseline = ({ file, known, stale, expired }: BaselineResult): VNode => (
  <section class="notice" aria-labelledby="baseline">
    <h2 id="baseline">Baseline</h2>
    <p>
      {plural(known, 'known breach', 'known breaches')} of <code>{file}</code> told below and not
      held against the run.
    </p>
    <Entries entries={stale} title="Nothing in the run answers to these. Take them out:" />
    <Entries entries={expired} title="The day of these is over. What they excused fails again:" />
  </section>
);

const Entries = ({
  entries,
  title,
}: {
  readonly entries: readonly BaselineEntry[];
  readonly title: string;
}): VNode | null =>
  entries.length === 0 ? null : (
    <>
      <p>{title}</p>
      <ul>
        {entries.map(({ requirement, code, reason, expires }) => (
          <li key={`${requirement} ${code}`}>
            <strong>{requirement}</strong> <code>{code}</code>: {reason}
            {expires === undefined ? '' : ` (until ${expires})`}
          </li>
        ))}
      </ul>
    </>
  );
