import type { GameAction, GameStart, GameState } from '../../../spec/game-page.ts';
import type { PageState } from '../state/page-state.ts';
import type { Desk } from './desk.ts';

/** After which wait the player is told that the casino takes its time. */
const slowMs = 2500;

/** How long reels spin at least, and what lies between the stops of two. */
const spinMs = 650;
const reelMs = 260;

/** Asks the platform for an action and shows what comes of it. One at a time: others are dropped. */
export const ask = async (
  desk: Desk,
  action: GameAction,
  body: Readonly<Record<string, unknown>> = {},
): Promise<void> => {
  const { tools, state, tell } = desk;
  if (!isFree(state(), action)) return;
  const askedAt = tools.now();
  tell({ kind: 'asked', action, ...atOf(body) });
  const forget = tools.after(slowMs, () => tell({ kind: 'waited-long' }));
  const reply = await tools.send(action, body);
  forget();
  if (reply.kind !== 'answer') {
    tell({ kind: 'closed', reason: reply.kind, message: reply.message });
    return;
  }
  if (reply.answer.round?.reels !== undefined && action === 'bet') {
    await pause(desk, spinMs - (tools.now() - askedAt));
  }
  tellAnswer(desk, action, reply.answer);
  await stopReels(desk);
};

const isFree = ({ phase }: PageState, action: GameAction): boolean =>
  action === 'start' ? phase.kind === 'opening' || phase.kind === 'closed' : phase.kind === 'idle';

const atOf = ({ at }: Readonly<Record<string, unknown>>) => (typeof at === 'string' ? { at } : {});

const tellAnswer = ({ tell, tools }: Desk, action: GameAction, answer: GameState): void => {
  const now = tools.now();
  if (action === 'start') tell({ kind: 'started', answer: answer as GameStart, now });
  else tell({ kind: 'answered', action, answer, now });
};

const stopReels = async (desk: Desk): Promise<void> => {
  while (desk.state().phase.kind === 'revealing') {
    await pause(desk, reelMs);
    desk.tell({ kind: 'reel-stopped' });
  }
};

const pause = ({ tools }: Desk, ms: number): Promise<void> =>
  ms <= 0 || tools.isCalm()
    ? Promise.resolve()
    : new Promise((resolve) => {
        tools.after(ms, resolve);
      });
