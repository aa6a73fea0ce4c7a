import './game.css';
import { render } from 'preact';
import { languageOf } from '../../spec/game-language.ts';
import { wantsToPlay } from './controls.tsx';
import { readDrawer, rememberDrawer } from './drawer.tsx';
import { Game } from './game.ts';
import { GamePage } from './game-page.tsx';
import { platformAt } from './platform.ts';

const root = document.querySelector('#game') ?? document.body;

const game = new Game(
  {
    platform: platformAt(location.pathname),
    now: () => performance.now(),
    after: (ms, run) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    // What nobody sees needs no motion: a browser lets a hidden page's timers run seldom.
    isCalm: () => document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches,
    draw: ({ state, words }) => {
      document.documentElement.lang = state.language;
      document.title = state.scene?.game ?? words.texts.game;
      rememberDrawer(state.drawer);
      render(<GamePage game={game} />, root);
    },
  },
  // The platform sends the page in the language of its launch.
  { language: languageOf(document.documentElement.lang), drawer: readDrawer() },
);

document.addEventListener('keydown', (event) => {
  if (!wantsToPlay(event)) return;
  event.preventDefault();
  game.play();
});
addEventListener('pagehide', () => game.leave());
for (const sign of ['pageshow', 'focus', 'pointerdown', 'keydown']) {
  addEventListener(sign, () => game.comeBack(), { capture: true });
}

game.open();
