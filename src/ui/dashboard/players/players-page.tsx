import type { VNode } from 'preact';
import type { PlayerConfiguration } from '../../../formats/configuration.ts';
import type { AccountStatement } from '../../../formats/judgement.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { EmptyState } from '../../parts/blocks.tsx';
import { PlayerActions } from '../../parts/player-actions.tsx';
import { hrefOf } from '../../parts/routes.ts';
import { store } from '../../parts/store.ts';
import { SessionTable } from '../sessions/sessions-page.tsx';
import { AccountCard } from './account-card.tsx';
import { BalanceChart } from './balance-chart.tsx';

/** Every account that the ledger follows, and the players that were not called about yet. */
export const PlayersPage = (): VNode => {
  const accounts = [...store.accounts.value.values()];
  const waiting = waitingPlayers(new Set(accounts.map(({ playerId }) => playerId)));
  return (
    <div class="players">
      <h1>Players</h1>
      {accounts.length === 0 ? <NoAccounts /> : null}
      <div class="cards">
        {accounts.map((account) => (
          <AccountCard
            key={`${account.currency} ${account.playerId}`}
            account={account}
            title={
              <a href={hrefOf('players', account.playerId)}>
                {visibleText(account.playerId)} {account.currency}
              </a>
            }
          >
            <PlayerActions playerId={account.playerId} currency={account.currency} />
          </AccountCard>
        ))}
      </div>
      {waiting.length === 0 ? null : <Waiting players={waiting} />}
    </div>
  );
};

const waitingPlayers = (known: ReadonlySet<string>): readonly PlayerConfiguration[] =>
  (store.setup.value?.players ?? []).filter(({ id }) => !known.has(id));

const NoAccounts = (): VNode => (
  <EmptyState title="No balance is known yet">
    <p>
      The ledger follows an account from the first balance that your agent says. Open a game for a
      player below, or ask for a balance: from then on this page shows what the balance must be,
      beside what your agent says it is.
    </p>
  </EmptyState>
);

const Waiting = ({ players }: { readonly players: readonly PlayerConfiguration[] }): VNode => (
  <section class="waiting">
    <h2>Configured, and not asked about yet</h2>
    <ul>
      {players.map(({ id, username, currencies }) => (
        <li key={id} class="card">
          <h3>
            <a href={hrefOf('players', id)}>{visibleText(id)}</a>{' '}
            <span class="quiet">{visibleText(username)}</span>
          </h3>
          {currencies.slice(0, 1).map((currency) => (
            <PlayerActions key={currency} playerId={id} currency={currency} />
          ))}
        </li>
      ))}
    </ul>
  </section>
);

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
