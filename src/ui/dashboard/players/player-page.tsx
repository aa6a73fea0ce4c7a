import type { VNode } from 'preact';
import type { AccountStatement } from '../../../spec/account-statement.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { EmptyState } from '../parts/empty-state.tsx';
import { hrefOf } from '../routes.ts';
import { SessionTable } from '../sessions/session-table.tsx';
import { store } from '../store.ts';
import { AccountCard } from './account-card.tsx';
import { BalanceChart } from './balance-chart.tsx';
import { PlayerActions } from './player-actions.tsx';

/** One player: each account with its balance over time, and the sessions. */
export const PlayerPage = ({ id = '' }: { readonly id?: string }): VNode => {
  const accounts = [...store.accounts.value.values()].filter(({ playerId }) => playerId === id);
  const sessions = store.sessions.value.filter(({ playerId }) => playerId === id);
  return (
    <div class="player">
      <nav aria-label="Breadcrumb">
        <a href={hrefOf('players')}>Players</a>
      </nav>
      <h1>{visibleText(id)}</h1>
      {accounts.map((account) => (
        <Account key={account.currency} account={account} />
      ))}
      <Unasked id={id} known={accounts.map(({ currency }) => currency)} />
      <section>
        <h2>Sessions</h2>
        {sessions.length === 0 ? (
          <p class="quiet">None yet: open a game, and it is here.</p>
        ) : (
          <SessionTable sessions={sessions} />
        )}
      </section>
    </div>
  );
};

const Account = ({ account }: { readonly account: AccountStatement }): VNode => (
  <AccountCard account={account} title={account.currency}>
    {account.points.length < 2 ? (
      <p class="quiet">From the second callback on, the balance is drawn as a line here.</p>
    ) : (
      <BalanceChart account={account} />
    )}
    <PlayerActions playerId={account.playerId} currency={account.currency} />
    <p>
      <a
        href={hrefOf(
          'traffic',
          undefined,
          new URLSearchParams({ playerId: account.playerId }).toString(),
        )}
      >
        All traffic of this player
      </a>
    </p>
  </AccountCard>
);

/** Currencies of the configuration that no balance is known in. */
const Unasked = ({
  id,
  known,
}: {
  readonly id: string;
  readonly known: readonly string[];
}): VNode | null => {
  const setup = store.setup.value;
  if (setup === undefined) return null;
  const player = setup.players.find((one) => one.id === id);
  if (player === undefined && known.length === 0) {
    return (
      <EmptyState title="No such player">Neither configured nor seen in a callback.</EmptyState>
    );
  }
  return (
    <>
      {(player?.currencies ?? [])
        .filter((currency) => !known.includes(currency))
        .map((currency) => (
          <section key={currency} class="card">
            <h2>{currency}</h2>
            <p class="quiet">The agent has not said a balance in {currency} yet.</p>
            <PlayerActions playerId={id} currency={currency} />
          </section>
        ))}
    </>
  );
};
