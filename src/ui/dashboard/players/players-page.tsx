import type { VNode } from 'preact';
import type { PlayerConfiguration } from '../../../spec/configuration.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { EmptyState } from '../parts/empty-state.tsx';
import { hrefOf } from '../routes.ts';
import { store } from '../store.ts';
import { AccountCard } from './account-card.tsx';
import { PlayerActions } from './player-actions.tsx';

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
