import type { VNode } from 'preact';
import type { Finding } from '../../spec/finding.ts';
import { findings } from '../../spec/finding.ts';
import { plural } from '../plural.ts';
import type { Evidence } from './evidence.ts';
import { ExchangeDetails } from './exchange-details.tsx';
import type { ReportView } from './report-view.ts';
import { RequirementLinks } from './requirement-links.tsx';
import { SequenceDiagram } from './sequence-diagram.tsx';
import { SourceExcerpt } from './source-excerpt.tsx';
import type { Story } from './stories.ts';

const termsOf = (finding: Finding): [string, string | undefined][] => [
  ['Expected', finding.expected],
  ['Actual', finding.actual],
  ['Likely cause', finding.likelyCause],
  ['Where to look', findings[finding.code].hint],
  ['Finding', `${finding.code}: ${findings[finding.code].sentence}`],
  ['Known', finding.known],
];

const Terms = ({ finding }: { readonly finding: Finding }): VNode => (
  <dl class="terms">
    {termsOf(finding)
      .filter(([, text]) => text !== undefined)
      .map(([name, text]) => (
        <div key={name} class={name.toLowerCase().replaceAll(' ', '-')}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
  </dl>
);

const placeOf = (id: string, { inFull }: Evidence, view: ReportView) => {
  if (inFull.has(id)) return 'here';
  return view.inFull.has(id) ? 'elsewhere' : 'nowhere';
};

const Calls = ({ evidence, view }: { readonly evidence: Evidence; readonly view: ReportView }) => (
  <>
    <h4>The calls</h4>
    <SequenceDiagram evidence={evidence} />
    {evidence.leftOut === 0 ? null : (
      <p class="quiet">
        {plural(evidence.leftOut, 'call')} between the first and the last left out; report.json has
        them.
      </p>
    )}
    <div class="exchanges">
      {evidence.calls.map((call) => (
        <ExchangeDetails
          key={call.exchange.id}
          call={call}
          place={placeOf(call.exchange.id, evidence, view)}
          canonicalOf={view.canonicalOf}
        />
      ))}
    </div>
  </>
);

/** What happened, what should have, where to look, the step that asked for it, and the calls. */
export const StoryTold = ({
  story,
  view,
}: {
  readonly story: Story;
  readonly view: ReportView;
}): VNode => {
  const [first, ...others] = story.findings;
  const evidence = view.evidence.get(story);
  return (
    <div class="story">
      <p class="message">{first.message}</p>
      <Terms finding={first} />
      {others.map((finding) => (
        <div key={finding.message}>
          <p class="message">And: {finding.message}</p>
          <Terms finding={finding} />
        </div>
      ))}
      {story.requirements.length < 2 ? null : (
        <p>
          The same calls break <RequirementLinks ids={story.requirements} prefix="breach" />.
        </p>
      )}
      {evidence === undefined || evidence.calls.length === 0 ? null : (
        <Calls evidence={evidence} view={view} />
      )}
      <SourceExcerpt finding={first} calls={evidence?.calls ?? []} scenarios={view.scenarios} />
    </div>
  );
};
