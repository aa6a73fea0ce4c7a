import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { ActiveFault } from '../../../formats/fault.ts';
import { faultLimits } from '../../../spec/fault.ts';
import { refusals } from '../../../spec/refusal.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { ErrorNote, Fact } from '../../parts/blocks.tsx';
import { Button } from '../../parts/button.tsx';
import { callAdmin } from '../../parts/call-admin.ts';
import { SelectField, TextField } from '../../parts/field.tsx';
import { useAction } from '../../parts/requests.ts';
import { store } from '../../parts/store.ts';
import type { FaultDraft, FaultName } from './fault-draft.ts';
import {
  callsOf,
  emptyFaultDraft,
  faultOrderOf,
  faultsOf,
  faultText,
  lessonOf,
  turned,
} from './fault-draft.ts';

/** Faults in either direction: what is on, and a form that switches one on. */
export const FaultSection = (): VNode => {
  const [draft, setDraft] = useState<FaultDraft>(emptyFaultDraft);
  const [act, { busy, error }] = useAction();
  const add = (): void =>
    act(async () => {
      await callAdmin<ActiveFault>('POST', '/faults', faultOrderOf(draft));
    });
  return (
    <section class="card" aria-labelledby="faults">
      <h2 id="faults">Faults</h2>
      <p>
        Networks fail and platforms misbehave. Switch a fault on, play, and see whether the agent
        keeps the money right.
      </p>
      <ActiveFaults />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <FaultFields draft={draft} onChange={setDraft} />
        <Lesson draft={draft} />
        <Button type="submit" look="main" disabled={busy}>
          Switch on
        </Button>
        <ErrorNote error={error} />
      </form>
    </section>
  );
};

const Lesson = ({ draft }: { readonly draft: FaultDraft }): VNode => (
  <dl class="facts lesson">
    <Fact title="what happens">{faultsOf(draft.direction)[draft.fault]}</Fact>
    <Fact title="the agent">{lessonOf(draft)}</Fact>
  </dl>
);

/** The faults that are on, each with a button that ends it. */
const ActiveFaults = (): VNode => {
  const faults = store.faults.value;
  const [act, { busy, error }] = useAction();
  const remove = (path: string): void => act(() => callAdmin<void>('DELETE', path));
  if (faults.length === 0) return <p class="quiet">None is on.</p>;
  return (
    <div class="active-faults">
      <h3>On now</h3>
      <ul>
        {faults.map((fault) => (
          <li key={fault.id} class="row">
            <span>
              <span aria-hidden="true">●</span> {visibleText(faultText(fault))}
            </span>
            <Button
              disabled={busy}
              label={`Switch off: ${faultText(fault)}`}
              onPress={() => remove(`/faults/${encodeURIComponent(fault.id)}`)}
            >
              Switch off
            </Button>
          </li>
        ))}
      </ul>
      {faults.length < 2 ? null : (
        <Button disabled={busy} onPress={() => remove('/faults')}>
          Switch all off
        </Button>
      )}
      <ErrorNote error={error} />
    </div>
  );
};

interface FaultFieldsProps {
  readonly draft: FaultDraft;
  readonly onChange: (draft: FaultDraft) => void;
}

/** The fields of a fault; those that this fault has not are not there. */
export const FaultFields = ({ draft, onChange }: FaultFieldsProps): VNode => {
  const { direction, fault } = draft;
  const set = (change: Partial<FaultDraft>): void => onChange({ ...draft, ...change });
  return (
    <div class="fields">
      <Direction draft={draft} onChange={onChange} />
      <SelectField
        label="Fault"
        value={fault}
        options={Object.keys(faultsOf(direction)) as FaultName[]}
        onChange={(name) => set({ fault: name })}
      />
      <SelectField
        label={direction === 'callback' ? 'On which callback' : 'On which request'}
        value={draft.on}
        options={['', ...callsOf(direction)]}
        nameOf={(value) => (value === '' ? 'every one' : value)}
        onChange={(on) => set({ on })}
      />
      {fault === 'refused' ? (
        <SelectField
          label="Code"
          value={draft.code}
          options={Object.keys(refusals) as FaultDraft['code'][]}
          onChange={(code) => set({ code })}
          help={`HTTP ${refusals[draft.code].status}. ${refusals[draft.code].meaning}`}
        />
      ) : null}
      {fault === 'delayed' ? (
        <TextField
          label="Wait, ms"
          value={draft.delayMs}
          onChange={(delayMs) => set({ delayMs })}
          number={faultLimits.delayMs}
        />
      ) : null}
      <TextField
        label="How many times"
        value={draft.times}
        onChange={(times) => set({ times })}
        number={faultLimits.times}
        help="Empty: until it is switched off."
      />
    </div>
  );
};

const directions = {
  callback: 'in the callbacks to the agent',
  operation: "in the answers to the agent's requests",
} as const;

const Direction = ({ draft, onChange }: FaultFieldsProps): VNode => (
  <fieldset class="direction">
    <legend>Where</legend>
    {(Object.keys(directions) as (keyof typeof directions)[]).map((direction) => (
      <label key={direction} class="row">
        <input
          type="radio"
          name="direction"
          checked={draft.direction === direction}
          onChange={() => onChange(turned(draft, direction))}
        />
        {directions[direction]}
      </label>
    ))}
  </fieldset>
);
