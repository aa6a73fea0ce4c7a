import './game.css';
import { render } from 'preact';
import { actionsOf } from './desk/actions.ts';
import { ask } from './desk/ask.ts';
import type { DeskTools } from './desk/desk.ts';
import { openDesk } from './desk/open-desk.ts';
import { sendActionTo } from './desk/send-action.ts';
import { wantsToPlay } from './desk/wants-to-play.ts';
import { readDrawer, rememberDrawer } from './drawer/remember-drawer.ts';
import { GamePage } from './game-page.tsx';
import type { PageState } from './state/page-state.ts';

/** The balance is synchronised so often while the page is seen and nothing is in the air. */
const synchronizeMs = 60_000;

const root = document.querySelector('#game') ?? document.body;

const draw = (state: PageState): void => {
  document.title = state.scene?.game ?? 'Game';
  rememberDrawer(state.drawer);
  render(<GamePage state={state} actions={actions} />, root);
};

const after: DeskTools['after'] = (ms, run) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};

const desk = openDesk(
  {
    send: sendActionTo(location.pathname),
    now: () => performance.now(),
    after,
    isCalm: () => matchMedia('(prefers-reduced-motion: reduce)').matches,
    draw,
  },
  readDrawer(),
);
const actions = actionsOf(desk);

document.addEventListener('keydown', (event) => {
  if (!wantsToPlay(event)) return;
  event.preventDefault();
  actions.main();
});
document.addEventListener('visibilitychange', () => {
  if (document.hidden && desk.state().autoplay !== null) actions.stopAutoplay();
});
setInterval(() => {
  const { round, autoplay } = desk.state();
  if (!document.hidden && round?.state !== 'open' && autoplay === null) actions.askBalance();
}, synchronizeMs);

void ask(desk, 'start');
