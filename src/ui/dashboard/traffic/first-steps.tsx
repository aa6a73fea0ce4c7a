import type { VNode } from 'preact';
import type { Setup } from '../../../api/schemas/platform.ts';
import { EmptyState } from '../../parts/blocks.tsx';
import { CodeBlock } from '../../parts/code-block.tsx';
import { serveCommand, serveExampleCommand } from '../../parts/commands.ts';
import { hrefOf } from '../../parts/routes.ts';
import { store } from '../../parts/store.ts';
import { PlayerActions } from '../players/player-actions.tsx';

/** What to do while nothing has gone over the wire, with the configured values filled in. */
export const FirstSteps = (): VNode => {
  const setup = store.setup.value;
  return (
    <EmptyState title="Nothing has gone over the wire yet">
      <p>Every request of your agent, and every callback to it, will stand here as it happens.</p>
      {setup === undefined ? null : (
        <ol class="steps">
          <FromAgent {...setup} />
          <ToAgent {...setup} />
          <TryIt {...setup} />
          <li>
            <h3>Prove the wallet right</h3>
            <p>
              <a href={hrefOf('conformance')}>Run the conformance suite</a>: every scenario against your agent, with a
              verdict.
            </p>
          </li>
        </ol>
      )}
    </EmptyState>
  );
};

const FromAgent = ({ baseUrl, agentId }: Setup): VNode => (
  <li>
    <h3>Point your agent at the platform</h3>
    <p>
      This is its base URL. Requests carry <code>agent_id</code> {agentId}, and are signed with the API token that the
      platform was started with.
    </p>
    <CodeBlock text={baseUrl} label="Base URL for the agent" />
    <p class="quiet">
      The first request is most likely <code>POST {baseUrl}/api/games/list</code>. What is wrong with its signature, if
      anything is, will stand here.
    </p>
  </li>
);

const ToAgent = ({ callbackUrl, exampleAgent }: Setup): VNode => {
  if (callbackUrl === undefined) return <NoAgent />;
  return (
    <li>
      <h3>
        <span aria-hidden="true">✓</span> Callbacks have somewhere to go
      </h3>
      <p>
        They are sent to <code>{callbackUrl}</code>
        {exampleAgent === undefined ? '.' : ', the bundled example agent.'}
      </p>
    </li>
  );
};

const NoAgent = (): VNode => (
  <li>
    <h3>Tell the platform where your agent listens</h3>
    <p>No callback URL is configured, so nothing can be sent. Start again with yours:</p>
    <CodeBlock text={serveCommand} label="Command with a callback URL" />
    <p>There is no agent yet? An example comes with walletproof:</p>
    <CodeBlock text={serveExampleCommand} label="Command with the example agent" />
  </li>
);

/** With the first account; the page of the players has all of them. */
const TryIt = ({ players: [player], callbackUrl }: Setup): VNode => (
  <li>
    <h3>Open a game, or ask for a balance</h3>
    {callbackUrl === undefined ? <p class="quiet">This needs an agent: see above.</p> : null}
    {player === undefined ? (
      <p>No player is configured: add one with --player.</p>
    ) : (
      <>
        <p>
          As {player.id}; <a href={hrefOf('players')}>all players</a>
        </p>
        <PlayerActions playerId={player.id} currency={player.currencies[0] ?? 'USD'} />
      </>
    )}
  </li>
);
