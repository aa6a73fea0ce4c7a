import type { VNode } from 'preact';
import { callAdmin } from '../call-admin.ts';
import { ErrorNote } from '../parts/error-note.tsx';
import { useAction } from '../parts/use-action.ts';
import { store } from '../store.ts';
import { PackForm } from './pack-form.tsx';
import { PackRow } from './pack-row.tsx';

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
