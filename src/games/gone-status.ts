import type { OpenedLink } from './open-table.ts';

/** HTTP status of a link that leads to no table. */
export const goneStatus: Readonly<Record<Exclude<OpenedLink['kind'], 'table'>, number>> = {
  unknown: 404,
  expired: 410,
};
