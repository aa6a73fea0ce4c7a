import type { VNode } from 'preact';
import { SelectField } from './select-field.tsx';
import { TextField } from './text-field.tsx';
import type { TriggerFieldsProps } from './trigger-draft.ts';

/** The progress of a pack, which a getBalance may carry. */
export const FreespinFields = ({ draft, onChange }: TriggerFieldsProps): VNode => (
  <>
    <SelectField
      label="Free spins"
      value={draft.freespins}
      options={['without', 'with']}
      nameOf={(option) => `${option} progress of a pack`}
      onChange={(value) => onChange({ freespins: value === 'with' ? 'with' : 'without' })}
    />
    {draft.freespins === 'without' ? null : <Progress draft={draft} onChange={onChange} />}
  </>
);

const count = { min: 0, max: 1_000_000 };

const Progress = ({ draft, onChange }: TriggerFieldsProps): VNode => (
  <>
    <TextField
      label="Played"
      value={draft.played}
      onChange={(played) => onChange({ played })}
      number={count}
      required
    />
    <TextField
      label="Total"
      value={draft.total}
      onChange={(total) => onChange({ total })}
      number={count}
      required
    />
    <SelectField
      label="Is finish"
      value={draft.isFinish}
      options={['no', 'yes']}
      onChange={(value) => onChange({ isFinish: value === 'yes' ? 'yes' : 'no' })}
    />
    <TextField
      label="Accumulated win"
      value={draft.accumulatedWin}
      onChange={(accumulatedWin) => onChange({ accumulatedWin })}
      help="Must not move the balance."
      amount
      required
    />
  </>
);
