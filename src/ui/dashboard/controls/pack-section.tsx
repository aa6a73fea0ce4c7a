import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { Setup } from '../../../api/schemas/platform.ts';
import type { PackOrder, PackView } from '../../../api/schemas/sessions.ts';
import { visibleLine } from '../../../text/visible-text.ts';
import { Amount } from '../../parts/amounts.tsx';
import { ErrorNote } from '../../parts/blocks.tsx';
import { Button } from '../../parts/button.tsx';
import { callAdmin } from '../../parts/call-admin.ts';
import { SelectField, TextField } from '../../parts/field.tsx';
import { useAction } from '../../parts/requests.ts';
import { store } from '../../parts/store.ts';

/** Packs of free spins: those that were granted, and a form that grants one. */
export const PackSection = (): VNode => (
  <section class="card" aria-labelledby="packs">
    <h2 id="packs">Free spins</h2>
    <p>
      A pack is played in its game, without bets. While it is active every <code>getBalance</code>{' '}
      carries <code>freespins</code>; the last one says <code>is_finish</code>, and then one{' '}
      <code>makeBet</code> with bet 0 credits the pack's win. The agent must move money for that one
      only, never for <code>accumulated_win</code>.
    </p>
    <Packs />
    <PackForm />
  </section>
);

const Packs = (): VNode => {
  const packs = store.packs.value;
  const [act, { busy, error }] = useAction();
  if (packs.length === 0) return <p class="quiet">None was granted yet.</p>;
  return (
    <>
      <div class="scroll">
        <table>
          <thead>
            <tr>
              <th>pack</th>
              <th>player</th>
              <th>game</th>
              <th class="number">bet</th>
              <th class="number">played</th>
              <th class="number">won</th>
              <th>state</th>
              <th>remove</th>
            </tr>
          </thead>
          <tbody>
            {packs.map((pack) => (
              <PackRow
                key={pack.freespinsId}
                pack={pack}
                busy={busy}
                onRemove={() =>
                  act(() =>
                    callAdmin<void>('DELETE', `/packs/${encodeURIComponent(pack.freespinsId)}`),
                  )
                }
              />
            ))}
          </tbody>
        </table>
      </div>
      <ErrorNote error={error} />
    </>
  );
};

interface PackRowProps {
  readonly pack: PackView;
  readonly busy: boolean;
  readonly onRemove: () => void;
}

/** A pack in the table of packs. */
const PackRow = ({ pack, busy, onRemove }: PackRowProps): VNode => (
  <tr>
    <td class="id">{visibleLine(pack.freespinsId, 24)}</td>
    <td>{visibleLine(pack.playerId, 24)}</td>
    <td>{gameTitle(pack.gameId)}</td>
    <td class="number">
      <Amount amount={pack.bet} currency={pack.currency} />
    </td>
    <td class="number">
      {pack.played} of {pack.total}
    </td>
    <td class="number">
      <Amount amount={pack.accumulatedWin} currency={pack.currency} />
    </td>
    <td>{pack.status}</td>
    <td>
      {pack.status === 'active' ? (
        <Button
          disabled={busy}
          label={`Remove pack ${visibleLine(pack.freespinsId, 24)}`}
          onPress={onRemove}
        >
          Remove
        </Button>
      ) : (
        <span class="quiet">–</span>
      )}
    </td>
  </tr>
);

const gameTitle = (gameId: number): string =>
  store.setup.value?.games.find(({ id }) => id === gameId)?.title ?? `game ${gameId}`;

interface PackDraft {
  readonly playerId?: string;
  readonly currency?: string;
  readonly gameId?: number;
  readonly total: string;
  readonly bet: string;
}

/** Grants a pack, as the agent does with freespins_grant; not before it is known to whom. */
export const PackForm = (): VNode => {
  const [draft, setDraft] = useState<PackDraft>({ total: '3', bet: '1' });
  const [act, { busy, error }] = useAction();
  const [granted, setGranted] = useState<PackView>();
  const setup = store.setup.value;
  const order = packOrderOf(draft, setup);
  const set = (change: Partial<PackDraft>): void => setDraft({ ...draft, ...change });
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
          suggestions={(setup?.players ?? []).map(({ id }) => id)}
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
          number={{ least: 1, most: 1000 }}
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
      <Button type="submit" disabled={busy || setup === undefined}>
        Grant
      </Button>
      <p role="status">
        {granted === undefined ? '' : `Granted: open the game for ${granted.playerId} and play.`}
      </p>
      <ErrorNote error={error} />
    </form>
  );
};

/** What was not filled in is that of the first player and the first game. */
export const packOrderOf = (
  { playerId, currency, gameId, total, bet }: PackDraft,
  setup: Pick<Setup, 'players' | 'games'> | undefined,
): PackOrder => {
  const [first] = setup?.players ?? [];
  return {
    playerId: playerId ?? first?.id ?? '',
    currency: currency ?? first?.currencies[0] ?? '',
    gameId: gameId ?? setup?.games[0]?.id ?? 0,
    total: Number(total),
    bet: bet.trim(),
  };
};

/** A game of the catalogue. */
const GameField = ({
  value,
  onChange,
}: {
  readonly value: number;
  readonly onChange: (gameId: number) => void;
}): VNode => {
  const games = store.setup.value?.games ?? [];
  return (
    <SelectField
      label="Game"
      value={String(value)}
      options={games.map(({ id }) => String(id))}
      nameOf={(option) => games.find(({ id }) => String(id) === option)?.title ?? option}
      onChange={(option) => onChange(Number(option))}
    />
  );
};
