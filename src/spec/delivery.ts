/** What the platform does with a bet whose outcome is unclear (time-out, connection error, 5xx, unreadable). */
export const deliveries = ['retry-then-rollback', 'retry-only', 'rollback-only', 'none'] as const;
export type DeliveryMode = (typeof deliveries)[number];
