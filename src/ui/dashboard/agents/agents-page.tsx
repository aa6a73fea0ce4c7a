import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { AgentChangeOrder, AgentOrder, AgentView, IssuedToken } from '../../../api/schemas/agents.ts';
import { visibleText } from '../../../base/visible-text.ts';
import { Dialog, ErrorNote, Fact } from '../../parts/blocks.tsx';
import { Button } from '../../parts/button.tsx';
import { callAdmin } from '../../parts/call-admin.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { OrderForm } from '../../parts/order-form.tsx';
import type { Draft, FormField } from '../../parts/order-schema.ts';
import { useAction, useLoaded } from '../../parts/requests.ts';
import { gameTitle, store } from '../../parts/store.ts';

/** What a manager of the platform does for agents, while it serves. */
export const AgentsPage = (): VNode => {
  // Whoever changes an agent, here or elsewhere, makes every page read anew.
  const key = `agents ${store.refreshes.value}`;
  const loaded = useLoaded(() => callAdmin<readonly AgentView[]>('GET', '/agents'), key, 'agents');
  return (
    <div class="agents">
      <h1>Agents</h1>
      <p>
        Work in progress continues with the settings it started with; the next request and the next callback go by what
        is new. It lasts until the platform ends: nothing is written to the configuration file, which is read again when
        it changes.
      </p>
      {loaded.kind === 'failed' ? <ErrorNote error={loaded.error} /> : null}
      {loaded.kind === 'loaded' ? loaded.value.map((agent) => <AgentCard key={agent.id} agent={agent} />) : null}
      <OpenForm />
    </div>
  );
};

/** An agent: what it is, and what can be done for it. */
export const AgentCard = ({ agent }: { readonly agent: AgentView }): VNode => {
  const [shown, setShown] = useState<'facts' | 'form' | 'token'>('facts');
  const [act, { busy, error }] = useAction();
  const { id, isMain, source } = agent;
  const back = (): void => setShown('facts');
  const close = (): void =>
    act(async () => {
      await callAdmin<AgentView>('DELETE', `/agents/${id}`);
    });
  return (
    <section class="card" aria-labelledby={`agent-${id}`}>
      <header class="row">
        <h2 id={`agent-${id}`}>Agent {id}</h2>
        {isMain ? <span class="tag">serve was started for it</span> : null}
        {source === 'admin' ? <span class="tag">opened here</span> : null}
      </header>
      {shown === 'form' ? (
        <ChangeForm agent={agent} onDone={back} />
      ) : (
        <>
          <AgentFacts agent={agent} />
          <div class="row">
            <Button onPress={() => setShown('form')} label={`Change agent ${id}`}>
              Change…
            </Button>
            <Button onPress={() => setShown('token')} label={`Token of agent ${id}`}>
              Token…
            </Button>
            {source === 'admin' ? (
              <Button look="danger" onPress={close} disabled={busy} label={`Close agent ${id}`}>
                Close
              </Button>
            ) : null}
          </div>
        </>
      )}
      <TokenDialog agent={agent} isOpen={shown === 'token'} onClose={back} />
      <ErrorNote error={error} />
    </section>
  );
};

const AgentFacts = ({ agent }: { readonly agent: AgentView }): VNode => {
  const { hasToken, callbackUrl, dialect, signedIn, players, changed } = agent;
  const facts: Readonly<Record<string, ComponentChildren>> = {
    token: hasToken ? 'it has one' : 'none: api_token_not_found',
    'callbacks go to': callbackUrl === undefined ? 'nowhere' : <code>{visibleText(callbackUrl)}</code>,
    dialect: dialect ?? `as it is found to verify${signedIn === undefined ? '' : `: ${signedIn}`}`,
    players: players.length === 0 ? 'none' : players.map(({ id }) => visibleText(id)).join(', '),
    'not available': gamesText(agent),
    ...(changed.length === 0 ? {} : { 'changed here': changed.map((key) => changes[key] ?? key).join(', ') }),
  };
  return (
    <dl class="facts">
      {Object.entries(facts).map(([title, fact]) => (
        <Fact key={title} title={title}>
          {fact}
        </Fact>
      ))}
    </dl>
  );
};

const changes: Readonly<Record<string, string>> = { callbackUrl: 'callback URL', unavailableGames: 'games' };

const gamesText = ({ unavailableGames }: AgentView): string => {
  const titles = unavailableGames.map((id) => gameTitle(id) ?? String(id));
  return titles.length === 0 ? 'none: it may offer every game' : visibleText(titles.join(', '));
};

const ChangeForm = ({ agent, onDone }: { readonly agent: AgentView; readonly onDone: () => void }): VNode => {
  const [was] = useState<Draft>(() => agentDraft(agent));
  const [draft, setDraft] = useState(was);
  return (
    <OrderForm
      schema="AgentChange"
      fields={agentFields(agent.players)}
      was={was}
      draft={draft}
      onChange={setDraft}
      send={async (order: AgentChangeOrder) => {
        // The platform refuses a change of nothing.
        if (Object.keys(order).length > 0) await callAdmin<AgentView>('PATCH', `/agents/${agent.id}`, order);
        onDone();
      }}
      submit="Save"
      others={<Button onPress={onDone}>Leave it</Button>}
    />
  );
};

/** Opens an agent, and shows its token this once. */
const OpenForm = (): VNode => {
  const [draft, setDraft] = useState<Draft>({});
  const [issued, setIssued] = useState<IssuedToken>();
  return (
    <section class="card opening" aria-labelledby="open-agent">
      <h2 id="open-agent">Open an agent</h2>
      <OrderForm
        schema="AgentOrder"
        fields={[
          { name: 'id', label: 'Agent id', help: 'Empty: a free one.' },
          { name: 'token', help: 'Empty: a random one.' },
          ...agentFields([]),
        ]}
        draft={draft}
        onChange={setDraft}
        send={async (order: AgentOrder) => {
          setIssued(await callAdmin<IssuedToken>('POST', '/agents', order));
          setDraft({});
        }}
        submit="Open"
      />
      {issued === undefined ? null : (
        <>
          <h3>Agent {issued.agent.id} is open</h3>
          <IssuedNote issued={issued} onDone={() => setIssued(undefined)} />
        </>
      )}
    </section>
  );
};

type Players = AgentView['players'];

/** What opening and changing an agent have in common. A player that is known keeps its name and language. */
export const agentFields = (known: Players): readonly FormField<keyof AgentOrder>[] => {
  const games = store.setup.value?.games ?? [];
  return [
    { name: 'callbackUrl', label: 'Callback URL', help: 'Where callbacks go. Empty: nowhere.' },
    { name: 'dialect', empty: 'as it is found to verify' },
    {
      name: 'players',
      ...{ help: 'One a line, with currencies: player-1:USD,EUR', look: 'lines' },
      toValue: (text) => playersOf(text, known),
    },
    {
      name: 'unavailableGames',
      look: 'except',
      ...{ label: 'Games that it may offer', options: games.map(({ id }) => String(id)) },
      help: 'Any other is answered with game_not_available, and is not listed.',
      nameOf: (id) => `${gameTitle(Number(id)) ?? 'game'} ${id}`,
    },
  ];
};

/** The form as an agent is. */
export const agentDraft = ({ callbackUrl = '', dialect = '', players, unavailableGames }: AgentView): Draft => ({
  ...{ callbackUrl, dialect },
  players: players.map(({ id, currencies }) => `${id}:${currencies.join()}`).join('\n'),
  unavailableGames: unavailableGames.join(),
});

const playersOf = (text: string, known: Players): Players =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [, id = line, list = 'USD'] = /^(.+):([^:]*)$/.exec(line) ?? [];
      const { username = id, language = 'en' } = known.find((player) => player.id === id) ?? {};
      return { id, username, language, currencies: list.split(',').map((currency) => currency.trim()) };
    });

interface TokenDialogProps {
  readonly agent: AgentView;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Regenerates a token or takes it away; asks first. */
const TokenDialog = ({ agent, isOpen, onClose }: TokenDialogProps): VNode => {
  const [issued, setIssued] = useState<IssuedToken>();
  const [act, { busy, error }] = useAction();
  const path = `/agents/${agent.id}/token`;
  const close = (): void => {
    // From here on nobody shows it any more.
    setIssued(undefined);
    onClose();
  };
  const renew = (): void => act(async () => setIssued(await callAdmin<IssuedToken>('POST', path, {})));
  const drop = (): void =>
    act(async () => {
      await callAdmin<AgentView>('DELETE', path);
      close();
    });
  return (
    <Dialog title={`Token of agent ${agent.id}`} isOpen={isOpen} onClose={close}>
      {issued === undefined ? (
        <>
          <p>
            Requests that are signed with the old token are refused with <code>invalid_signature</code> at once, and the
            next callback is signed with the new one. A delivery that is under way ends with the old one.
          </p>
          <p class="row">
            <Button look="danger" onPress={renew} disabled={busy}>
              Regenerate it
            </Button>
            {agent.hasToken ? (
              <Button look="danger" onPress={drop} disabled={busy}>
                Take it away
              </Button>
            ) : null}
            <Button onPress={close}>Leave it</Button>
          </p>
          <p class="quiet">
            An agent without a token is answered <code>api_token_not_found</code>, and is sent no callbacks.
          </p>
        </>
      ) : (
        <IssuedNote issued={issued} onDone={close} />
      )}
      <ErrorNote error={error} />
    </Dialog>
  );
};

interface IssuedNoteProps {
  readonly issued: IssuedToken;
  readonly onDone: () => void;
}

/** The new token, this once. */
const IssuedNote = ({ issued, onDone }: IssuedNoteProps): VNode => (
  <div class="issued" role="status">
    {issued.token === undefined ? null : (
      <CodeBlock text={issued.token} label={`New token of agent ${issued.agent.id}`} />
    )}
    <p>{issued.note}</p>
    <Button look="main" onPress={onDone}>
      I have it
    </Button>
  </div>
);
