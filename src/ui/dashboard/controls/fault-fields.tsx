import type { VNode } from 'preact';
import { callbackTypes } from '../../../spec/callback.ts';
import { callbackFaults, operationFaults } from '../../../spec/fault.ts';
import { operationNames } from '../../../spec/operation.ts';
import { refusals } from '../../../spec/refusal.ts';
import { Field } from '../parts/field.tsx';
import type { FaultDraft } from './fault-draft.ts';
import { turned } from './fault-draft.ts';
import { SelectField } from './select-field.tsx';
import { TextField } from './text-field.tsx';

interface FaultFieldsProps {
  readonly draft: FaultDraft;
  readonly onChange: (draft: FaultDraft) => void;
}

/** The fields of a fault; those that this fault has not are not there. */
export const FaultFields = ({ draft, onChange }: FaultFieldsProps): VNode => {
  const { direction, fault } = draft;
  const isCallback = direction === 'callback';
  const set = (change: Partial<FaultDraft>): void => onChange({ ...draft, ...change });
  return (
    <div class="fields">
      <Direction draft={draft} onChange={onChange} />
      <SelectField
        label="Fault"
        value={fault}
        options={Object.keys(isCallback ? callbackFaults : operationFaults)}
        onChange={(value) => set({ fault: value as FaultDraft['fault'] })}
      />
      <SelectField
        label={isCallback ? 'On which callback' : 'On which request'}
        value={draft.on}
        options={['', ...(isCallback ? callbackTypes : operationNames)]}
        nameOf={(value) => (value === '' ? 'every one' : value)}
        onChange={(on) => set({ on })}
      />
      {fault === 'refused' ? <Code draft={draft} onChange={onChange} /> : null}
      {fault === 'delayed' ? (
        <TextField
          label="Wait, ms"
          value={draft.delayMs}
          onChange={(delayMs) => set({ delayMs })}
          number={{ min: 0, max: 60_000 }}
        />
      ) : null}
      <TextField
        label="How many times"
        value={draft.times}
        onChange={(times) => set({ times })}
        number={{ min: 1, max: 1_000_000 }}
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

const Code = ({ draft, onChange }: FaultFieldsProps): VNode => {
  const refusal = Object.entries(refusals).find(([code]) => code === draft.code)?.[1];
  return (
    <Field
      label="Code"
      help={refusal === undefined ? '' : `HTTP ${refusal.status}. ${refusal.meaning}`}
    >
      <select
        value={draft.code}
        onChange={(event) => onChange({ ...draft, code: event.currentTarget.value })}
      >
        {Object.keys(refusals).map((code) => (
          <option key={code} value={code}>
            {code}
          </option>
        ))}
      </select>
    </Field>
  );
};
