import type { VNode } from 'preact';
import { CommandBlock } from './exchange-details.tsx';
import type { HeadView, NoticesView } from './report-view.ts';
import { VerdictBar } from './verdict-mark.tsx';

/** What the verdict rests on, how many there are of each, and what the run was. */
export const VerdictHead = ({ head }: { readonly head: HeadView }): VNode => (
  <header class={`verdict ${head.verdict}`}>
    <h1>{head.title}</h1>
    <p class="lead">{head.sentence}</p>
    {head.reasons.length === 0 ? null : (
      <ul class="reasons">
        {head.reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    )}
    {head.counts === undefined ? null : <VerdictBar counts={head.counts} />}
    {head.told.length === 0 ? null : (
      <ul class="counts">
        {head.told.map(({ word, count }) => (
          <li key={word} class={word}>
            <strong>{count}</strong> {word}
          </li>
        ))}
      </ul>
    )}
    <dl class="facts">
      {head.facts.map(({ name, text }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
    {head.again === undefined ? null : <CommandBlock label="Again, with the same bytes" command={head.again} />}
  </header>
);

/** What stands before everything else: why a run could not judge, that it was cut short, its baseline. */
export const Notices = ({ notices }: { readonly notices: NoticesView }): VNode => {
  const { root, causes, isInterrupted, baseline } = notices;
  return (
    <>
      {root === undefined ? null : (
        <section class="notice" aria-labelledby="root">
          <h2 id="root">What stood in the way</h2>
          <p>{root.reason}</p>
          <p>
            <strong>Remedy:</strong> {root.remedy}
          </p>
        </section>
      )}
      <Causes causes={causes} />
      {isInterrupted ? (
        <p class="notice">The run was interrupted. This was judged by then; the rest is unknown.</p>
      ) : null}
      {baseline === undefined ? null : <Baseline {...baseline} />}
    </>
  );
};

/** What kept requirements from being judged, each once, before anything that hangs on it. */
const Causes = ({ causes }: Pick<NoticesView, 'causes'>): VNode | null =>
  causes.length === 0 ? null : (
    <section class="notice" aria-labelledby="causes">
      <h2 id="causes">What this run could not see</h2>
      <ul>
        {causes.map(({ code, message, count, remedy }) => (
          <li key={message}>
            <p>
              {message} <span class="quiet">{count === 1 ? '' : `${count} times`}</span> <code>{code}</code>
            </p>
            <p>
              <strong>Remedy:</strong> {remedy}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );

const Baseline = ({ file, known, stale, expired }: NonNullable<NoticesView['baseline']>): VNode => (
  <section class="notice" aria-labelledby="baseline">
    <h2 id="baseline">Baseline</h2>
    <p>
      {known} of <code>{file}</code> told below and not held against the run.
    </p>
    <Entries entries={stale} title="Nothing in the run answers to these. Take them out:" />
    <Entries entries={expired} title="The day of these is over. What they excused fails again:" />
  </section>
);

const Entries = ({ entries, title }: { readonly entries: readonly string[]; readonly title: string }): VNode | null =>
  entries.length === 0 ? null : (
    <>
      <p>{title}</p>
      <ul>
        {entries.map((entry) => (
          <li key={entry}>{entry}</li>
        ))}
      </ul>
    </>
  );
