import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { ErrorNote } from '../parts/blocks.tsx';
import { Button } from '../parts/button.tsx';
import { AdminRefusal, callAdmin } from '../parts/call-admin.ts';
import { Field } from '../parts/field.tsx';
import { useAction } from '../parts/requests.ts';
import type { PageName } from '../parts/routes.ts';
import { currentRoute, hrefOf } from '../parts/routes.ts';
import type { ConnectionState } from '../parts/store.ts';
import { store } from '../parts/store.ts';
import { Band } from './band.tsx';
import { lastTrafficQuery } from './traffic/traffic-session.ts';

/** What stands around every page. */
export const Shell = ({ children }: { readonly children: ComponentChildren }): VNode => (
  <>
    {/* No link to #page: the hash is the address of the page that is open. */}
    <button type="button" class="skip" onClick={() => document.getElementById('page')?.focus()}>
      Skip to the page
    </button>
    <Header />
    <Band />
    <main id="page" tabIndex={-1}>
      {needsToken(store.problem.value) ? (
        <Login why={store.problem.value} />
      ) : (
        <>
          <ErrorNote error={store.problem.value} />
          {children}
        </>
      )}
    </main>
  </>
);

/** Who may come from another machine is answered once the admin token is shown. */
const needsToken = (problem: unknown): problem is AdminRefusal =>
  problem instanceof AdminRefusal && problem.code === 'token_required';

const links: readonly (readonly [page: PageName, title: string, under: readonly PageName[]])[] = [
  ['traffic', 'Traffic', ['exchanges']],
  ['players', 'Players', []],
  ['sessions', 'Sessions', []],
  ['conformance', 'Conformance', ['runs']],
  ['controls', 'Controls', []],
  ['agents', 'Agents', []],
];

/** Name, agent, connection, and the way to every page. */
const Header = (): VNode => (
  <header class="shell-header">
    <p class="name">
      <a href={hrefOf('traffic')}>walletproof</a>
    </p>
    <nav class="pages" aria-label="Pages">
      <ul>
        {links.map(([page, title, under]) => (
          <li key={page}>
            <a href={addressOf(page)} aria-current={currentOf(page, under)}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
    <Who />
    <ConnectionNote />
  </header>
);

/** Traffic goes on under the filters that it had. */
const addressOf = (page: PageName): string =>
  page === 'traffic' && currentRoute.value.page !== 'traffic'
    ? hrefOf('traffic', undefined, lastTrafficQuery())
    : hrefOf(page);

const currentOf = (page: PageName, under: readonly PageName[]): 'page' | 'true' | undefined => {
  const { page: here, id } = currentRoute.value;
  if (here === page) return id === undefined ? 'page' : 'true';
  return under.includes(here) ? 'true' : undefined;
};

const Who = (): VNode | null => {
  const setup = store.setup.value;
  if (setup === undefined) return null;
  const { agentId, callbackUrl, exampleAgent } = setup;
  return (
    <p class="who quiet">
      Agent {agentId}
      {callbackUrl === undefined ? ', no callback URL' : <Callback url={callbackUrl} />}
      {exampleAgent === undefined ? null : <Example defect={exampleAgent} />}
    </p>
  );
};

const Callback = ({ url }: { readonly url: string }): VNode => (
  <>
    {' '}
    at <code title={url}>{url}</code>
  </>
);

const Example = ({ defect }: { readonly defect: string }): VNode => (
  <span class="tag">{defect === 'none' ? 'example agent' : `example agent: ${defect}`}</span>
);

const states: Readonly<
  Record<ConnectionState, readonly [sign: string, text: string, tone: string]>
> = {
  connecting: ['…', 'connecting', 'none'],
  live: ['●', 'live', 'good'],
  lost: ['✗', 'not connected: trying again', 'bad'],
};

const ConnectionNote = (): VNode => {
  const [sign, text, tone] = states[store.connection.value];
  return (
    <p class={`connection tone-${tone}`} role="status">
      <span aria-hidden="true">{sign}</span> {text}
    </p>
  );
};

/** Asks for the admin token, which the platform turns into a cookie, and says why it does. */
const Login = ({ why }: { readonly why: AdminRefusal }): VNode => {
  const [token, setToken] = useState('');
  const [act, { busy, error }] = useAction();
  return (
    <form
      class="card login"
      onSubmit={(event) => {
        event.preventDefault();
        act(async () => {
          await callAdmin<void>('POST', '/login', { token });
          location.reload();
        });
      }}
    >
      <h1>The admin token</h1>
      <p>{why.message}</p>
      <p>
        It is <code>admin.token</code> in the configuration of the platform; the token of the agent
        is another one. On the machine that the platform runs on, past any proxy, none is needed.
      </p>
      <Field label="Admin token">
        <input
          type="password"
          autocomplete="current-password"
          value={token}
          onInput={(event) => setToken(event.currentTarget.value)}
          required
        />
      </Field>
      <Button type="submit" look="main" disabled={busy}>
        Enter
      </Button>
      <ErrorNote error={error} />
    </form>
  );
};
