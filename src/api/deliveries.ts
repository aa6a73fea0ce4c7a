import { type Route, route } from './route.ts';
import { answers } from './schemas/all-schemas.ts';
import type { DeliveryView } from './schemas/deliveries.ts';

/** Soonest first. */
export type DeliveriesPort = () => readonly DeliveryView[];

/** What waits to be sent again. */
export const deliveryRoutes = (deliveries: DeliveriesPort): readonly Route[] => [
  route('GET /deliveries', {
    name: 'listDeliveries',
    tag: 'traffic',
    summary: 'List callbacks that wait for a retry',
    description:
      'Callbacks of games without a clear answer, and when they are sent again; the 500 that are due soonest.',
    answer: { status: 200, schema: answers.Deliveries, description: 'What waits, soonest first.' },
    act: deliveries,
  }),
];
