import { defaultQuirks } from '../spec/quirks.ts';

/** What the platform does with a bet whose outcome is unclear (time-out, connection error, 5xx, unreadable). */
export const deliveries = ['retry-then-rollback', 'retry-only', 'rollback-only', 'none'] as const;
export type DeliveryMode = (typeof deliveries)[number];

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
  callbacks: { timeout: '5s', delivery: 'retry-then-rollback' },
  journal: { maxExchanges: 1_000_000 },
  admin: { hosts: [] },
  currencyScales: {},
  quirks: defaultQuirks,
} as const;
