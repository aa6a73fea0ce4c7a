import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { Recording } from '../../../spec/admin/views.ts';
import { callAdmin } from '../call-admin.ts';
import { Button } from '../parts/button.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { useAction } from '../parts/use-action.ts';
import { RecordingForm } from './recording-form.tsx';

/** A session written as a scenario, to look through, save and play. */
export const RecordView = ({ sessionId }: { readonly sessionId: string }): VNode => {
  const [act, { busy, error }] = useAction();
  const [recording, setRecording] = useState<Recording>();
  const record = (): void =>
    act(async () => {
      setRecording(await callAdmin<Recording>('POST', '/scenarios/record', { sessionId }));
    });
  return (
    <section class="record">
      <p>
        Everything that was done in this session becomes a scenario: ids get names, amounts stay
        relative to the balance. A right agent passes it, an agent with the mistake that was seen
        here fails it: in CI, too.
      </p>
      <p>
        <Button
          look={recording === undefined ? 'main' : undefined}
          onPress={record}
          disabled={busy}
        >
          {recording === undefined ? 'Write the scenario' : 'Write it anew'}
        </Button>
      </p>
      <ErrorNote error={error} />
      {recording === undefined ? null : (
        <RecordingForm key={recording.yaml} recording={recording} />
      )}
    </section>
  );
};
