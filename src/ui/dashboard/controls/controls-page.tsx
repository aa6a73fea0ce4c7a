import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { ClockView } from '../../../api/schemas/platform.ts';
import { parseDuration } from '../../../base/quantities.ts';
import { Dialog, ErrorNote } from '../../parts/blocks.tsx';
import { Button } from '../../parts/button.tsx';
import { callAdmin } from '../../parts/call-admin.ts';
import { TextField } from '../../parts/field.tsx';
import { useAction } from '../../parts/requests.ts';
import { store } from '../../parts/store.ts';
import { movedText } from '../../parts/time.tsx';
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

/** The platform's clock: where it stands, and what freezes, sets and advances it. */
const ClockSection = (): VNode => {
  const clock = store.clock.value ?? { now: '', shiftMs: 0, frozen: false };
  const [act, { busy, error }] = useAction();
  const [written, setWritten] = useState('-6m');
  const order = (body: object): void =>
    act(async () => {
      store.clock.value = await callAdmin<ClockView>('POST', '/clock', body);
    });
  const isMoved = clock.frozen || clock.shiftMs !== 0;
  const by = moveMs(written);
  const moves = {
    '+6 min: requests expire': jumpOf(clock, 6 * 60_000),
    '+5 h: sessions end': jumpOf(clock, 5 * 3_600_000),
    'Advance 24 h: do all that is due': { advance: '24h' },
  };
  return (
    <section class="card" aria-labelledby="clock">
      <h2 id="clock">Clock</h2>
      <p role="status" class={isMoved ? 'states on' : 'states'}>
        {isMoved ? `The clock is ${movedText(clock)}.` : "The clock is the system's."}
      </p>
      <div class="row">
        {Object.entries(moves).map(([words, move]) => (
          <Button key={words} disabled={busy} onPress={() => order(move)}>
            {words}
          </Button>
        ))}
        <Button disabled={busy} onPress={() => order(clock.frozen ? { resume: true } : { freeze: true })}>
          {clock.frozen ? 'Let it go on' : 'Freeze'}
        </Button>
        <Button disabled={busy || !isMoved} onPress={() => order({ shiftMs: 0 })}>
          Back to now
        </Button>
      </div>
      <form
        class="order"
        onSubmit={(event) => {
          event.preventDefault();
          if (by !== undefined) order(jumpOf(clock, by));
        }}
      >
        <TextField
          label="Move by"
          value={written}
          onChange={setWritten}
          help="Such as 90s, 1.5h or, into the past, -6m. Advanced, the clock does all that is due on the way."
        />
        <div class="row">
          <Button type="submit" disabled={busy || by === undefined}>
            Move
          </Button>
          <Button disabled={busy || by === undefined || by < 0} onPress={() => order({ advance: `${by}ms` })}>
            Advance
          </Button>
        </div>
      </form>
      <ErrorNote error={error} />
    </section>
  );
};

/** A frozen clock is set and stays frozen, another goes on so much further ahead. */
const jumpOf = ({ now, shiftMs, frozen }: ClockView, by: number): object =>
  frozen ? { set: new Date(Date.parse(now) + by).toISOString() } : { shiftMs: shiftMs + by };

/** Milliseconds of a duration as somebody wrote it, `-6m` or `1,5 h`; undefined when it is none. */
export const moveMs = (written: string): number | undefined => {
  const [, sign, span = ''] = /^([-−+]?)(.*)$/.exec(written.replaceAll(/\s/g, '').replace(',', '.')) ?? [];
  const ms = parseDuration(span);
  return ms !== undefined && (sign === '-' || sign === '−') ? -ms : ms;
};
