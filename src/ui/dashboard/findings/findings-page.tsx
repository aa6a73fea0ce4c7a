import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import type { FindingsView, FindingView } from '../../../api/schemas/findings.ts';
import { plural } from '../../../base/quantities.ts';
import { BreachCard } from '../../../components/breach-card.tsx';
import { EmptyState, ErrorNote } from '../../parts/blocks.tsx';
import { Button } from '../../parts/button.tsx';
import { CodeBlock } from '../../parts/code-block.tsx';
import { serveCommand } from '../../parts/commands.ts';
import { useKeys } from '../../parts/keys.ts';
import { useAction } from '../../parts/requests.ts';
import { hrefOf } from '../../parts/routes.ts';
import { store } from '../../parts/store.ts';
import { Ago, clockText } from '../../parts/time.tsx';
import { startRun } from '../conformance/run-controls.ts';
import { callsAddress, FindingActions, playAgain } from './finding-actions.tsx';
import { openFindings } from './open-findings.ts';
import { Sightings } from './sightings.tsx';
import { NeverTried } from './trial-cards.tsx';

/** What is wrong with the agent, the gravest first, and what it was never tried with. */
export const FindingsPage = (): VNode => {
  const view = store.findings.value;
  useFindingKeys();
  if (view === undefined) return <h1>Findings</h1>;
  const muted = view.findings.filter((each) => each.muted !== undefined);
  return (
    <div class="findings">
      <Head view={view} />
      <Cards findings={openFindings.value} />
      {store.setup.value?.callbackUrl === undefined ? <NoAgent /> : null}
      {muted.length === 0 ? null : (
        <details class="muted">
          <summary>{plural(muted.length, 'muted finding')}</summary>
          <Cards findings={muted} />
        </details>
      )}
      <NeverTried untried={view.untried} />
    </div>
  );
};

const words = ['Nothing', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine'];

/** The title of the page: how things are, in a sentence. */
export const statusSentence = (open: number, judged: FindingsView['judged']): string => {
  if (open > 0) return `${words[open] ?? open} ${open === 1 ? 'thing' : 'things'} to fix`;
  const total = answersJudged(judged);
  if (total === 0) return 'Nothing was judged yet';
  const { unjudged } = judged;
  return unjudged === 0
    ? 'Nothing is wrong so far'
    : `Nothing is wrong so far, but ${unjudged} of ${total + unjudged} answers could not be judged`;
};

const answersJudged = ({ unjudged: _, ...judged }: FindingsView['judged']): number =>
  Object.values(judged).reduce((sum, count) => sum + count, 0);

/** `412 answers judged since 14:02, 3 of them wrong.` */
export const judgedSentence = ({ judged, judgedSince }: Pick<FindingsView, 'judged' | 'judgedSince'>): string => {
  const since = judgedSince === undefined ? '' : ` since ${clockText(judgedSince)}`;
  const total = answersJudged(judged);
  if (total === 0) return 'No answer of the agent was judged yet: send it something below.';
  const wrong = judged.wrong === 0 ? 'none' : judged.wrong;
  const open = judged.unjudged === 0 ? '' : ` ${judged.unjudged} more cannot be judged.`;
  return `${plural(total, 'answer')} judged${since}, ${wrong} of them wrong.${open}`;
};

const Head = ({ view }: { readonly view: FindingsView }): VNode => {
  const [act, { busy, error }] = useAction();
  const run = (): void => act(() => startRun({}));
  const isReady = store.setup.value?.callbackUrl !== undefined;
  useKeys([{ press: 'r', what: 'Run the whole suite', act: run }]);
  return (
    <header class="findings-head">
      <div>
        <h1>{statusSentence(openFindings.value.length, view.judged)}</h1>
        <p class="quiet">{judgedSentence(view)}</p>
      </div>
      <Button look="main" disabled={busy || !isReady} onPress={run}>
        Run the suite <kbd>r</kbd>
      </Button>
      <ErrorNote error={error} />
    </header>
  );
};

const Cards = ({ findings }: { readonly findings: readonly FindingView[] }): VNode => {
  const atFirst = useRef(new Set(findings.map(({ id }) => id)));
  return (
    <ol class="cards">
      {findings.map((finding) => (
        <li
          key={finding.id}
          class={atFirst.current.has(finding.id) ? undefined : 'arrived'}
          data-finding={finding.id}
          tabIndex={-1}
        >
          <BreachCard
            breach={finding}
            id={`finding-${finding.id}`}
            hrefOfCall={(id) => hrefOf('exchanges', id)}
            aside={<HowOften finding={finding} />}
            more={<Sightings finding={finding} />}
          >
            <FindingActions finding={finding} />
          </BreachCard>
        </li>
      ))}
    </ol>
  );
};

const HowOften = ({ finding: { count, firstAt, lastAt } }: { readonly finding: FindingView }) => (
  <>
    {count === 1 ? 'once, ' : `${count} times, first ${clockText(firstAt)}, last `}
    <Ago at={lastAt} />
  </>
);

/** Keys work on the card that has the focus, or the first. */
const useFindingKeys = (): void =>
  useKeys([
    { press: 'j', what: 'Next finding', act: () => step(1) },
    { press: 'k', what: 'Previous finding', act: () => step(-1) },
    { press: 'Enter', what: 'Open the calls of the finding', act: () => openCalls() },
    {
      press: 'p',
      what: 'Play the finding again',
      act: () => {
        const finding = current();
        if (finding !== undefined) void playAgain(finding.id).catch(() => undefined);
      },
    },
  ]);

const current = (): FindingView | undefined => {
  const id = document.activeElement?.closest<HTMLElement>('[data-finding]')?.dataset['finding'];
  const { value: open } = openFindings;
  return store.findings.value?.findings.find((each) => each.id === id) ?? open[0];
};

const openCalls = (): void => {
  const finding = current();
  if (finding !== undefined) location.hash = callsAddress(finding);
};

const step = (by: number): void => {
  const cards = [...document.querySelectorAll<HTMLElement>('[data-finding]')];
  const at = cards.findIndex((card) => card.contains(document.activeElement));
  const next = cards[at < 0 ? 0 : at + by];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
};

const NoAgent = (): VNode => (
  <EmptyState title="No agent is known">
    <p>Nothing can be sent: no callback URL is configured. Start again with yours:</p>
    <CodeBlock text={serveCommand} label="Command with a callback URL" />
  </EmptyState>
);
