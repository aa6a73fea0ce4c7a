import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { Setup } from '../../../api/schemas/platform.ts';
import type { PackOrder, PackView } from '../../../api/schemas/sessions.ts';
import { visibleLine } from '../../../base/visible-text.ts';
import { Money } from '../../../components/money.tsx';
import { ErrorNote } from '../../parts/blocks.tsx';
import { Button } from '../../parts/button.tsx';
import { callAdmin } from '../../parts/call-admin.ts';
import { SelectField, TextField } from '../../parts/field.tsx';
import { useAction } from '../../parts/requests.ts';
import { store } from '../../parts/store.ts';
import { AccountFields } from '../composer/account-fields.tsx';

/** Packs of free spins: those that were granted, and a form that grants one. */
export const PackSection = (): VNode => (
  <section class="card" aria-labelledby="packs">
    <h2 id="packs">Free spins</h2>
    <Packs />
    <PackForm />
    <p class="quiet">
      A pack is played in its game, without bets. While it is active every <code>getBalance</code> carries{' '}
      <code>freespins</code>; the last one says <code>is_finish</code>, and then one <code>makeBet</code> with bet 0
      credits the pack's win. The agent must move money for that one only, never for <code>accumulated_win</code>.
    </p>
  </section>
);

const Packs = (): VNode => {
  const packs = store.packs.value;
  const [act, { busy, error }] = useAction();
  if (packs.length === 0) return <p class="states">None was granted yet.</p>;
  const remove = (id: string): void => act(() => callAdmin<void>('DELETE', `/packs/${encodeURIComponent(id)}`));
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <ul class="states" tabIndex={0} aria-label="Packs">
        {packs.map((pack) => (
          <li key={pack.freespinsId} class="row">
            <PackText pack={pack} />
            {pack.status === 'active' ? (
              <Button
                disabled={busy}
                label={`Remove the pack of ${visibleLine(pack.playerId, 24)}`}
                onPress={() => remove(pack.freespinsId)}
              >
                Remove
              </Button>
            ) : (
              <span class="quiet">{pack.status}</span>
            )}
          </li>
        ))}
      </ul>
      <ErrorNote error={error} />
    </>
  );
};

/** `player-1 · Lucky Lanterns · 1 of 3 played · won 2.00 USD`; its id as a tooltip. */
const PackText = ({ pack }: { readonly pack: PackView }): VNode => (
  <span title={visibleLine(pack.freespinsId, 80)}>
    {visibleLine(pack.playerId, 24)} · {gameTitle(pack.gameId)} · {pack.played} of {pack.total} played, bet{' '}
    <Money amount={pack.bet} /> · won <Money amount={pack.accumulatedWin} currency={pack.currency} />
  </span>
);

const gameTitle = (gameId: number): string =>
  visibleLine(gamesKnown().find(({ id }) => id === gameId)?.title ?? `game ${gameId}`, 40);

const gamesKnown = (): Setup['games'] => store.setup.value?.games ?? [];

interface PackDraft {
  readonly playerId?: string;
  readonly currency?: string | undefined;
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
      <PackFields order={order} draft={draft} set={set} />
      <Button type="submit" disabled={busy || setup === undefined}>
        Grant
      </Button>
      <p role="status">
        {granted === undefined ? '' : `Granted: open the game for ${visibleLine(granted.playerId, 40)} and play.`}
      </p>
      <ErrorNote error={error} />
    </form>
  );
};

interface PackFieldsProps {
  readonly order: PackOrder;
  readonly draft: PackDraft;
  readonly set: (change: Partial<PackDraft>) => void;
}

/** To whom, in which game, how many. */
const PackFields = ({ order, draft, set }: PackFieldsProps): VNode => (
  <div class="fields">
    <AccountFields playerId={draft.playerId ?? ''} currency={draft.currency ?? ''} onChange={set} />
    <SelectField
      label="Game"
      value={String(order.gameId)}
      options={gamesKnown().map(({ id }) => String(id))}
      nameOf={(id) => gameTitle(Number(id))}
      onChange={(id) => set({ gameId: Number(id) })}
    />
    <TextField
      label="Free spins"
      value={draft.total}
      onChange={(total) => set({ total })}
      number={{ least: 1, most: 1000 }}
      required
    />
    <TextField label="Bet of a spin" value={draft.bet} onChange={(bet) => set({ bet })} amount required />
  </div>
);

/** What was not chosen is that of the first player and the first game. */
export const packOrderOf = (
  { playerId, currency, gameId, total, bet }: PackDraft,
  setup: Pick<Setup, 'players' | 'games'> | undefined,
): PackOrder => {
  const [first] = setup?.players ?? [];
  const player = setup?.players.find(({ id }) => id === playerId) ?? first;
  return {
    playerId: playerId || (first?.id ?? ''),
    currency: currency || (player?.currencies[0] ?? ''),
    gameId: gameId ?? setup?.games[0]?.id ?? 0,
    total: Number(total),
    bet: bet.trim(),
  };
};
