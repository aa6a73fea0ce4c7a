import type { VNode } from 'preact';
import type { BaselineEntry, BaselineResult, Run } from '../../spec/run.ts';
import { plural } from '../plural.ts';

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

/** What stands before everything else: why a run could not judge, that it was cut short, its baseline. */
export const Notices = ({ run: { root, partial, baseline } }: { readonly run: Run }): VNode => (
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
    {partial === true ? (
      <p class="notice">The run was interrupted. This was judged by then; the rest is unknown.</p>
    ) : null}
    {baseline === undefined ? null : <Baseline {...baseline} />}
  </>
);
