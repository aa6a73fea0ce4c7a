import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { PackOrder, PackView } from '../../../api/schemas/sessions.ts';
import { visibleLine } from '../../../base/visible-text.ts';
import { Money } from '../../../components/money.tsx';
import { ErrorNote } from '../../parts/blocks.tsx';
import { Button } from '../../parts/button.tsx';
import { callAdmin } from '../../parts/call-admin.ts';
import { OrderForm } from '../../parts/order-form.tsx';
import type { Draft, FormField } from '../../parts/order-schema.ts';
import { useAction } from '../../parts/requests.ts';
import { gameTitle, store } from '../../parts/store.ts';
import { accountFields } from '../composer/callback-fields.ts';

/** Packs of free spins: those that were granted, and a form that grants one, as the agent does with freespins_grant. */
export const PackSection = (): VNode => {
  const [draft, setDraft] = useState<Draft>({ total: '3', bet: '1' });
  const [granted, setGranted] = useState<PackView>();
  return (
    <section class="card" aria-labelledby="packs">
      <h2 id="packs">Free spins</h2>
      <Packs />
      <h3>Grant a pack</h3>
      <OrderForm
        schema="PackOrder"
        fields={packFields(draft)}
        draft={draft}
        onChange={setDraft}
        send={async (order: PackOrder) => setGranted(await callAdmin<PackView>('POST', '/packs', order))}
        submit="Grant"
        others={
          <p role="status">
            {granted === undefined ? '' : `Granted: open the game for ${visibleLine(granted.playerId, 40)} and play.`}
          </p>
        }
      />
    </section>
  );
};

/** To whom, in which game, how many. What was not chosen is that of the first player and the first game. */
export const packFields = (draft: Draft): readonly FormField<keyof PackOrder>[] => {
  const { games = [], unavailableGames = [] } = store.setup.value ?? {};
  // A pack of any other would be refused, or never played.
  const options = games
    .filter(({ id, freespins }) => freespins !== false && !unavailableGames.includes(id))
    .map(({ id }) => String(id));
  return [
    ...accountFields(draft),
    { name: 'gameId', label: 'Game', options, standing: options[0], nameOf: (id) => shownTitle(Number(id)) },
    { name: 'total', label: 'Free spins' },
    { name: 'bet', label: 'Bet of a spin' },
  ];
};

const shownTitle = (gameId: number): string => visibleLine(gameTitle(gameId) ?? `game ${gameId}`, 40);

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
    {visibleLine(pack.playerId, 24)} · {shownTitle(pack.gameId)} · {pack.played} of {pack.total} played, bet{' '}
    <Money amount={pack.bet} /> · won <Money amount={pack.accumulatedWin} currency={pack.currency} />
  </span>
);
