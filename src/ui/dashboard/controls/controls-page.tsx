import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog, ErrorNote } from '../../parts/blocks.tsx';
import { Button } from '../../parts/button.tsx';
import { callAdmin } from '../../parts/call-admin.ts';
import { useAction } from '../../parts/requests.ts';
import { ClockSection } from './clock-section.tsx';
import { FaultSection } from './fault-section.tsx';
import { PackSection } from './pack-section.tsx';

/** Everything that can be switched on, granted or moved. */
export const ControlsPage = (): VNode => (
  <div class="controls">
    <header class="row">
      <h1>Controls</h1>
      <Reset />
    </header>
    <FaultSection />
    <PackSection />
    <ClockSection />
  </div>
);

/** Everything as at the start; asks first. */
const Reset = (): VNode => {
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
    <>
      <p role="status" class="quiet">
        {isDone ? 'Everything is as at the start.' : ''}
      </p>
      <Button look="danger" onPress={() => setOpen(true)}>
        Reset everything…
      </Button>
      <Dialog title="Reset the platform?" isOpen={isOpen} onClose={() => setOpen(false)}>
        <p>
          Faults, clock, sessions, packs and accounts are as at the start then; open games end. The journal and the runs
          are kept. The agent is not touched: the ledger believes the next balance that it says.
        </p>
        <p class="row">
          <Button look="danger" onPress={reset} disabled={busy}>
            Reset
          </Button>
          <Button onPress={() => setOpen(false)}>Leave it</Button>
        </p>
        <ErrorNote error={error} />
      </Dialog>
    </>
  );
};
