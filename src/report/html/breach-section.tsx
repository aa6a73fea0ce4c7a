import type { VNode } from 'preact';
import type { Finding } from '../../formats/judgement.ts';
import { findings } from '../../spec/finding.ts';
import { requirements } from '../../spec/requirements/catalogue.ts';
import { plural } from '../../text/quantity-text.ts';
import { shellCommand } from '../../text/shell-command.ts';
import { placeOf } from '../finding-text.ts';
import { sourceText } from '../requirement-ids.ts';
import { levelText, showsAlone } from '../run-view.ts';
import { CommandBlock, ExchangeDetails } from './exchange-details.tsx';
import { RequirementLinks } from './mend-section.tsx';
import type { ReportView, StoryEvidence } from './report-view.ts';
import { SourceExcerpt } from './source-excerpt.tsx';
import type { BreachStory, BrokenRequirement } from './stories.ts';
import { StoryDiagram } from './story-diagram.tsx';
import { VerdictMark } from './verdict-mark.tsx';

/** Each broken requirement with the calls that show it. */
export const BreachSection = ({ view }: { readonly view: ReportView }): VNode | null =>
  view.breaches.length === 0 ? null : (
    <section aria-labelledby="breaches">
      <h2 id="breaches">What is broken, and the calls that show it</h2>
      {view.breaches.map((breach) => (
        <BreachCard key={breach.requirement.id} breach={breach} view={view} />
      ))}
    </section>
  );

const BreachCard = ({
  breach,
  view,
}: {
  readonly breach: BrokenRequirement;
  readonly view: ReportView;
}) => {
  const { requirement, stories, toldUnder } = breach;
  const [first, ...others] = stories;
  return (
    <article class={`card ${requirement.verdict}`} id={`breach-${requirement.id}`}>
      <Heading {...breach} />
      <Why id={requirement.id} />
      {first === undefined ? null : <StoryTold story={first} view={view} />}
      {first === undefined && toldUnder.length === 0 ? <p>{requirement.reason}</p> : null}
      {toldUnder.length === 0 ? null : (
        <p>
          Shown by the calls told under <RequirementLinks ids={toldUnder} prefix="breach" />.
        </p>
      )}
      <Further stories={others} view={view} />
      {showsAlone(requirement, view.run) ? (
        <CommandBlock
          label="Run only this requirement again"
          command={shellCommand([...view.rerun, '--only', requirement.id])}
        />
      ) : null}
    </article>
  );
};

const Heading = ({ requirement }: BrokenRequirement): VNode => {
  const { id, title, verdict, known, source } = requirement;
  return (
    <>
      <p class="kicker">
        <VerdictMark verdict={verdict} /> {levelText(requirement)}, {sourceText(requirement)}
        {known === true ? ', known to the baseline' : ''}
      </p>
      <h3>
        <a class="id" href={`#requirement-${id}`}>
          {id}
        </a>{' '}
        A right agent <q>{title}</q>.
      </h3>
      {source?.kind === 'specification' ? (
        <p>
          The specification says: <q>{source.sentence}</q>
        </p>
      ) : null}
    </>
  );
};

/** What goes wrong, for whom, as the catalogue tells it. */
const Why = ({ id }: { readonly id: string }): VNode | null => {
  const why = requirements.find((requirement) => requirement.id === id)?.why;
  return why === undefined ? null : <p>{why}</p>;
};

/** What happened, what should have, where to look, the step that asked for it, and the calls. */
const StoryTold = ({
  story,
  view,
}: {
  readonly story: BreachStory;
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

const termsOf = (finding: Finding): [string, string | undefined][] => [
  ['Expected', finding.expected],
  ['Actual', finding.actual],
  ['Likely cause', finding.likelyCause],
  ['Where to look', findings[finding.code].hint],
  ['Finding', `${finding.code}: ${findings[finding.code].sentence}`],
  ['Known', finding.known],
];

const Calls = ({
  evidence,
  view,
}: {
  readonly evidence: StoryEvidence;
  readonly view: ReportView;
}) => (
  <>
    <h4>The calls</h4>
    <StoryDiagram evidence={evidence} />
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
          place={placeOfExchange(call.exchange.id, evidence, view)}
          canonicalOf={view.canonicalOf}
        />
      ))}
    </div>
  </>
);

const placeOfExchange = (id: string, { inFull }: StoryEvidence, view: ReportView) => {
  if (inFull.has(id)) return 'here';
  return view.inFull.has(id) ? 'elsewhere' : 'nowhere';
};

const Further = ({
  stories,
  view,
}: {
  readonly stories: readonly BreachStory[];
  readonly view: ReportView;
}) =>
  stories.length === 0 ? null : (
    <>
      <h4>Seen {plural(stories.length, 'more time', 'more times')}</h4>
      <ul class="further">
        {stories.map((story) => (
          <FurtherStory key={story.findings[0].message} story={story} view={view} />
        ))}
      </ul>
    </>
  );

const FurtherStory = ({
  story,
  view,
}: {
  readonly story: BreachStory;
  readonly view: ReportView;
}) => {
  const [first] = story.findings;
  if (!view.evidence.has(story)) {
    return (
      <li>
        {first.message} <span class="place">{placeOf(first)}</span>
      </li>
    );
  }
  return (
    <li class="opens">
      <details>
        <summary>
          {first.message} <span class="place">{placeOf(first)}</span>
        </summary>
        <StoryTold story={story} view={view} />
      </details>
    </li>
  );
};
