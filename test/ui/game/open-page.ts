import type { GameAction, GameState } from '../../../src/spec/game-page.ts';
import type { Actions } from '../../../src/ui/game/actions.ts';
import { actionsOf } from '../../../src/ui/game/actions.ts';
import type { GameController } from '../../../src/ui/game/controller.ts';
import { ask, openController } from '../../../src/ui/game/controller.ts';
import type { Reply } from '../../../src/ui/game/send-action.ts';

export interface OpenPage {
  readonly controller: GameController;
  readonly actions: Actions;
  /** What the page asked for, in order. */
  readonly asked: { readonly action: GameAction; readonly body: unknown }[];
  /** Lets time pass: timers run in order, and what they began goes on. */
  readonly pass: (ms: number) => Promise<void>;
}

type Answer = GameState | Exclude<Reply, { kind: 'answer' }>;

/** A page with a clock that stands still and a server that answers as it is told. */
export const openPage = async (
  answer: (action: GameAction, body: unknown) => Answer | Promise<Answer>,
  { isCalm = false }: { readonly isCalm?: boolean } = {},
): Promise<OpenPage> => {
  const asked: { action: GameAction; body: unknown }[] = [];
  const clock = createClock();
  const controller = openController(
    {
      send: async (action, body) => {
        asked.push({ action, body });
        const given = await answer(action, body);
        return 'kind' in given ? given : { kind: 'answer', answer: given };
      },
      now: clock.now,
      after: clock.after,
      isCalm: () => isCalm,
      draw: () => undefined,
    },
    'open',
  );
  await ask(controller, 'start');
  return { controller, actions: actionsOf(controller), asked, pass: clock.pass };
};

const createClock = () => {
  let now = 0;
  let timers: { at: number; run: () => void }[] = [];
  const after = (ms: number, run: () => void) => {
    const timer = { at: now + ms, run };
    timers.push(timer);
    return () => {
      timers = timers.filter((other) => other !== timer);
    };
  };
  const pass = async (ms: number) => {
    const end = now + ms;
    await settled();
    for (let next = first(timers, end); next !== undefined; next = first(timers, end)) {
      const due = next;
      timers = timers.filter((timer) => timer !== due);
      now = due.at;
      due.run();
      await settled();
    }
    now = end;
  };
  return { now: () => now, after, pass };
};

const first = (timers: readonly { at: number; run: () => void }[], end: number) =>
  timers.filter(({ at }) => at <= end).toSorted((one, other) => one.at - other.at)[0];

/** Promises that are already decided have done their work after this. */
const settled = () => new Promise((resolve) => setImmediate(resolve));
