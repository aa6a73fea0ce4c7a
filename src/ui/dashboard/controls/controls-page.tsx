import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog, ErrorNote } from '../../parts/blocks.tsx';
import { Button } from '../../parts/button.tsx';
import { callAdmin } from '../../parts/call-admin.ts';
import { useAction } from '../../parts/requests.ts';
import { ClockSection } from './clock-section.tsx';
import { FaultSection } from './fault-section.tsx';
import { PackSection } from './pack-section.tsx';
import { TriggerSection } from './trigger-section.tsx';

/** Everything that can be switched on, moved, granted or sent by hand. */
export const ControlsPage = (): VNode => (
  <div class="controls">
    <h1>Controls</h1>
    <TriggerSection />
    <FaultSection />
    <ClockSection />
    <PackSection />
    <ResetSection />
  </div>
);

/** Everything as at the start; asks first. */
const ResetSection = (): VNode => {
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
      <h2 id="reset">Reset everything</h2>
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
