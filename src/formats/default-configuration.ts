import { namesOf } from '../spec/closed-list.ts';
import { defaultQuirks } from '../spec/quirks.ts';
import { type DeliveryMode, deliveryModes, otherSettings } from '../spec/settings.ts';

export type { DeliveryMode };

/** What the platform may do with a bet whose outcome is unclear. */
export const deliveries = namesOf(deliveryModes);

/** What `serve` works with when there is no configuration. */
export const defaultConfiguration = {
  agents: [
    {
      id: 1001,
      token: 'test-token',
      unavailableGames: [104],
      players: [
        { id: 'player-1', username: 'Player One', currencies: ['USD', 'EUR'], language: 'en' },
        { id: 'player-2', username: 'Player Two', currencies: ['USD'], language: 'en' },
      ],
    },
    { id: 1002, unavailableGames: [], players: [] },
  ],
  hooks: {},
  callbacks: {
    timeout: otherSettings['callbacks.timeout'].byDefault,
    delivery: otherSettings['callbacks.delivery'].byDefault,
  },
  journal: { maxExchanges: 1_000_000, maxBytes: 512 * 1024 * 1024 },
  admin: { hosts: [] },
  currencyScales: {},
  quirks: defaultQuirks,
} as const;
