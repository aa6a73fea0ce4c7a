import type { VNode } from 'preact';
import { requirements } from '../../spec/requirements/catalogue.ts';
import { plural } from '../plural.ts';
import { placeOf } from '../pretty/findings-by-weight.ts';
import { sectionText } from '../pretty/section-text.ts';
import { shellCommand } from '../shell-command.ts';
import { CommandBlock } from './command-block.tsx';
import type { ReportView } from './report-view.ts';
import { RequirementLinks } from './requirement-links.tsx';
import type { Breach, Story } from './stories.ts';
import { StoryTold } from './story-told.tsx';
import { VerdictMark } from './verdict-mark.tsx';

const Heading = ({ requirement }: Breach): VNode => {
  const { id, level, section, title, verdict, known } = requirement;
  return (
    <>
      <p class="kicker">
        <VerdictMark verdict={verdict} /> {level}, {sectionText(section)} of the specification
        {known === true ? ', known to the baseline' : ''}
      </p>
      <h3>
        <a class="id" href={`#requirement-${id}`}>
          {id}
        </a>{' '}
        A right agent <q>{title}</q>.
      </h3>
    </>
  );
};

/** What goes wrong, for whom, as the catalogue tells it. */
const Why = ({ id }: { readonly id: string }): VNode | null => {
  const why = requirements.find((requirement) => requirement.id === id)?.why;
  return why === undefined ? null : <p>{why}</p>;
};

const FurtherStory = ({ story, view }: { readonly story: Story; readonly view: ReportView }) => {
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

const Further = ({
  stories,
  view,
}: {
  readonly stories: readonly Story[];
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

const BreachCard = ({ breach, view }: { readonly breach: Breach; readonly view: ReportView }) => {
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
      <CommandBlock
        label="Run only this requirement again"
        command={shellCommand([...view.rerun, '--only', requirement.id])}
      />
    </article>
  );
};

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
