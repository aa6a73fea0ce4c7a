import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { visibleText } from '../../../base/visible-text.ts';
import type { ActiveFault } from '../../../formats/fault.ts';
import { faultLimits } from '../../../spec/fault.ts';
import { refusals } from '../../../spec/refusal.ts';
import { ErrorNote, Fact } from '../../parts/blocks.tsx';
import { Button } from '../../parts/button.tsx';
import { callAdmin } from '../../parts/call-admin.ts';
import { SelectField, TextField } from '../../parts/field.tsx';
import { useAction } from '../../parts/requests.ts';
import { store } from '../../parts/store.ts';
import {
  callsOf,
  emptyFaultDraft,
  type FaultDraft,
  type FaultName,
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
        <p class="quiet">
          Networks fail and platforms misbehave. Switch a fault on, play, and see whether the agent keeps the money
          right.
        </p>
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
  if (faults.length === 0) return <p class="states">None is on.</p>;
  return (
    <>
      <ul class="states on">
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
    </>
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
      <div class="wide">
        <SelectField
          label="Where"
          value={direction}
          options={Object.keys(directions) as FaultDraft['direction'][]}
          nameOf={(each) => `in the ${directions[each]}`}
          onChange={(each) => onChange(turned(draft, each))}
        />
      </div>
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
      <OwnField draft={draft} set={set} />
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

interface OwnFieldProps {
  readonly draft: FaultDraft;
  readonly set: (change: Partial<FaultDraft>) => void;
}

/** What only some faults have. */
const OwnField = ({ draft: { fault, code, delayMs }, set }: OwnFieldProps): VNode | null => {
  if (fault === 'refused') {
    return (
      <SelectField
        label="Code"
        value={code}
        options={Object.keys(refusals) as FaultDraft['code'][]}
        onChange={(chosen) => set({ code: chosen })}
        help={`HTTP ${refusals[code].status}. ${refusals[code].meaning}`}
      />
    );
  }
  if (fault !== 'delayed') return null;
  return (
    <TextField
      label="Wait, ms"
      value={delayMs}
      onChange={(written) => set({ delayMs: written })}
      number={faultLimits.delayMs}
    />
  );
};

const directions = {
  callback: 'callbacks to the agent',
  operation: "answers to the agent's requests",
} as const;
