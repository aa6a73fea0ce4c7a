import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { PackOrder } from '../../../spec/admin/orders.ts';
import type { PackView } from '../../../spec/admin/views.ts';
import { callAdmin } from '../call-admin.ts';
import { Button } from '../parts/button.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { useAction } from '../parts/use-action.ts';
import { store } from '../store.ts';
import { GameField } from './game-field.tsx';
import { TextField } from './text-field.tsx';

interface PackDraft {
  readonly playerId?: string;
  readonly currency?: string;
  readonly gameId?: number;
  readonly total: string;
  readonly bet: string;
}

/** Grants a pack, as the agent does with freespins_grant. */
export const PackForm = (): VNode => {
  const [draft, setDraft] = useState<PackDraft>({ total: '3', bet: '1' });
  const [act, { busy, error }] = useAction();
  const [granted, setGranted] = useState<PackView>();
  const order = orderOf(draft);
  const set = (change: Partial<PackDraft>): void => setDraft({ ...draft, ...change });
  const players = store.setup.value?.players ?? [];
  const grant = (): void =>
    act(async () => {
      setGranted(await callAdmin<PackView>('POST', '/packs', order));
    });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        grant();
      }}
    >
      <h3>Grant a pack</h3>
      <div class="fields">
        <TextField
          label="Player of the pack"
          value={order.playerId}
          suggestions={players.map(({ id }) => id)}
          onChange={(playerId) => set({ playerId })}
          required
        />
        <TextField
          label="Currency"
          value={order.currency}
          onChange={(currency) => set({ currency })}
          required
        />
        <GameField value={order.gameId} onChange={(gameId) => set({ gameId })} />
        <TextField
          label="Free spins"
          value={draft.total}
          onChange={(total) => set({ total })}
          number={{ min: 1, max: 1000 }}
          required
        />
        <TextField
          label="Bet of a spin"
          value={draft.bet}
          onChange={(bet) => set({ bet })}
          amount
          required
        />
      </div>
      <Button type="submit" disabled={busy}>
        Grant
      </Button>
      <p role="status">
        {granted === undefined ? '' : `Granted: open the game for ${granted.playerId} and play.`}
      </p>
      <ErrorNote error={error} />
    </form>
  );
};

const orderOf = ({ playerId, currency, gameId, total, bet }: PackDraft): PackOrder => {
  const setup = store.setup.value;
  const [first] = setup?.players ?? [];
  return {
    playerId: playerId ?? first?.id ?? '',
    currency: currency ?? first?.currencies[0] ?? '',
    gameId: gameId ?? setup?.games[0]?.id ?? 0,
    total: Number(total),
    bet: bet.trim(),
  };
};
