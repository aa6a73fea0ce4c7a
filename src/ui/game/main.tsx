import './game.css';
import { render } from 'preact';
import { actionsOf } from './actions.ts';
import type { BrowserTools } from './controller.ts';
import { ask, openController } from './controller.ts';
import { wantsToPlay } from './controls.tsx';
import { readDrawer, rememberDrawer } from './drawer.tsx';
import { GamePage } from './game-page.tsx';
import type { PageState } from './page-state.ts';
import { sendActionTo } from './send-action.ts';

/** The balance is synchronised so often while the page is seen and nothing is in the air. */
const synchronizeMs = 60_000;

const root = document.querySelector('#game') ?? document.body;

const draw = (state: PageState): void => {
  document.title = state.scene?.game ?? 'Game';
  rememberDrawer(state.drawer);
  render(<GamePage state={state} actions={actions} />, root);
};

const after: BrowserTools['after'] = (ms, run) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};

const controller = openController(
  {
    send: sendActionTo(location.pathname),
    now: () => performance.now(),
    after,
    isCalm: () => matchMedia('(prefers-reduced-motion: reduce)').matches,
    draw,
  },
  readDrawer(),
);
const actions = actionsOf(controller);

document.addEventListener('keydown', (event) => {
  if (!wantsToPlay(event)) return;
  event.preventDefault();
  actions.main();
});
document.addEventListener('visibilitychange', () => {
  if (document.hidden && controller.state().autoplay !== null) actions.stopAutoplay();
});
setInterval(() => {
  const { round, autoplay } = controller.state();
  if (!document.hidden && round?.state !== 'open' && autoplay === null) actions.askBalance();
}, synchronizeMs);

void ask(controller, 'start');
