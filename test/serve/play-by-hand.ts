import type { ExchangePage, ExchangeRow } from '../../src/api/schemas/exchanges.ts';
import type { Setup } from '../../src/api/schemas/platform.ts';
import type { PlatformServer } from '../../src/serve/open-server.ts';

/** What a developer would do from the dashboard and a game, through the admin API. */
export interface Hand {
  post<T = { readonly exchangeIds: readonly string[] }>(path: string, body: object): Promise<T>;
  /** A callback by hand; the id of its exchange. */
  trigger(order: object): Promise<string>;
  resend(id: string, order: object): Promise<string>;
  setup(): Promise<Setup>;
  /** Every callback so far, oldest first. */
  callbacks(): Promise<readonly ExchangeRow[]>;
}

/** A hand at a stage. */
export const handAt = ({ url }: Pick<PlatformServer, 'url'>): Hand => {
  const ask = async <T>(path: string, init?: RequestInit): Promise<T> => {
    const response = await fetch(`${url}/__admin/${path}`, init);
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return JSON.parse(text) as T;
  };
  const post = async <T>(path: string, body: object): Promise<T> =>
    await ask<T>(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const sent = async (path: string, body: object): Promise<string> => {
    const { exchangeIds } = await post<{ readonly exchangeIds: readonly string[] }>(path, body);
    return exchangeIds.at(-1) ?? '';
  };
  return {
    post,
    setup: async () => await ask<Setup>('setup'),
    trigger: async (order) => await sent('trigger', order),
    resend: async (id, order) => await sent(`exchanges/${id}/resend`, order),
    callbacks: async () => {
      const { rows } = await ask<ExchangePage>('exchanges?direction=callback&limit=500');
      return rows;
    },
  };
};

/** A round of everything: bets, repeats, conflicts, rollbacks, free spins, bad signatures, bursts. */
export const playEverything = async (hand: Hand): Promise<void> => {
  const { trigger, resend, post } = hand;
  const player = { playerId: 'player-1', currency: 'USD' };
  await trigger({ type: 'getBalance', ...player });
  const bet = await trigger({ type: 'makeBet', ...player, bet: '10.24', win: '3.07' });
  for (const as of ['exact', 'resigned', 'conflict'] as const) await resend(bet, { as });
  await trigger({ type: 'getBalance', ...player });
  await post(`exchanges/${bet}/rollback`, {});
  await post(`exchanges/${bet}/rollback`, {});
  await resend(bet, { as: 'exact' });
  await trigger({ type: 'rollback', ...player });
  await trigger({ type: 'makeBet', ...player, bet: '5000', win: '0' });
  await trigger({ type: 'getBalance', ...player });
  for (const signature of ['none', 'wrong', 'truncated', 'other-agent']) {
    await trigger({ type: 'makeBet', ...player, bet: '1.11', win: '0', signature });
    await trigger({ type: 'getBalance', ...player });
  }
  const win = await trigger({ type: 'makeBet', ...player, bet: '0', win: '12.34' });
  await post(`exchanges/${win}/rollback`, {});
  await trigger({ type: 'getBalance', ...player });
  for (const fault of ['duplicated', 'sent-together', 'answer-lost']) {
    await post('faults', { direction: 'callback', fault, on: 'makeBet', times: 1 });
    const id = await trigger({ type: 'makeBet', ...player, bet: '7.77', win: '1.01' });
    await resend(id, { as: 'exact' });
    await trigger({ type: 'getBalance', ...player });
  }
  const freespins = { played: 3, total: 3, isFinish: true, accumulatedWin: '4.5' };
  await trigger({ type: 'getBalance', ...player, freespins });
  await trigger({ type: 'makeBet', ...player, bet: '0', win: '4.5' });
  await trigger({ type: 'getBalance', ...player });
  const parallel = Array.from({ length: 6 }, (_, index) =>
    trigger({ type: 'makeBet', ...player, bet: `${4 ** index}`, win: '0' }),
  );
  await Promise.all(parallel);
  await trigger({ type: 'getBalance', ...player });
  await trigger({ type: 'getBalance', playerId: 'player-1', currency: 'EUR' });
  await trigger({ type: 'makeBet', playerId: 'player-1', currency: 'EUR', bet: '1', win: '0' });
  await trigger({ type: 'getBalance', playerId: 'nobody' });
  await trigger({ type: 'getBalance', ...player });
};
