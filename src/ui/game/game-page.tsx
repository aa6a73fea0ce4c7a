import type { VNode } from 'preact';
import { nameOfLanguage, spokenLanguage } from '../../spec/game-language.ts';
import type { Round, Scene } from '../../spec/game-page.ts';
import { isEmpty } from '../parts/amounts.tsx';
import { Controls } from './controls.tsx';
import { CrashView } from './crash-view.tsx';
import { Drawer } from './drawer.tsx';
import type { Game, GameProps } from './game.ts';
import type { Words } from './languages/words.ts';
import type { Phase, PlayerMessage } from './page-state.ts';
import { SlotView } from './slot-view.tsx';
import { nameSymbols, SymbolDrawing } from './symbols.tsx';

/** The whole page. Texts of the agent are only ever text. */
export const GamePage = ({ game }: GameProps): VNode => {
  const { phase, scene, drawer } = game.state;
  return (
    <div class={`page drawer-${drawer}`}>
      <TopBar game={game} />
      <main>{phase.kind === 'closed' ? <ClosedNotice game={game} {...phase} /> : <PlayArea game={game} />}</main>
      {scene === null ? null : <Drawer game={game} scene={scene} />}
    </div>
  );
};

/** The game, who plays it, the way home, and the switch of the drawer. */
const TopBar = ({ game }: GameProps): VNode => {
  const { scene, drawer } = game.state;
  const { texts } = game.words;
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
            onClick={() => game.toggleDrawer()}
          >
            <span aria-hidden="true">{'{ }'}</span> {texts.forDevelopers}
          </button>
        )}
        {typeof scene?.homeUrl === 'string' ? (
          <a
            class="ghost"
            href={scene.homeUrl}
            rel="noreferrer"
            onClick={({ ctrlKey, metaKey, shiftKey }) => {
              // A link that is opened in another tab or window leaves the player here.
              if (!ctrlKey && !metaKey && !shiftKey) game.leave();
            }}
          >
            {texts.home}
          </a>
        ) : null}
      </nav>
      {scene === null ? null : <LanguageNote {...scene} />}
      <ConnectionNote game={game} />
    </header>
  );
};

/** Said in English: that is what is spoken where the language of the launch is not. */
const LanguageNote = ({ language }: Scene): VNode | null => {
  if (spokenLanguage(language) !== undefined) return null;
  const isCode = /^[a-z]{2,3}(?:[-_][a-z0-9]+)*$/i.test(language);
  const lang = isCode ? language.replaceAll('_', '-') : undefined;
  return (
    <p class="language-note quiet">
      This game is not available in <bdi lang={lang}>{nameOfLanguage(language)}</bdi>; shown in English.
    </p>
  );
};

/** Where the page hears nothing of the game for a while, and once it does again; else nothing. */
const ConnectionNote = ({ game }: GameProps): VNode => {
  const { stream, phase } = game.state;
  const { notConnected, connectedAgain } = game.words.texts;
  const isTold = stream !== 'open' && phase.kind !== 'closed';
  const text = stream === 'lost' ? notConnected : connectedAgain;
  return (
    <p role="status" class={isTold ? `badge ${stream}` : 'hidden'}>
      {isTold ? text : ''}
    </p>
  );
};

type ClosedProps = GameProps & Extract<Phase, { kind: 'closed' }>;

/** Why the page cannot go on, and what the player can do. */
const ClosedNotice = ({ game, reason, message }: ClosedProps): VNode => {
  const { texts } = game.words;
  return (
    <section class="closed" role="alert">
      <h2>{reason === 'gone' ? texts.gone : texts.unreachable}</h2>
      <p>{message}</p>
      {reason === 'gone' ? (
        <p>{texts.goBack}</p>
      ) : (
        <button type="button" class="primary" onClick={() => game.refresh()}>
          {texts.tryAgain}
        </button>
      )}
    </section>
  );
};

const PlayArea = ({ game }: GameProps): VNode => {
  const { scene } = game.state;
  const { texts } = game.words;
  if (scene === null) return <p class="opening">{texts.opening}</p>;
  return (
    <>
      <section class="machine" aria-label={texts.game}>
        {scene.kind === 'crash' ? <CrashView game={game} /> : <SlotView game={game} />}
        <ResultLine game={game} />
      </section>
      <Controls game={game} />
      <History game={game} />
    </>
  );
};

/** What came of the last action, for eyes and for screen readers. */
const ResultLine = ({ game }: GameProps): VNode => {
  const { tone, text } = messageOf(game);
  const isProblem = tone === 'problem';
  return (
    <div class="result">
      <p role="status" class={`tone-${tone}`}>
        {isProblem ? '' : text}
      </p>
      <p role="alert" class="tone-problem">
        {isProblem ? text : ''}
      </p>
    </div>
  );
};

/** Where nothing is to be told, what to do. */
const messageOf = ({ state, words: { texts }, isClimbing }: Game): PlayerMessage => {
  const { phase, message, scene } = state;
  const plain = (text: string): PlayerMessage => ({ tone: 'plain', text });
  if (phase.kind === 'asking' && phase.slow) return plain(texts.waiting);
  if (message !== null || phase.kind !== 'idle') return message ?? plain('');
  if (isClimbing) return plain(texts.inTheAir);
  return plain(scene?.kind === 'crash' ? texts.chooseBet : texts.chooseSpin);
};

/** The rounds that were played, newest first. */
const History = ({ game }: GameProps): VNode => {
  const { history } = game.state;
  const { texts } = game.words;
  return (
    <section class="history" aria-labelledby="history-title">
      <h2 id="history-title">{texts.history}</h2>
      {history.length === 0 ? <p class="quiet">{texts.historyEmpty}</p> : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <ol tabIndex={0} aria-label={texts.historyOrder}>
        {history.map((round) => (
          <RoundRow key={round.roundId} round={round} words={game.words} />
        ))}
      </ol>
    </section>
  );
};

const RoundRow = ({ round, words }: { readonly round: Round; readonly words: Words }): VNode => {
  const { texts, amount } = words;
  const { reels, state, win } = round;
  const isPaid = !isEmpty(win);
  const settled = isPaid ? 'won' : 'lost';
  const came = isPaid ? `+${amount(win)}` : texts.pastNoWin;
  return (
    <li class={`round ${state === 'settled' ? settled : state}`}>
      <span class="what">
        {reels === undefined ? (
          <span class={round.cashedOutAt === undefined ? 'flight' : 'flight out'}>{flightOf(round, words)}</span>
        ) : (
          <span class="mini-reels" role="img" aria-label={nameSymbols(texts, reels)}>
            {reels.map((symbol, place) => (
              <SymbolDrawing key={place} symbol={symbol} />
            ))}
          </span>
        )}
      </span>
      <span class="stake-put">{round.freeSpin === true ? texts.pastFreeSpin : amount(round.stake)}</span>
      <span class="came">{state === 'settled' ? came : texts.pastState[state]}</span>
    </li>
  );
};

const flightOf = ({ cashedOutAt, burstsAt, state, stake }: Round, { texts, decimal }: Words): string => {
  if (cashedOutAt !== undefined) return texts.pastOut(decimal(cashedOutAt));
  if (burstsAt !== undefined) return texts.pastBurst(decimal(burstsAt));
  if (state === 'open') return texts.pastInTheAir;
  return isEmpty(stake) ? texts.pastBonus : '–';
};
