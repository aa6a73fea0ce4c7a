import type { VNode } from 'preact';
import type { Round } from '../../spec/game-page.ts';
import { isEmpty, showAmount } from '../parts/amounts.tsx';
import type { GameProps } from './actions.ts';
import { Controls } from './controls.tsx';
import { CrashView } from './crash-view.tsx';
import { Drawer } from './drawer.tsx';
import type { PageState, Phase, PlayerMessage } from './page-state.ts';
import { SlotView } from './slot-view.tsx';
import { SymbolDrawing } from './symbols.tsx';

/** The whole page. Texts of the agent are only ever text. */
export const GamePage = (props: GameProps): VNode => {
  const { state } = props;
  const { phase, scene } = state;
  return (
    <div class={`page drawer-${state.drawer}`}>
      <TopBar {...props} />
      <main>
        {phase.kind === 'closed' ? <ClosedNotice {...props} closed={phase} /> : null}
        {scene === null && phase.kind !== 'closed' ? (
          <p class="opening">Opening the game…</p>
        ) : null}
        {scene === null || phase.kind === 'closed' ? null : <PlayArea {...props} />}
      </main>
      {scene === null ? null : <Drawer {...props} scene={scene} />}
    </div>
  );
};

const PlayArea = (props: GameProps): VNode => (
  <>
    <section class="machine" aria-label="Game">
      {props.state.scene?.kind === 'crash' ? <CrashView {...props} /> : <SlotView {...props} />}
      <ResultLine {...props} />
    </section>
    <Controls {...props} />
    <History {...props} />
  </>
);

/** The game, who plays it, the way home, and the switch of the drawer. */
const TopBar = ({ state, actions }: GameProps): VNode => {
  const { scene, drawer } = state;
  return (
    <header class="top">
      <div class="title">
        <h1>{scene?.game ?? 'Game'}</h1>
        {scene === null ? null : <p class="quiet">{scene.player}</p>}
      </div>
      {scene?.mode === 'demo' ? <p class="badge">Demo: play money, nothing is saved</p> : null}
      <nav aria-label="Page">
        {scene === null ? null : (
          <button
            type="button"
            class="ghost"
            aria-expanded={drawer === 'open'}
            aria-controls="drawer"
            onClick={actions.toggleDrawer}
          >
            <span aria-hidden="true">{'{ }'}</span> For developers
          </button>
        )}
        {typeof scene?.homeUrl === 'string' ? (
          <a class="ghost" href={scene.homeUrl} rel="noreferrer">
            Home
          </a>
        ) : null}
      </nav>
    </header>
  );
};

/** What came of the last action, for eyes and for screen readers. */
const ResultLine = ({ state }: Pick<GameProps, 'state'>): VNode => {
  const message = waiting(state) ?? state.message ?? welcome(state);
  const isProblem = message?.tone === 'problem';
  return (
    <div class="result">
      <p role="status" class={message === null ? 'tone-plain' : `tone-${message.tone}`}>
        {isProblem ? '' : (message?.text ?? '')}
      </p>
      <p role="alert" class="tone-problem">
        {isProblem ? message.text : ''}
      </p>
    </div>
  );
};

const waiting = ({ phase }: PageState): PlayerMessage | null =>
  phase.kind === 'asking' && phase.slow
    ? { tone: 'plain', text: 'Waiting for the casino to answer…' }
    : null;

/** What to do, where nothing is to be told. */
const welcome = ({ phase, scene }: PageState): PlayerMessage | null => {
  if (phase.kind !== 'idle') return null;
  const button = scene?.kind === 'crash' ? 'Bet' : 'Spin';
  return { tone: 'plain', text: `Choose a stake and press ${button}, or the space bar.` };
};

/** Why the page cannot go on, and what the player can do. */
const ClosedNotice = ({
  closed,
  actions,
}: GameProps & { readonly closed: Extract<Phase, { kind: 'closed' }> }): VNode => (
  <section class="closed" role="alert">
    <h2>{closed.reason === 'gone' ? 'This game is over' : 'A moment, please'}</h2>
    <p>{closed.message}</p>
    {closed.reason === 'gone' ? (
      <p>Go back to the casino and open the game again.</p>
    ) : (
      <button type="button" class="primary" onClick={actions.retry}>
        Try again
      </button>
    )}
  </section>
);

/** The rounds that were played, newest first. */
const History = ({ state }: Pick<GameProps, 'state'>): VNode => {
  const { history, scene } = state;
  return (
    <section class="history" aria-labelledby="history-title">
      <h2 id="history-title">Rounds</h2>
      {history.length === 0 ? <p class="quiet">None yet.</p> : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <ol tabIndex={0} aria-label="Rounds, newest first">
        {history.map((round) => (
          <RoundRow key={round.roundId} round={round} scale={scene?.scale ?? 0} />
        ))}
      </ol>
    </section>
  );
};

const RoundRow = ({ round, scale }: { readonly round: Round; readonly scale: number }): VNode => (
  <li class={`round ${standingOf(round)}`}>
    <span class="what">
      <Shown round={round} />
    </span>
    <span class="stake-put">
      {round.freeSpin === true ? 'free spin' : showAmount(round.stake, scale)}
    </span>
    <span class="came">{cameOf(round, scale)}</span>
  </li>
);

const Shown = ({ round }: { readonly round: Round }): VNode => {
  const { reels, cashedOutAt, burstsAt } = round;
  if (reels !== undefined) {
    return (
      <span class="mini-reels" role="img" aria-label={reels.join(', ')}>
        {reels.map((symbol, place) => (
          <SymbolDrawing key={place} symbol={symbol} />
        ))}
      </span>
    );
  }
  if (cashedOutAt !== undefined) return <span class="flight out">out at {cashedOutAt}×</span>;
  if (burstsAt !== undefined) return <span class="flight">burst at {burstsAt}×</span>;
  if (round.state === 'open') return <span class="flight">in the air</span>;
  return <span class="flight">{isEmpty(round.stake) ? 'bonus' : '–'}</span>;
};

const standingOf = ({ state, win }: Round): string => {
  if (state !== 'settled') return state;
  return isEmpty(win) ? 'lost' : 'won';
};

const cameOf = (round: Round, scale: number): string => {
  const words = { open: 'open', 'rolled-back': 'cancelled', unclear: 'unclear' } as const;
  if (round.state !== 'settled') return words[round.state];
  return isEmpty(round.win) ? 'no win' : `+${showAmount(round.win, scale)}`;
};
