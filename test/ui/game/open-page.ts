import type { GameLanguage } from '../../../src/spec/game-language.ts';
import type { GameAction, GameState } from '../../../src/spec/game-page.ts';
import { type Actions, actionsOf } from '../../../src/ui/game/actions.ts';
import { type ConnectionTools, openConnection, type StreamEvents } from '../../../src/ui/game/connection.ts';
import { ask, type GameController, openController } from '../../../src/ui/game/controller.ts';
import { openingState } from '../../../src/ui/game/page-state.ts';
import type { Reply } from '../../../src/ui/game/send-action.ts';

export interface OpenPage {
  readonly controller: GameController;
  readonly actions: Actions;
  /** What the page asked for, in order. */
  readonly asked: { readonly action: GameAction; readonly body: unknown }[];
  /** Lets time pass: timers run in order, and what they began goes on. */
  readonly pass: (ms: number) => Promise<void>;
  /** What was seen of it besides, in order: streams that opened and closed, and that it left. */
  readonly seen: readonly string[];
  /** What the stream that is open tells. */
  readonly stream: StreamEvents;
  readonly comeBack: () => void;
}

type Answer = GameState | Exclude<Reply, { kind: 'answer' }>;

/** A page with a clock that stands still and a server that answers as it is told. */
export const openPage = async (
  answer: (action: GameAction, body: unknown) => Answer | Promise<Answer>,
  { isCalm = false, language }: { readonly isCalm?: boolean; language?: GameLanguage } = {},
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
    openingState('open', language),
  );
  const { tools, seen, stream } = createStreams();
  const { leave, comeBack } = openConnection(controller, tools);
  await ask(controller, 'start');
  const actions = actionsOf(controller, leave);
  return { controller, actions, asked, pass: clock.pass, seen, stream, comeBack };
};

const createStreams = () => {
  const seen: string[] = [];
  let last: StreamEvents | undefined;
  const tools: ConnectionTools = {
    listen: (events) => {
      last = events;
      seen.push('opened');
      return () => seen.push('closed');
    },
    sayLeaving: () => seen.push('left'),
  };
  const stream: StreamEvents = {
    onState: (answer) => last?.onState(answer),
    onLost: (how) => last?.onLost(how),
  };
  return { tools, seen, stream };
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
