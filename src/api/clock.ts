import type { Route } from './route.ts';
import { get, post } from './route.ts';
import type { Checked } from './schemas/all-schemas.ts';
import type { ClockView } from './schemas/platform.ts';

export interface ClockPort {
  view(): ClockView;
  /** Moves the platform's time so far from the system's. */
  shift(shiftMs: number): ClockView;
}

const clockAnswer = { status: 200, schema: 'Clock', description: 'The time.' } as const;

/** The platform's time. */
export const clockRoutes = (clock: ClockPort): readonly Route[] => [
  get('/clock', {
    name: 'getClock',
    tag: 'controls',
    summary: 'Tell the time',
    description: "The platform's time, and how far it is from the system's.",
    answer: clockAnswer,
    act: () => clock.view(),
  }),
  post('/clock', {
    name: 'setClock',
    tag: 'controls',
    summary: 'Move the time',
    description: 'Sessions expire and timestamps become stale as if that time had come.',
    body: 'ClockOrder',
    answer: clockAnswer,
    act: ({ body }) => clock.shift(shiftOf(clock, body)),
  }),
];

const shiftOf = (clock: ClockPort, { shiftMs, now }: Checked<'ClockOrder'>): number => {
  if (now === undefined) return shiftMs ?? 0;
  const view = clock.view();
  const systemTime = Date.parse(view.now) - view.shiftMs;
  return Date.parse(now) - systemTime;
};
