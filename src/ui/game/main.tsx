import './game.css';
import { render } from 'preact';
import { languageOf } from '../../spec/game-language.ts';
import { actionsOf } from './actions.ts';
import { openConnection } from './connection.ts';
import { ask, type BrowserTools, openController } from './controller.ts';
import { wantsToPlay } from './controls.tsx';
import { readDrawer, rememberDrawer } from './drawer.tsx';
import { GamePage } from './game-page.tsx';
import { wordsIn } from './languages/words.ts';
import { listenAt } from './listen.ts';
import { openingState, type PageState } from './page-state.ts';
import { addressOf, type GameAddress, sendActionTo } from './send-action.ts';

const root = document.querySelector('#game') ?? document.body;

/** An id for this page, so that its stream does not repeat what its own actions are answered. */
const pageId = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(3)), (part) => part.toString(36)).join('-');

const address: GameAddress = { pathname: location.pathname, page: pageId() };

const draw = (state: PageState): void => {
  document.documentElement.lang = state.language;
  document.title = state.scene?.game ?? wordsIn(state.language).texts.game;
  rememberDrawer(state.drawer);
  render(<GamePage state={state} actions={actions} />, root);
};

const after: BrowserTools['after'] = (ms, run) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};

const controller = openController(
  {
    send: sendActionTo(address),
    now: () => performance.now(),
    after,
    // What nobody sees needs no motion: a browser lets a hidden page's timers run seldom.
    isCalm: () => document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches,
    draw,
  },
  // The platform sends the page in the language of its launch.
  openingState(readDrawer(), languageOf(document.documentElement.lang)),
);

const connection = openConnection(controller, {
  listen: listenAt(addressOf(address, 'events')),
  sayLeaving: () => {
    const nothing = new Blob(['{}'], { type: 'application/json' });
    navigator.sendBeacon(addressOf(address, 'leave'), nothing);
  },
});
const actions = actionsOf(controller, connection.leave);

document.addEventListener('keydown', (event) => {
  if (!wantsToPlay(event)) return;
  event.preventDefault();
  actions.main();
});
addEventListener('pagehide', connection.leave);
for (const sign of ['pageshow', 'focus', 'pointerdown', 'keydown']) {
  addEventListener(sign, connection.comeBack, { capture: true });
}

void ask(controller, 'start');
