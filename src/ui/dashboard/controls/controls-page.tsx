import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { ClockView } from '../../../api/schemas/platform.ts';
import { Dialog, ErrorNote } from '../../parts/blocks.tsx';
import { Button } from '../../parts/button.tsx';
import { callAdmin } from '../../parts/call-admin.ts';
import { SelectField, TextField } from '../../parts/field.tsx';
import { useAction } from '../../parts/requests.ts';
import { store } from '../../parts/store.ts';
import { shiftText } from '../../parts/time.tsx';
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

const sixMinutes = 6 * 60_000;

const fiveHours = 5 * 3_600_000;

/** The platform's clock: where it stands, and what moves it. */
const ClockSection = (): VNode => {
  const shift = store.clock.value?.shiftMs ?? 0;
  const [act, { busy, error }] = useAction();
  const moveTo = (to: number): void =>
    act(async () => {
      store.clock.value = await callAdmin<ClockView>('POST', '/clock', { shiftMs: to });
    });
  return (
    <section class="card" aria-labelledby="clock">
      <h2 id="clock">Clock</h2>
      <p>
        The platform's time, not the agent's. Six minutes on, a request that the agent stamps with
        the right time is more than 300 seconds old, and is refused with{' '}
        <code>request_expired</code>: the agent must say so, not show a broken game. Five hours on,
        sessions that nobody used have ended, and their links open no more.
      </p>
      <p role="status">
        {shift === 0 ? "The clock is the system's." : `The clock is moved by ${shiftText(shift)}.`}
      </p>
      <div class="row">
        <Button disabled={busy} onPress={() => moveTo(shift + sixMinutes)}>
          +6 min: requests expire
        </Button>
        <Button disabled={busy} onPress={() => moveTo(shift + fiveHours)}>
          +5 h: sessions end
        </Button>
        <Button disabled={busy || shift === 0} onPress={() => moveTo(0)}>
          Back to now
        </Button>
      </div>
      <FreeShift busy={busy} onShift={(by) => moveTo(shift + by)} />
      <ErrorNote error={error} />
    </section>
  );
};

const FreeShift = ({
  busy,
  onShift,
}: {
  readonly busy: boolean;
  readonly onShift: (byMs: number) => void;
}): VNode => {
  const [written, setWritten] = useState('-6');
  const [unit, setUnit] = useState<ShiftUnit>('minutes');
  const by = shiftMs(written, unit);
  return (
    <form
      class="row fields"
      onSubmit={(event) => {
        event.preventDefault();
        if (by !== undefined) onShift(by);
      }}
    >
      <TextField
        label="Move by"
        value={written}
        onChange={setWritten}
        help={
          by === undefined ? 'Write a number, such as -6 or 1.5.' : 'With a minus: into the past.'
        }
      />
      <SelectField label="Unit" value={unit} options={shiftUnits} onChange={setUnit} />
      <Button type="submit" disabled={busy || by === undefined}>
        Move
      </Button>
    </form>
  );
};

const unitMs = { seconds: 1_000, minutes: 60_000, hours: 3_600_000 } as const;

type ShiftUnit = keyof typeof unitMs;

const shiftUnits = Object.keys(unitMs) as readonly ShiftUnit[];

/** A number as somebody wrote it and its unit, in whole milliseconds; undefined when it is none. */
export const shiftMs = (written: string, unit: ShiftUnit): number | undefined => {
  const text = written.trim().replace('−', '-').replace(',', '.');
  if (!/^[+-]?\d{1,9}(?:\.\d{1,6})?$/.test(text)) return undefined;
  return Math.round(Number(text) * unitMs[unit]);
};

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
