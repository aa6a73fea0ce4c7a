import { orderClock } from '../formats/clock-order.ts';
import { type Route, route } from './route.ts';
import { answers, requests } from './schemas/all-schemas.ts';
import type { ClockView } from './schemas/platform.ts';

export interface ClockPort {
  view(): ClockView;
  freeze(): void;
  resume(): void;
  /** An instant with its offset. */
  set(instant: string): void;
  /** By a duration such as `24h`; resolves when all that was due has been done. */
  advance(duration: string): Promise<void>;
  /** Moves the platform's time so far from the system's, and lets it go on. */
  shift(shiftMs: number): void;
}

const clockAnswer = { status: 200, schema: answers.Clock, description: 'The time.' } as const;

/** The platform's time. */
export const clockRoutes = (clock: ClockPort): readonly Route[] => [
  route('GET /clock', {
    name: 'getClock',
    tag: 'controls',
    summary: 'Show the time',
    description: "The platform's time, how far it is from the system's, and whether it is frozen.",
    answer: clockAnswer,
    act: () => clock.view(),
  }),
  route('POST /clock', {
    name: 'setClock',
    tag: 'controls',
    summary: 'Freeze, set or advance the time',
    description:
      'Everything follows: retries, sessions, packs, timestamps. `advance` does what is due on the way, and answers when all is quiet.',
    body: requests.ClockOrder,
    answer: clockAnswer,
    act: async ({ body: { shiftMs, now, ...order } }) => {
      if (shiftMs !== undefined) clock.shift(shiftMs);
      await orderClock(clock, now === undefined ? order : { ...order, set: now });
      return clock.view();
    },
  }),
];
