import type { ExchangePage, ExchangeRow } from '../../src/api/schemas/exchanges.ts';
import type { ResendOrder, TriggerOrder } from '../../src/api/schemas/hand-callbacks.ts';
import type { Setup } from '../../src/api/schemas/platform.ts';
import type { FaultOrder } from '../../src/formats/fault.ts';
import type { PlatformServer } from '../../src/serve/open-server.ts';

/** What a developer sends by hand. Ids: of the exchange; of the last one where a fault makes several. */
export interface Hand {
  trigger(order: TriggerOrder): Promise<string>;
  resend(id: string, order: ResendOrder): Promise<string>;
  rollBack(id: string): Promise<string>;
  fault(order: FaultOrder): Promise<void>;
}

/** By hand from the dashboard, through the admin API. */
export interface HandAtServer extends Hand {
  setup(): Promise<Setup>;
  /** Every callback so far, oldest first. */
  callbacks(): Promise<readonly ExchangeRow[]>;
}

export const handAt = ({ url }: Pick<PlatformServer, 'url'>): HandAtServer => {
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
    setup: async () => await ask<Setup>('setup'),
    trigger: async (order) => await sent('trigger', order),
    resend: async (id, order) => await sent(`exchanges/${id}/resend`, order),
    rollBack: async (id) => await sent(`exchanges/${id}/rollback`, {}),
    fault: async (order) => {
      await post('faults', order);
    },
    callbacks: async () => {
      const { rows } = await ask<ExchangePage>('exchanges?direction=callback&limit=500');
      return rows;
    },
  };
};

/** A round of everything: bets, repeats, conflicts, rollbacks, free spins, bad signatures, bursts. */
export const playEverything = async (hand: Hand): Promise<void> => {
  const { trigger, resend, rollBack } = hand;
  const player = { playerId: 'player-1', currency: 'USD' };
  await trigger({ type: 'getBalance', ...player });
  const bet = await trigger({ type: 'makeBet', ...player, bet: '10.24', win: '3.07' });
  for (const as of ['exact', 'resigned', 'conflict'] as const) await resend(bet, { as });
  await trigger({ type: 'getBalance', ...player });
  await rollBack(bet);
  await rollBack(bet);
  await resend(bet, { as: 'exact' });
  await trigger({ type: 'rollback', ...player });
  await trigger({ type: 'makeBet', ...player, bet: '5000', win: '0' });
  await trigger({ type: 'getBalance', ...player });
  for (const signature of ['none', 'wrong', 'truncated', 'other-agent'] as const) {
    await trigger({ type: 'makeBet', ...player, bet: '1.11', win: '0', signature });
    await trigger({ type: 'getBalance', ...player });
  }
  const win = await trigger({ type: 'makeBet', ...player, bet: '0', win: '12.34' });
  await rollBack(win);
  await trigger({ type: 'getBalance', ...player });
  for (const fault of ['duplicated', 'sent-together', 'answer-lost'] as const) {
    await hand.fault({ direction: 'callback', fault, on: 'makeBet', times: 1 });
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

const first = { playerId: 'player-1', currency: 'USD' };
const second = { playerId: 'player-2', currency: 'USD' };
const euros = { playerId: 'player-1', currency: 'EUR' };

/** What somebody tries at a page: bets, the same again, rollbacks, and other accounts between them. */
export const playAround = async ({ trigger, resend, rollBack }: Hand): Promise<void> => {
  const bet = await trigger({ type: 'makeBet', ...first, bet: '10.24' });
  await resend(bet, { as: 'exact' });
  await resend(bet, { as: 'resigned' });
  await trigger({ type: 'getBalance', ...first });
  const win = await trigger({ type: 'makeBet', ...first, win: '3.07', roundFinished: false });
  await rollBack(win);
  const both = await trigger({ type: 'makeBet', ...first, bet: '5', win: '12.5' });
  for (const each of [both, both, bet, bet]) await rollBack(each);
  await resend(bet, { as: 'exact' });
  await trigger({ type: 'getBalance', ...first });
  await trigger({ type: 'rollback', ...first });
  await trigger({ type: 'makeBet', ...first, bet: '5000' });
  await trigger({ type: 'getBalance', ...first });
  await playElsewhere({ trigger, resend });
  await trigger({ type: 'getBalance', playerId: 'nobody' });
  await trigger({ type: 'makeBet', ...first, bet: '1' });
  await trigger({ type: 'getBalance', ...first });
  await trigger({ type: 'makeBet', ...first, bet: '2' });
};

/** Another player, and another currency of the first one. */
const playElsewhere = async ({ trigger, resend }: Pick<Hand, 'trigger' | 'resend'>): Promise<void> => {
  await trigger({ type: 'makeBet', ...second, bet: '7', win: '1' });
  await trigger({ type: 'getBalance', ...first });
  const paid = await trigger({ type: 'makeBet', ...euros, bet: '1', win: '3' });
  await resend(paid, { as: 'exact' });
  await trigger({ type: 'makeBet', ...first, bet: '1.5' });
  await resend(paid, { as: 'resigned' });
  await trigger({ type: 'makeBet', ...euros, bet: '1', win: '4' });
  await trigger({ type: 'makeBet', ...second, bet: '1.25' });
  await trigger({ type: 'makeBet', ...first, bet: '1.75' });
  await trigger({ type: 'makeBet', ...second, bet: '2.25' });
  await trigger({ type: 'makeBet', ...first, bet: '2.5' });
  await trigger({ type: 'getBalance', ...euros });
};
