import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { callAdmin } from '../call-admin.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { useAction } from '../parts/use-action.ts';

/** Everything as at the start; asks first. */
export const ResetSection = (): VNode => {
  const [isOpen, setOpen] = useState(false);
  const [isDone, setDone] = useState(false);
  const [act, { busy, error }] = useAction();
  const reset = (): void =>
    act(async () => {
      await callAdmin<void>('POST', '/reset');
      setOpen(false);
      setDone(true);
    });
  return (
    <section class="card" aria-labelledby="reset">
      <h2 id="reset">Start anew</h2>
      <p>
        Faults, clock, sessions, packs and accounts as at the start. The journal and the runs are
        kept. The agent is not touched: the ledger believes the next balance that it says.
      </p>
      <Button look="danger" onPress={() => setOpen(true)}>
        Reset…
      </Button>
      <p role="status">{isDone ? 'Everything is as at the start.' : ''}</p>
      <Dialog title="Reset the platform?" isOpen={isOpen} onClose={() => setOpen(false)}>
        <p>Open games end, and what is switched on is switched off.</p>
        <p class="row">
          <Button look="danger" onPress={reset} disabled={busy}>
            Reset
          </Button>
          <Button onPress={() => setOpen(false)}>Leave it</Button>
        </p>
        <ErrorNote error={error} />
      </Dialog>
    </section>
  );
};
