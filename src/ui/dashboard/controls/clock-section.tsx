import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { ClockView } from '../../../api/schemas/platform.ts';
import { ErrorNote } from '../../parts/blocks.tsx';
import { Button } from '../../parts/button.tsx';
import { callAdmin } from '../../parts/call-admin.ts';
import { SelectField, TextField } from '../../parts/field.tsx';
import { useAction } from '../../parts/requests.ts';
import { store } from '../../parts/store.ts';
import { movedText } from '../../parts/time.tsx';

const sixMinutes = 6 * 60_000;

const fiveHours = 5 * 3_600_000;

const day = 24 * 3_600_000;

/** The platform's clock: where it stands, and what freezes, sets and advances it. */
export const ClockSection = (): VNode => {
  const clock = store.clock.value ?? { now: '', shiftMs: 0, frozen: false };
  const [act, { busy, error }] = useAction();
  const order = (body: object): void =>
    act(async () => {
      store.clock.value = await callAdmin<ClockView>('POST', '/clock', body);
    });
  const isMoved = clock.frozen || clock.shiftMs !== 0;
  const jump = (by: number): void => order(jumpOf(clock, by));
  const advance = (by: number): void => order({ advance: `${by}ms` });
  return (
    <section class="card" aria-labelledby="clock">
      <h2 id="clock">Clock</h2>
      <p role="status" class={isMoved ? 'states on' : 'states'}>
        {isMoved ? `The clock is ${movedText(clock)}.` : "The clock is the system's."}
      </p>
      <div class="row">
        <Button disabled={busy} onPress={() => jump(sixMinutes)}>
          +6 min: requests expire
        </Button>
        <Button disabled={busy} onPress={() => jump(fiveHours)}>
          +5 h: sessions end
        </Button>
        <Button disabled={busy} onPress={() => advance(day)}>
          Advance 24 h: do all that is due
        </Button>
        <Button disabled={busy} onPress={() => order(clock.frozen ? { resume: true } : { freeze: true })}>
          {clock.frozen ? 'Let it go on' : 'Freeze'}
        </Button>
        <Button disabled={busy || !isMoved} onPress={() => order({ shiftMs: 0 })}>
          Back to now
        </Button>
      </div>
      <FreeMove busy={busy} onJump={jump} onAdvance={advance} />
      <ErrorNote error={error} />
      <ClockHelp />
    </section>
  );
};

/** A frozen clock is set and stays frozen, another goes on so much further ahead. */
const jumpOf = ({ now, shiftMs, frozen }: ClockView, by: number): object =>
  frozen ? { set: new Date(Date.parse(now) + by).toISOString() } : { shiftMs: shiftMs + by };

const ClockHelp = (): VNode => (
  <p class="quiet">
    The platform's time, not the agent's. Six minutes on, requests that the agent stamps with the right time are refused
    with <code>request_expired</code>: it must say so, not show a broken game. Five hours on, sessions that nobody used
    have ended. Advanced, the clock stops at everything that is due on the way: retries, rollbacks, abandoned rounds,
    packs that end.
  </p>
);

interface FreeMoveProps {
  readonly busy: boolean;
  readonly onJump: (byMs: number) => void;
  readonly onAdvance: (byMs: number) => void;
}

const FreeMove = ({ busy, onJump, onAdvance }: FreeMoveProps): VNode => {
  const [written, setWritten] = useState('-6');
  const [unit, setUnit] = useState<ShiftUnit>('minutes');
  const by = shiftMs(written, unit);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (by !== undefined) onJump(by);
      }}
    >
      <div class="fields">
        <TextField
          label="Move by"
          value={written}
          onChange={setWritten}
          help={by === undefined ? 'Write a number, such as -6 or 1.5.' : 'With a minus: into the past.'}
        />
        <SelectField label="Unit" value={unit} options={shiftUnits} onChange={setUnit} />
      </div>
      <div class="row">
        <Button type="submit" disabled={busy || by === undefined}>
          Move
        </Button>
        <Button disabled={busy || by === undefined || by < 0} onPress={() => onAdvance(by ?? 0)}>
          Advance
        </Button>
      </div>
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
