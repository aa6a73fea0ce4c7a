import { readAnswer } from '../callbacks/read-answer.ts';
import { pause } from '../world/clock.ts';
import { readBalance } from './own-calls.ts';
import type { Play } from './play.ts';

/** How long the agent may take to come back, and how often it is asked, milliseconds. */
const patienceMs = 30_000;
const pauseMs = 100;

/** Restarts the agent, and goes on when it answers again; inconclusive when it does not. */
export const playRestart = async (play: Play): Promise<void> => {
  const { clock, hooks, signal } = play.context;
  const problem = await hooks.restart?.();
  if (problem !== undefined) return end(play, `The agent was not restarted: ${problem}`);
  const until = clock.now() + patienceMs;
  while (!(await isBack(play))) {
    if (signal.aborted) return;
    if (clock.now() > until) {
      return end(play, `The agent did not answer within ${patienceMs / 1000} s of its restart.`);
    }
    await pause(clock, pauseMs, signal);
  }
};

const end = (play: Play, reason: string): void => {
  play.state = { ...play.state, ending: { kind: 'inconclusive', reason } };
};

/** Whether anybody answers: what, is for the next step to judge. */
const isBack = async (play: Play): Promise<boolean> => {
  const [player] = play.context.cast.players;
  const account = { playerId: player?.id ?? '', currency: player?.currencies[0] ?? 'USD' };
  const { exchange } = await readBalance(play, account, 'valid');
  return readAnswer(exchange.answer).kind !== 'none';
};
