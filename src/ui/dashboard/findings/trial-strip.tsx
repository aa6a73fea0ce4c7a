import type { VNode } from 'preact';
import type { ExchangePage } from '../../../api/schemas/exchanges.ts';
import type { RunView } from '../../../api/schemas/runs.ts';
import { visibleText } from '../../../base/visible-text.ts';
import { amountsIn } from '../../../components/money.tsx';
import { VerdictMark } from '../../../components/verdict-mark.tsx';
import { namesOf } from '../../../spec/closed-list.ts';
import { filesOf, type TrialName, trials } from '../../../spec/trials.ts';
import { ErrorNote } from '../../parts/blocks.tsx';
import { Button } from '../../parts/button.tsx';
import { callAdmin } from '../../parts/call-admin.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { useAction, useLoaded } from '../../parts/requests.ts';
import { hrefOf } from '../../parts/routes.ts';
import { store } from '../../parts/store.ts';
import { openComposer, type TileName } from '../composer/open-composer.ts';
import { runUnderWay } from '../conformance/run-controls.ts';
import { type LastResult, lastResults, type Standing, standingOf, standings } from '../conformance/scenario-groups.ts';
import { CallRows } from '../exchange/call-card.tsx';
import { hrefOfTraffic } from '../traffic/traffic-filter.ts';

type TileState = Standing | 'playing';

const looks: Readonly<Record<TileState, readonly [sign: string, word: string, tone: string]>> = {
  failed: ['✗', 'wrong', 'bad'],
  doubtful: ['!', 'in doubt', 'warn'],
  passed: ['✓', 'right', 'good'],
  unplayed: ['–', 'not tried', 'none'],
  playing: ['▸', 'playing', 'none'],
};

/** The results of the scenarios of a trial, as they were played last. */
const resultsOf = (name: TrialName, runs: readonly RunView[]): readonly (LastResult | undefined)[] => {
  const results = lastResults(runs);
  return filesOf(name).map((file) => results.get(file));
};

/** The worst that its scenarios came to when they were played last; `playing` while one of them is. */
export const tileState = (name: TrialName, runs: readonly RunView[]): TileState => {
  const running = runs.find(({ state }) => state === 'running');
  if (filesOf(name).some((file) => running?.playing?.includes(file) === true)) return 'playing';
  const found = resultsOf(name, runs).map(standingOf);
  return standings.find((standing) => found.includes(standing)) ?? 'unplayed';
};

const play = async (names: readonly TrialName[], title: string): Promise<void> => {
  const scenarios = [...new Set(names.flatMap(filesOf))];
  await callAdmin<RunView>('POST', '/runs', { scenarios, title });
};

/** Tiles of one size, which stay where they are: each plays a part of the suite, and shows what that came to. */
export const TrialStrip = (): VNode => {
  const [act, { busy, error }] = useAction();
  const runs = store.runs.value;
  const running = runUnderWay();
  const isBusy = busy || running !== undefined;
  const all = namesOf(trials);
  const isTried = all.every((name) => tileState(name, runs) !== 'unplayed');
  return (
    <section class="tries" aria-labelledby="tries">
      <header class="row">
        <h2 id="tries">Try the agent</h2>
        <Button disabled={isBusy} onPress={() => act(() => play(all, 'Try all'))}>
          {running?.title === 'Try all'
            ? `Trying ${running.done} of ${running.total}`
            : isTried
              ? 'Try all again'
              : 'Try all'}
        </Button>
        <ErrorNote error={error} />
      </header>
      <ul>
        {all.map((name) => (
          <li key={name}>
            <Tile
              title={trials[name].title}
              state={tileState(name, runs)}
              onPress={() => {
                openComposer({ kind: 'trial', name });
                if (tileState(name, runs) === 'unplayed' && !isBusy) act(() => play([name], trials[name].title));
              }}
            />
          </li>
        ))}
        <li>
          <Tile
            title="The agent's own request"
            state={store.health.value.requests > 0 ? 'passed' : 'unplayed'}
            word={store.health.value.requests > 0 ? `${store.health.value.requests} heard` : undefined}
            onPress={() => openComposer({ kind: 'trial', name: 'request' })}
          />
        </li>
      </ul>
    </section>
  );
};

interface TileProps {
  readonly title: string;
  readonly state: TileState;
  readonly word?: string | undefined;
  readonly onPress: () => void;
}

const Tile = ({ title, state, word, onPress }: TileProps): VNode => {
  const [sign, usual, tone] = looks[state];
  return (
    <button type="button" class="tile" onClick={onPress}>
      <span class="title">{title}</span>{' '}
      <span class={`mark tone-${tone}`}>
        <span aria-hidden="true">{sign}</span> {word ?? usual}
      </span>
    </button>
  );
};

/** What a trial came to, in the drawer: each of its scenarios with the calls that it sent. */
export const TrialResults = ({ name }: { readonly name: TileName }): VNode =>
  name === 'request' ? <OwnRequest /> : <Results name={name} />;

const Results = ({ name }: { readonly name: TrialName }): VNode => {
  const [act, { busy, error }] = useAction();
  const runs = store.runs.value;
  const running = runUnderWay();
  const { title, right } = trials[name];
  const found = resultsOf(name, runs);
  return (
    <>
      <p>A right agent {right}.</p>
      <ul class="plain">
        {filesOf(name).map((file, index) => (
          <li key={file}>
            <Played file={file} result={found[index]} isPlaying={running?.playing?.includes(file) === true} />
          </li>
        ))}
      </ul>
      <p class="row">
        <Button disabled={busy || running !== undefined} onPress={() => act(() => play([name], title))}>
          {running === undefined ? 'Try it again' : 'Playing…'}
        </Button>
        <Button onPress={() => openComposer()}>Send one by hand</Button>
      </p>
      <ErrorNote error={error} />
    </>
  );
};

interface PlayedProps {
  readonly file: string;
  readonly result: LastResult | undefined;
  readonly isPlaying: boolean;
}

const Played = ({ file, result, isPlaying }: PlayedProps): VNode => {
  const title = visibleText(result?.title ?? file.split('/').slice(-2).join('/'));
  if (result === undefined || isPlaying) {
    return (
      <p class="quiet">
        {isPlaying ? '▸ playing' : '– not played'} {title}
      </p>
    );
  }
  return (
    <details class="played" open={standingOf(result) === 'failed'}>
      <summary>
        <VerdictMark verdict={result.verdict} /> {title}
      </summary>
      {result.reason === undefined ? null : <p>{amountsIn(visibleText(result.reason))}</p>}
      <Calls runId={result.runId} file={file} />
    </details>
  );
};

/** The callbacks of a scenario in a run, oldest first. */
const Calls = ({ runId, file }: { readonly runId: string; readonly file: string }): VNode | null => {
  const query = new URLSearchParams({ run: runId, scenario: file, limit: '60' });
  const read = useLoaded(
    (signal) => callAdmin<ExchangePage>('GET', `/exchanges?${query}`, undefined, signal),
    `${query} ${store.refreshes.value}`,
    `${query}`,
  );
  if (read.kind === 'failed') return <ErrorNote error={read.error} />;
  if (read.kind === 'loading') return null;
  const { rows, more } = read.value;
  const judged = rows.filter(({ verdict }) => verdict !== undefined && verdict !== 'unjudged');
  const others = rows.length - judged.length;
  return (
    <>
      <CallRows rows={judged} />
      {others === 0 && !more ? null : (
        <p class="quiet">
          <a href={hrefOfTraffic({ run: runId, scenario: file })}>All its calls</a>, with {others} that prepare, confirm
          and settle
        </p>
      )}
    </>
  );
};

/** The agent has to ask: with its own code. */
const OwnRequest = (): VNode | null => {
  const setup = store.setup.value;
  if (setup === undefined) return null;
  return (
    <>
      <p>
        Point your agent at this base URL, with <code>agent_id</code> {setup.agentId}. What is wrong with its signature,
        if anything is, stands among the findings.
      </p>
      <CodeBlock text={`POST ${setup.baseUrl}/api/games/list`} label="First request" />
      <p>
        <a href={hrefOf('traffic', undefined, 'direction=operation')}>What it has asked so far</a>
      </p>
    </>
  );
};
