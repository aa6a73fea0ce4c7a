import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { AgentView, IssuedToken } from '../../../api/schemas/agents.ts';
import { ErrorNote } from '../../parts/blocks.tsx';
import { Button } from '../../parts/button.tsx';
import { callAdmin } from '../../parts/call-admin.ts';
import { TextField } from '../../parts/field.tsx';
import { useAction, useLoaded } from '../../parts/requests.ts';
import { store } from '../../parts/store.ts';
import { AgentCard } from './agent-card.tsx';
import { type AgentDraft, emptyAgentDraft, openOrderOf } from './agent-draft.ts';
import { AgentFields } from './agent-form.tsx';
import { IssuedNote } from './token-dialog.tsx';

/** What a manager of the platform does for agents, while it serves. */
export const AgentsPage = (): VNode => {
  // Whoever changes an agent, here or elsewhere, makes every page read anew.
  const key = `agents ${store.refreshes.value}`;
  const read = () => callAdmin<readonly AgentView[]>('GET', '/agents');
  const loaded = useLoaded(read, key, 'agents');
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

/** Opens an agent, and shows its token this once. */
const OpenForm = (): VNode => {
  const [draft, setDraft] = useState<AgentDraft>(emptyAgentDraft);
  const [issued, setIssued] = useState<IssuedToken>();
  const [act, { busy, error }] = useAction();
  const set = (change: Partial<AgentDraft>): void => setDraft((before) => ({ ...before, ...change }));
  const open = (): void =>
    act(async () => {
      setIssued(await callAdmin<IssuedToken>('POST', '/agents', openOrderOf(draft)));
      setDraft(emptyAgentDraft);
    });
  return (
    <section class="card opening" aria-labelledby="open-agent">
      <h2 id="open-agent">Open an agent</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          open();
        }}
      >
        <div class="fields">
          <TextField
            label="Agent id"
            value={draft.id}
            onChange={(id) => set({ id })}
            number={{ least: 0, most: Number.MAX_SAFE_INTEGER }}
            required
          />
          <TextField
            label="Token"
            value={draft.token}
            onChange={(token) => set({ token })}
            help="Empty: a random one."
          />
        </div>
        <AgentFields draft={draft} onChange={set} />
        <Button type="submit" look="main" disabled={busy}>
          Open
        </Button>
        <ErrorNote error={error} />
      </form>
      {issued === undefined ? null : (
        <>
          <h3>Agent {issued.agent.id} is open</h3>
          <IssuedNote issued={issued} onDone={() => setIssued(undefined)} />
        </>
      )}
    </section>
  );
};
