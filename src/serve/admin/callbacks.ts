import { answers, requests } from '../../api/schemas/all-schemas.ts';
import { type AdminRoute, route } from './route.ts';

const params = { id: 'Id of an exchange.' } as const;

const missing = 'No exchange of the journal has this id.';

const sent = { status: 200, schema: answers.SentByHand, description: 'What was sent.' } as const;

/** Sending a callback again, any callback by hand, and what waits to be sent again. */
export const callbackRoutes: readonly AdminRoute[] = [
  route('POST /exchanges/:id/resend', {
    name: 'resend',
    tag: 'traffic',
    params,
    summary: 'Send a callback or a request again',
    description:
      "A callback: the same bytes, a new request_id, other amounts, the same bytes late, or any body, signed again; the answer is judged. A request of the agent: the platform is sent the same bytes, a fresh timestamp, or any body, signed with the agent's token; what it answers is given back, and nothing of it is charged to the agent.",
    body: requests.ResendOrder,
    answer: sent,
    missing,
    act: async ({ context, params: { id = '' }, body }) => await context.hand.resend(id, body),
  }),
  route('POST /exchanges/:id/rollback', {
    name: 'rollBack',
    tag: 'traffic',
    params,
    summary: 'Roll a transaction back',
    description: 'Sends a rollback of the transaction of this callback.',
    answer: sent,
    missing,
    act: async ({ context, params: { id = '' } }) => await context.hand.rollback(id),
  }),
  route('POST /trigger', {
    name: 'trigger',
    tag: 'traffic',
    summary: 'Send a callback by hand',
    description: 'Sends any callback, also one with a wrong signature, and judges the answer.',
    body: requests.TriggerOrder,
    answer: sent,
    act: async ({ context, body }) => await context.hand.trigger(body),
  }),
  route('GET /deliveries', {
    name: 'listDeliveries',
    tag: 'traffic',
    summary: 'List callbacks that wait for a retry',
    description:
      'Callbacks of games without a clear answer, and when they are sent again; the 500 that are due soonest.',
    answer: { status: 200, schema: answers.Deliveries, description: 'What waits, soonest first.' },
    act: ({ context }) => context.waiting.list(),
  }),
];
