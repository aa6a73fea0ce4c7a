import type { ExchangeRow } from '../../api/schemas/exchanges.ts';

/** `, attempt 2` of what was sent again; nothing of what was sent first. */
export const againText = ({ attempt = 1 }: Pick<ExchangeRow, 'attempt'>): string =>
  attempt > 1 ? `, attempt ${attempt}` : '';
