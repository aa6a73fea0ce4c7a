import type { VNode } from 'preact';
import { nameOfLanguage, spokenLanguage } from '../../spec/game-language.ts';
import type { Round, Scene } from '../../spec/game-page.ts';
import { isEmpty } from '../parts/amounts.tsx';
import type { GameProps } from './actions.ts';
import { Controls } from './controls.tsx';
import { CrashView } from './crash-view.tsx';
import { Drawer } from './drawer.tsx';
import { type Words, wordsIn } from './languages/words.ts';
import { isClimbing, type PageState, type Phase, type PlayerMessage } from './page-state.ts';
import { SlotView } from './slot-view.tsx';
import { nameSymbols, SymbolDrawing } from './symbols.tsx';

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
          <p class="opening">{wordsIn(state.language).texts.opening}</p>
        ) : null}
        {scene === null || phase.kind === 'closed' ? null : <PlayArea {...props} />}
      </main>
      {scene === null ? null : <Drawer {...props} scene={scene} />}
    </div>
  );
};

const PlayArea = (props: GameProps): VNode => (
  <>
    <section class="machine" aria-label={wordsIn(props.state.language).texts.game}>
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
  const { texts } = wordsIn(state.language);
  return (
    <header class="top">
      <div class="title">
        <h1>{scene?.game ?? texts.game}</h1>
        {scene === null ? null : <p class="quiet">{scene.player}</p>}
      </div>
      {scene?.mode === 'demo' ? <p class="badge">{texts.demo}</p> : null}
      <nav aria-label={texts.page}>
        {scene === null ? null : (
          <button
            type="button"
            class="ghost"
            aria-expanded={drawer === 'open'}
            aria-controls="drawer"
            onClick={actions.toggleDrawer}
          >
            <span aria-hidden="true">{'{ }'}</span> {texts.forDevelopers}
          </button>
        )}
        {typeof scene?.homeUrl === 'string' ? (
          <a
            class="ghost"
            href={scene.homeUrl}
            rel="noreferrer"
            onClick={(event) => {
              if (!opensElsewhere(event)) actions.leave();
            }}
          >
            {texts.home}
          </a>
        ) : null}
      </nav>
      {scene === null ? null : <LanguageNote scene={scene} />}
      <ConnectionNote state={state} />
    </header>
  );
};

/** Where the page hears nothing of the game for a while, and once it does again; else nothing. */
const ConnectionNote = ({ state }: Pick<GameProps, 'state'>): VNode => {
  const { stream, phase, language } = state;
  const { notConnected, connectedAgain } = wordsIn(language).texts;
  const isTold = stream !== 'open' && phase.kind !== 'closed';
  const text = stream === 'lost' ? notConnected : connectedAgain;
  return (
    <p role="status" class={isTold ? `badge ${stream}` : 'hidden'}>
      {isTold ? text : ''}
    </p>
  );
};

/** A link that is opened in another tab or window leaves the player here. */
const opensElsewhere = ({ ctrlKey, metaKey, shiftKey }: MouseEvent): boolean => ctrlKey || metaKey || shiftKey;

/** Said in English: that is what is spoken where the language of the launch is not. */
const LanguageNote = ({ scene }: { readonly scene: Scene }): VNode | null => {
  if (spokenLanguage(scene.language) !== undefined) return null;
  const name = nameOfLanguage(scene.language);
  return (
    <p class="language-note quiet">
      This game is not available in <bdi lang={langOf(scene.language)}>{name}</bdi>; shown in English.
    </p>
  );
};

/** A code for the attribute lang; none where it is no code. */
const langOf = (code: string): string | undefined =>
  /^[a-z]{2,3}(?:[-_][a-z0-9]+)*$/i.test(code) ? code.replaceAll('_', '-') : undefined;

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

const waiting = ({ phase, language }: PageState): PlayerMessage | null =>
  phase.kind === 'asking' && phase.slow ? { tone: 'plain', text: wordsIn(language).texts.waiting } : null;

/** What to do, where nothing is to be told. */
const welcome = (state: PageState): PlayerMessage | null => {
  const { phase, scene, language } = state;
  if (phase.kind !== 'idle') return null;
  const { texts } = wordsIn(language);
  if (isClimbing(state)) return { tone: 'plain', text: texts.inTheAir };
  return { tone: 'plain', text: scene?.kind === 'crash' ? texts.chooseBet : texts.chooseSpin };
};

/** Why the page cannot go on, and what the player can do. */
const ClosedNotice = ({
  closed,
  state,
  actions,
}: GameProps & { readonly closed: Extract<Phase, { kind: 'closed' }> }): VNode => {
  const { texts } = wordsIn(state.language);
  return (
    <section class="closed" role="alert">
      <h2>{closed.reason === 'gone' ? texts.gone : texts.unreachable}</h2>
      <p>{closed.message}</p>
      {closed.reason === 'gone' ? (
        <p>{texts.goBack}</p>
      ) : (
        <button type="button" class="primary" onClick={actions.retry}>
          {texts.tryAgain}
        </button>
      )}
    </section>
  );
};

/** The rounds that were played, newest first. */
const History = ({ state }: Pick<GameProps, 'state'>): VNode => {
  const { history, scene, language } = state;
  const words = wordsIn(language);
  const { texts } = words;
  return (
    <section class="history" aria-labelledby="history-title">
      <h2 id="history-title">{texts.history}</h2>
      {history.length === 0 ? <p class="quiet">{texts.historyEmpty}</p> : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <ol tabIndex={0} aria-label={texts.historyOrder}>
        {history.map((round) => (
          <RoundRow key={round.roundId} round={round} scale={scene?.scale ?? 0} words={words} />
        ))}
      </ol>
    </section>
  );
};

interface RowProps {
  readonly round: Round;
  readonly scale: number;
  readonly words: Words;
}

const RoundRow = ({ round, scale, words }: RowProps): VNode => (
  <li class={`round ${standingOf(round)}`}>
    <span class="what">
      <Shown round={round} words={words} />
    </span>
    <span class="stake-put">
      {round.freeSpin === true ? words.texts.pastFreeSpin : words.numbers.amount(round.stake, scale)}
    </span>
    <span class="came">{cameOf(round, scale, words)}</span>
  </li>
);

const Shown = ({ round, words }: Omit<RowProps, 'scale'>): VNode => {
  const { reels, cashedOutAt, burstsAt } = round;
  const { texts, numbers } = words;
  if (reels !== undefined) {
    return (
      <span class="mini-reels" role="img" aria-label={nameSymbols(texts, reels)}>
        {reels.map((symbol, place) => (
          <SymbolDrawing key={place} symbol={symbol} />
        ))}
      </span>
    );
  }
  if (cashedOutAt !== undefined) {
    return <span class="flight out">{texts.pastOut(numbers.decimal(cashedOutAt))}</span>;
  }
  if (burstsAt !== undefined) {
    return <span class="flight">{texts.pastBurst(numbers.decimal(burstsAt))}</span>;
  }
  if (round.state === 'open') return <span class="flight">{texts.pastInTheAir}</span>;
  return <span class="flight">{isEmpty(round.stake) ? texts.pastBonus : '–'}</span>;
};

const standingOf = ({ state, win }: Round): string => {
  if (state !== 'settled') return state;
  return isEmpty(win) ? 'lost' : 'won';
};

const cameOf = (round: Round, scale: number, { texts, numbers }: Words): string => {
  if (round.state !== 'settled') return texts.pastState[round.state];
  return isEmpty(round.win) ? texts.pastNoWin : `+${numbers.amount(round.win, scale)}`;
};
