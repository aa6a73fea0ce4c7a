import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { AgentView, IssuedToken } from '../../../api/schemas/agents.ts';
import { Dialog, ErrorNote } from '../../parts/blocks.tsx';
import { Button } from '../../parts/button.tsx';
import { callAdmin } from '../../parts/call-admin.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { useAction } from '../../parts/requests.ts';

interface TokenDialogProps {
  readonly agent: AgentView;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Regenerates a token or takes it away; asks first. */
export const TokenDialog = ({ agent, isOpen, onClose }: TokenDialogProps): VNode => {
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
export const IssuedNote = ({ issued, onDone }: IssuedNoteProps): VNode => (
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
