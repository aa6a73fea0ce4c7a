import type { VNode } from 'preact';
import { plural } from '../base/quantities.ts';
import { visibleText } from '../base/visible-text.ts';
import { BreachSections } from './breach-section.tsx';
import type { HrefOfCall } from './call-table.tsx';
import { Coverage } from './coverage.tsx';
import { LatencySection } from './latency.tsx';
import type { ReportView } from './report-view.ts';
import { SilentSections } from './silent-sections.tsx';
import { Notices } from './verdict-head.tsx';

/** What a run says below its verdict: what to fix first, then what was looked at, then what else was seen. */
export const ReportBody = ({
  view,
  hrefOfExchange,
}: {
  readonly view: ReportView;
  readonly hrefOfExchange?: HrefOfCall | undefined;
}): VNode => (
  <>
    <Contents view={view} />
    <Notices notices={view.notices} />
    <BreachSections view={view} hrefOfExchange={hrefOfExchange} />
    {view.unjudged.length === 0 ? null : <Unjudged unjudged={view.unjudged} />}
    {view.coverage.length === 0 ? null : <Coverage sections={view.coverage} />}
    <SilentSections view={view} />
    {view.latency === undefined ? null : <LatencySection latency={view.latency} hrefOfExchange={hrefOfExchange} />}
  </>
);

/** A line for each root cause, and one for what was not judged. */
const Contents = ({ view: { breaches, unjudged } }: { readonly view: ReportView }): VNode | null =>
  breaches.length === 0 && unjudged.length === 0 ? null : (
    <nav class="contents" aria-label="Contents">
      <ol>
        {breaches.map(({ id, standing, lead, times, breach: { title } }) => (
          <li key={id} class={standing}>
            <span class="id">{visibleText(lead)}</span> <a href={`#${id}`}>{visibleText(title)}</a>{' '}
            <span class="quiet">
              {[standingWords[standing], times === 1 ? '' : `${times} times`].filter(Boolean).join(', ')}
            </span>
          </li>
        ))}
        {unjudged.length === 0 ? null : (
          <li>
            <a href="#unjudged">Not judged</a> <span class="quiet">{plural(unjudged.length, 'reason')}</span>
          </li>
        )}
      </ol>
    </nav>
  );

const standingWords = { fails: '', warns: 'warning', known: 'known' } as const;

/** What has no verdict, each reason once. */
const Unjudged = ({ unjudged }: Pick<ReportView, 'unjudged'>): VNode => (
  <section class="unjudged" aria-labelledby="unjudged">
    <h2 id="unjudged">Not judged</h2>
    <dl class="observations">
      {unjudged.map(({ verdict, ids, reason, cause }) => (
        <div key={`${verdict} ${reason}`}>
          <dt>{ids}</dt>
          <dd>{reason}</dd>
          {cause === undefined ? null : (
            <dd>
              {cause.remedy} <code>{cause.code}</code>
            </dd>
          )}
        </div>
      ))}
    </dl>
  </section>
);
