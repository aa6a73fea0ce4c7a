import type { GameAction, GameStart } from '../../../src/spec/game-page.ts';
import { Game } from '../../../src/ui/game/game.ts';
import type { Reply, StreamEvents } from '../../../src/ui/game/platform.ts';
import { anAnswer, aScene } from './examples.ts';

type Answer = Partial<GameStart> | Exclude<Reply, { kind: 'answer' }>;

/** What the platform answers to an action; what is not given is as in `anAnswer`, in a slot. */
export type Answers = Partial<Record<GameAction, Answer | (() => Answer | Promise<Answer>)>>;

export type OpenPage = Awaited<ReturnType<typeof openPage>>;

/** A page with a clock that stands still and a platform that answers as it is told. */
export const openPage = async (answers: Answers = {}, isCalm = false) => {
  const asked: { readonly action: GameAction; readonly body: unknown }[] = [];
  const seen: string[] = [];
  const clock = createClock();
  let events: StreamEvents | undefined;
  const send = async (action: GameAction, body: unknown): Promise<Reply> => {
    asked.push({ action, body });
    const given = answers[action] ?? {};
    const answer = await (typeof given === 'function' ? given() : given);
    if ('kind' in answer) return answer;
    const { scene = aScene() } = answer;
    return { kind: 'answer', answer: action === 'start' ? { ...anAnswer(answer), scene } : anAnswer(answer) };
  };
  const listen = (given: StreamEvents) => {
    events = given;
    seen.push('opened');
    return () => seen.push('closed');
  };
  const game = new Game(
    {
      platform: { send, listen, sayLeaving: () => seen.push('left') },
      now: clock.now,
      after: clock.after,
      isCalm: () => isCalm,
      draw: () => undefined,
    },
    { language: 'en', drawer: 'open' },
  );
  game.open();
  await clock.pass(0);
  return {
    game,
    /** What the page asked for, in order. */
    asked,
    /** What was seen of it besides, in order: streams that opened and closed, and that it left. */
    seen,
    /** Lets time pass: timers run in order, and what they began goes on. */
    pass: clock.pass,
    /** What the stream that was opened last tells. */
    tell: (answer: Partial<GameStart>) => events?.onState(anAnswer(answer)),
    lose: (how: 'retrying' | 'refused') => events?.onLost(how),
  };
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
