import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { ClockView } from '../../../spec/admin/views.ts';
import { callAdmin } from '../call-admin.ts';
import { Button } from '../parts/button.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { shiftText } from '../parts/shift-text.ts';
import { useAction } from '../parts/use-action.ts';
import { store } from '../store.ts';
import { SelectField } from './select-field.tsx';
import type { ShiftUnit } from './shift-ms.ts';
import { shiftMs, shiftUnits } from './shift-ms.ts';
import { TextField } from './text-field.tsx';

const sixMinutes = 6 * 60_000;
const fiveHours = 5 * 3_600_000;

/** The platform's clock: where it stands, and what moves it. */
export const ClockSection = (): VNode => {
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
      <SelectField
        label="Unit"
        value={unit}
        options={shiftUnits}
        onChange={(value) => setUnit(value as ShiftUnit)}
      />
      <Button type="submit" disabled={busy || by === undefined}>
        Move
      </Button>
    </form>
  );
};
