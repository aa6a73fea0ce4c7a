import type { VNode } from 'preact';
import { currentRoute } from '../current-route.ts';
import type { PageName } from '../routes.ts';
import { hrefOf } from '../routes.ts';
import type { Connection } from '../store.ts';
import { store } from '../store.ts';
import { lastTrafficQuery } from '../traffic/traffic-session.ts';

const links: readonly (readonly [page: PageName, title: string, under: readonly PageName[]])[] = [
  ['traffic', 'Traffic', ['exchanges']],
  ['players', 'Players', []],
  ['sessions', 'Sessions', []],
  ['conformance', 'Conformance', ['runs']],
  ['controls', 'Controls', []],
];

/** Name, agent, connection, and the way to every page. */
export const Header = (): VNode => (
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
    <ConnectionState />
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

const states: Readonly<Record<Connection, readonly [sign: string, text: string, tone: string]>> = {
  connecting: ['…', 'connecting', 'none'],
  live: ['●', 'live', 'good'],
  lost: ['✗', 'not connected: trying again', 'bad'],
};

const ConnectionState = (): VNode => {
  const [sign, text, tone] = states[store.connection.value];
  return (
    <p class={`connection tone-${tone}`} role="status">
      <span aria-hidden="true">{sign}</span> {text}
    </p>
  );
};
