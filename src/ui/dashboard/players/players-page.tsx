import type { VNode } from 'preact';
import { visibleText } from '../../../base/visible-text.ts';
import type { AccountStatement } from '../../../formats/judgement.ts';
import { EmptyState } from '../../parts/blocks.tsx';
import { SmallId } from '../../parts/code-block.tsx';
import { hrefOf } from '../../parts/routes.ts';
import { store } from '../../parts/store.ts';
import { SessionTable } from '../sessions/session-table.tsx';
import { hrefOfTraffic } from '../traffic/traffic-filter.ts';
import { AccountCard } from './account-card.tsx';
import { BalanceLine } from './balance-line.tsx';
import { PlayerActions } from './player-actions.tsx';

/** Every account that the ledger follows, and the players that were not called about yet. */
export const PlayersPage = (): VNode => {
  const accounts = [...store.accounts.value.values()];
  const known = new Set(accounts.map(({ playerId }) => playerId));
  const waiting = (store.setup.value?.players ?? []).filter(({ id }) => !known.has(id));
  return (
    <div class="players">
      <h1>Players</h1>
      {accounts.length === 0 ? <NoAccounts /> : null}
      <div class="cards">
        {accounts.map((account) => (
          <AccountCard
            key={`${account.currency} ${account.playerId}`}
            account={account}
            title={<PlayerTitle id={account.playerId} currency={account.currency} />}
          >
            <PlayerActions playerId={account.playerId} currency={account.currency} />
          </AccountCard>
        ))}
      </div>
      {waiting.length === 0 ? null : (
        <section class="waiting">
          <h2>Configured, and not asked about yet</h2>
          <div class="cards">
            {waiting.map(({ id, currencies: [currency = 'USD'] }) => (
              <article key={id} class="card">
                <header class="row">
                  <PlayerTitle id={id} currency={currency} />
                </header>
                <PlayerActions playerId={id} currency={currency} />
              </article>
            ))}
          </div>
        </section>
      )}
    </div>
  );
};

const PlayerTitle = ({ id, currency }: { readonly id: string; readonly currency: string }): VNode => (
  <>
    <h2>
      <a href={hrefOf('players', id)}>{visibleText(nameOf(id))}</a>
    </h2>
    <span class="badge">{visibleText(currency)}</span>
    <span class="quiet id">{visibleText(id)}</span>
  </>
);

/** As the configuration names a player, or else the last callback. */
const nameOf = (playerId: string): string => {
  const configured = store.setup.value?.players.find(({ id }) => id === playerId)?.username;
  const called = [...store.accounts.value.values()].find((one) => one.playerId === playerId);
  return configured ?? called?.playerUsername ?? playerId;
};

const NoAccounts = (): VNode => (
  <EmptyState title="No balance is known yet">
    <p>
      The ledger follows an account from the first balance that your agent says. Open a game for a player below, or ask
      for a balance: from then on this page shows what the balance must be, beside what your agent says it is.
    </p>
  </EmptyState>
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
      <header class="row">
        <h1>{visibleText(nameOf(id))}</h1>
        <SmallId id={id} />
        <a href={hrefOfTraffic({ playerId: id })}>All traffic of this player</a>
      </header>
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
  <AccountCard
    account={account}
    title={<h2>{visibleText(account.currency)}</h2>}
    aside={
      account.points.length < 2 ? (
        <p class="quiet">From the second callback on, the balance is drawn as a line here.</p>
      ) : (
        <BalanceLine account={account} />
      )
    }
  >
    <PlayerActions playerId={account.playerId} currency={account.currency} />
  </AccountCard>
);

interface UnaskedProps {
  readonly id: string;
  readonly known: readonly string[];
}

/** Currencies of the configuration that no balance is known in. */
const Unasked = ({ id, known }: UnaskedProps): VNode | null => {
  const setup = store.setup.value;
  if (setup === undefined) return null;
  const player = setup.players.find((one) => one.id === id);
  if (player === undefined && known.length === 0) {
    return <EmptyState title="No such player">Neither configured nor seen in a callback.</EmptyState>;
  }
  const unasked = (player?.currencies ?? []).filter((currency) => !known.includes(currency));
  return (
    <>
      {unasked.map((currency) => (
        <section key={currency} class="card">
          <h2>{currency}</h2>
          <p class="quiet">The agent has not said a balance in {currency} yet.</p>
          <PlayerActions playerId={id} currency={currency} />
        </section>
      ))}
    </>
  );
};
