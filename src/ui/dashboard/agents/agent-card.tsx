import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { AgentView } from '../../../api/schemas/agents.ts';
import { visibleText } from '../../../base/visible-text.ts';
import { ErrorNote, Fact } from '../../parts/blocks.tsx';
import { Button } from '../../parts/button.tsx';
import { callAdmin } from '../../parts/call-admin.ts';
import { useAction } from '../../parts/requests.ts';
import { store } from '../../parts/store.ts';
import { type AgentDraft, changeOrderOf, draftOf } from './agent-draft.ts';
import { AgentFields } from './agent-form.tsx';
import { TokenDialog } from './token-dialog.tsx';

/** An agent: what it is, and what can be done for it. */
export const AgentCard = ({ agent }: { readonly agent: AgentView }): VNode => {
  const [shown, setShown] = useState<'facts' | 'form' | 'token'>('facts');
  const [act, { busy, error }] = useAction();
  const back = (): void => setShown('facts');
  const close = (): void =>
    act(async () => {
      await callAdmin<AgentView>('DELETE', `/agents/${agent.id}`);
    });
  const titleId = `agent-${agent.id}`;
  return (
    <section class="card" aria-labelledby={titleId}>
      <header class="row">
        <h2 id={titleId}>Agent {agent.id}</h2>
        {agent.isMain ? <span class="tag">serve was started for it</span> : null}
        {agent.source === 'admin' ? <span class="tag">opened here</span> : null}
      </header>
      {shown === 'form' ? (
        <ChangeForm agent={agent} onDone={back} />
      ) : (
        <>
          <AgentFacts agent={agent} />
          <div class="row">
            <Button onPress={() => setShown('form')} label={`Change agent ${agent.id}`}>
              Change…
            </Button>
            <Button onPress={() => setShown('token')} label={`Token of agent ${agent.id}`}>
              Token…
            </Button>
            {agent.source === 'admin' ? (
              <Button look="danger" onPress={close} disabled={busy} label={`Close agent ${agent.id}`}>
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
  return (
    <dl class="facts">
      <Fact title="token">{hasToken ? 'it has one' : 'none: api_token_not_found'}</Fact>
      <Fact title="callbacks go to">
        {callbackUrl === undefined ? 'nowhere' : <code>{visibleText(callbackUrl)}</code>}
      </Fact>
      <Fact title="dialect">
        {dialect ?? `as it is found to verify${signedIn === undefined ? '' : `: ${signedIn}`}`}
      </Fact>
      <Fact title="players">{players.length === 0 ? 'none' : players.map(({ id }) => visibleText(id)).join(', ')}</Fact>
      <Fact title="not available">{gamesText(agent)}</Fact>
      {changed.length === 0 ? null : (
        <Fact title="changed here">{changed.map((key) => names[key] ?? key).join(', ')}</Fact>
      )}
    </dl>
  );
};

const names: Readonly<Record<string, string>> = {
  callbackUrl: 'callback URL',
  unavailableGames: 'games',
};

const gamesText = ({ unavailableGames }: AgentView): string => {
  const games = store.setup.value?.games ?? [];
  const titles = unavailableGames.map((id) => games.find((game) => game.id === id)?.title ?? String(id));
  return titles.length === 0 ? 'none: it may offer every game' : visibleText(titles.join(', '));
};

interface ChangeFormProps {
  readonly agent: AgentView;
  readonly onDone: () => void;
}

const ChangeForm = ({ agent, onDone }: ChangeFormProps): VNode => {
  const [draft, setDraft] = useState<AgentDraft>(() => draftOf(agent));
  const [act, { busy, error }] = useAction();
  const save = (): void =>
    act(async () => {
      const order = changeOrderOf(draft, agent);
      if (order !== undefined) await callAdmin<AgentView>('PATCH', `/agents/${agent.id}`, order);
      onDone();
    });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <AgentFields draft={draft} onChange={(change) => setDraft((before) => ({ ...before, ...change }))} />
      <div class="row">
        <Button type="submit" look="main" disabled={busy}>
          Save
        </Button>
        <Button onPress={onDone}>Leave it</Button>
      </div>
      <ErrorNote error={error} />
    </form>
  );
};
