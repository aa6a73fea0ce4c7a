import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import type { FindingsView, FindingView } from '../../../api/schemas/findings.ts';
import { plural } from '../../../base/quantities.ts';
import { visibleText } from '../../../base/visible-text.ts';
import { BreachCard } from '../../../components/breach-card.tsx';
import { unjudgedReasons } from '../../../spec/unjudged.ts';
import { EmptyState, ErrorNote } from '../../parts/blocks.tsx';
import { Button } from '../../parts/button.tsx';
import { callAdmin } from '../../parts/call-admin.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { serveCommand } from '../../parts/commands.ts';
import { useKeys } from '../../parts/keys.ts';
import { useAction } from '../../parts/requests.ts';
import { hrefOf } from '../../parts/routes.ts';
import { store } from '../../parts/store.ts';
import { Ago, clockText } from '../../parts/time.tsx';
import { headline } from '../agent-state.ts';
import { runUnderWay, startRun } from '../conformance/run-controls.ts';
import { openFindings } from '../follow-findings.ts';
import { hrefOfTraffic } from '../traffic/traffic-filter.ts';
import { callsAddress, FindingActions, playAgain, Sightings } from './finding-actions.tsx';
import { TrialStrip } from './trial-strip.tsx';

/** Three parts, each in its place: how the agent stands, what is wrong with it by weight, and what to try. */
export const FindingsPage = (): VNode => {
  const view = store.findings.value;
  useFindingKeys();
  if (view === undefined) return <h1>Findings</h1>;
  const muted = view.findings.filter((each) => each.muted !== undefined);
  return (
    <div class="findings">
      <Status view={view} />
      <Cards findings={openFindings.value.all} />
      {store.setup.value?.callbackUrl === undefined ? <NoAgent /> : <TrialStrip />}
      {muted.length === 0 ? null : (
        <details class="muted">
          <summary>{plural(muted.length, 'muted finding')}</summary>
          <Cards findings={muted} />
        </details>
      )}
    </div>
  );
};

const words = ['Nothing', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine'];

const wordOf = (count: number): string => words[count] ?? String(count);

/** The title of the page: how things are, in a sentence. */
export const statusSentence = (
  { fix, consider }: { readonly fix: number; readonly consider: number },
  judged: FindingsView['judged'],
): string => {
  const things = (count: number): string => `${wordOf(count)} ${count === 1 ? 'thing' : 'things'}`;
  if (fix > 0) {
    return `${things(fix)} to fix${consider === 0 ? '' : `, ${wordOf(consider).toLowerCase()} to consider`}`;
  }
  if (consider > 0) return `${things(consider)} to consider`;
  const total = answersJudged(judged);
  const { unjudged } = judged;
  if (unjudged > total) return `${unjudged} of ${total + unjudged} answers could not be judged`;
  return total === 0 ? 'Nothing was judged yet' : 'Nothing is wrong so far';
};

const answersJudged = ({ unjudged: _, ...judged }: FindingsView['judged']): number =>
  Object.values(judged).reduce((sum, count) => sum + count, 0);

/** `412 answers judged since 14:02, 3 of them wrong.` */
export const judgedSentence = ({ judged, judgedSince }: Pick<FindingsView, 'judged' | 'judgedSince'>): string => {
  const since = judgedSince === undefined ? '' : ` since ${clockText(judgedSince)}`;
  const total = answersJudged(judged);
  if (total === 0) return 'No answer of the agent was judged yet: try it below.';
  return `${plural(total, 'answer')} judged${since}, ${judged.wrong === 0 ? 'none' : judged.wrong} of them wrong.`;
};

const Status = ({ view }: { readonly view: FindingsView }): VNode => {
  const [act, { busy, error }] = useAction();
  const run = (): void => act(() => startRun({}));
  const isReady = store.setup.value?.callbackUrl !== undefined;
  const running = runUnderWay();
  const { fix, consider } = openFindings.value;
  const { sign, text, tone } = headline.value;
  useKeys([{ press: 'r', what: 'Run the whole suite', act: run }]);
  return (
    <header class="status">
      <div>
        <h1>{statusSentence({ fix: fix.length, consider: consider.length }, view.judged)}</h1>
        <p>
          <span class={`tone-${tone}`}>
            <span aria-hidden="true">{sign}</span> {visibleText(text)}
          </span>{' '}
          <span class="quiet">· {judgedSentence(view)}</span>
        </p>
        <Unjudged view={view} />
      </div>
      <Button look="main" disabled={busy || !isReady || running !== undefined} onPress={run}>
        {running === undefined ? 'Run the suite' : 'Running…'} <kbd>r</kbd>
      </Button>
      <ErrorNote error={error} />
    </header>
  );
};

/** How many answers nobody could judge, and why; where a balance in a quiet moment would help, the button that asks it. */
const Unjudged = ({ view: { judged, unjudged } }: { readonly view: FindingsView }): VNode | null => {
  const [act, { busy, error }] = useAction();
  if (judged.unjudged === 0) return null;
  const isQuietUseful = unjudged.some(({ because }) => unjudgedReasons[because].quietHelps);
  return (
    <>
      <p class="quiet">
        <a href={hrefOfTraffic({ verdict: 'unjudged', runs: 'show' })}>{judged.unjudged} could not be judged</a>
        {unjudged.length === 0 ? '.' : ': '}
        {unjudged.map(({ because, count, exchangeId }, index) => (
          <span key={because}>
            {index === 0 ? '' : '; '}
            <a href={hrefOf('exchanges', exchangeId)}>{count}</a> because {unjudgedReasons[because].because}
          </span>
        ))}
      </p>
      {isQuietUseful ? (
        <Button
          disabled={busy}
          onPress={() => act(async () => void (await callAdmin('POST', '/players/ask')))}
          hint="callbacks wait until those under way are answered"
        >
          Hold calls and read the balance
        </Button>
      ) : null}
      <ErrorNote error={error} />
    </>
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
            level="h2"
            hrefOfCall={(id) => hrefOf('exchanges', id)}
            aside={<HowOften finding={finding} />}
            more={finding.count === 1 ? null : <Sightings finding={finding} />}
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
    {count === 1 ? '' : `${count} times, first ${clockText(firstAt)}, last `}
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
  return store.findings.value?.findings.find((each) => each.id === id) ?? openFindings.value.all[0];
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
