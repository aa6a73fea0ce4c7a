import { answers, requests } from '../../api/schemas/all-schemas.ts';
import { clockView } from '../views.ts';
import { type AdminRoute, route } from './route.ts';

const clockAnswer = { status: 200, schema: answers.Clock, description: 'The time.' } as const;

/** The platform's time. */
export const clockRoutes: readonly AdminRoute[] = [
  route('GET /clock', {
    name: 'getClock',
    tag: 'controls',
    summary: 'Show the time',
    description: "The platform's time, how far it is from the system's, and whether it is frozen.",
    answer: clockAnswer,
    act: ({ context: { clock } }) => clockView(clock),
  }),
  route('POST /clock', {
    name: 'setClock',
    tag: 'controls',
    summary: 'Freeze, set or advance the time',
    description:
      'Everything follows: retries, sessions, packs, timestamps. `advance` does what is due on the way, and answers when all is quiet.',
    body: requests.ClockOrder,
    answer: clockAnswer,
    act: async ({ context: { clock }, body: { shiftMs, now, ...order } }) => {
      if (shiftMs !== undefined) clock.shift(shiftMs);
      await clock.order(now === undefined ? order : { ...order, set: now });
      return clockView(clock);
    },
  }),
];
