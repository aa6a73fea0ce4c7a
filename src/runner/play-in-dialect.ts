import type { Scenario } from '../formats/scenario/scenario.ts';
import { canonicalTexts } from '../signing/sign.ts';
import { playOpened } from './play-opened.ts';
import type { PlayedScenario } from './play-scenario.ts';
import type { RunContext } from './run-context.ts';

/**
 * Plays a scenario; and again, with fresh ids, where a text was refused that dialects write
 * differently, and the agent is then found to verify another one than it was signed in.
 */
export const playInDialect = async (
  context: RunContext,
  scenario: Scenario,
  position: number,
): Promise<PlayedScenario> => {
  const first = await playOpened(context, scenario, position);
  const now = await dialectAfter(context, first);
  if (now === undefined) return first;
  const isOtherwise = first.refusedTexts.some(
    ({ dialect, text }) => new Set(canonicalTexts(text, [dialect, now])).size > 1,
  );
  if (!isOtherwise) return first;
  const again = await playOpened(context, scenario, `${position}v`);
  return { ...again, exchanges: [...first.exchanges, ...again.exchanges] };
};

/** What the agent verifies, asked where a refused text leaves that open. */
const dialectAfter = async (
  { spoken, signal }: RunContext,
  { refusedTexts }: PlayedScenario,
): Promise<string | undefined> => {
  if (spoken === undefined || signal.aborted) return undefined;
  const isOpen = refusedTexts.some(({ text }) => spoken.isOpenFor(text));
  return isOpen ? await spoken.search() : spoken.now();
};
