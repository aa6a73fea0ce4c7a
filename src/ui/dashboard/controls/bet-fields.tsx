import type { VNode } from 'preact';
import { SelectField } from './select-field.tsx';
import { TextField } from './text-field.tsx';
import type { TriggerFieldsProps } from './trigger-draft.ts';

/** What a makeBet has besides. */
export const BetFields = ({ draft, onChange }: TriggerFieldsProps): VNode => (
  <>
    <TextField
      label="Bet"
      value={draft.bet}
      onChange={(bet) => onChange({ bet })}
      amount
      required
    />
    <TextField
      label="Win"
      value={draft.win}
      onChange={(win) => onChange({ win })}
      amount
      required
    />
    <TextField
      label="Round id"
      value={draft.gameRoundId}
      onChange={(gameRoundId) => onChange({ gameRoundId })}
      help="Empty: a fresh one."
    />
    <SelectField
      label="Round finished"
      value={draft.roundFinished}
      options={['yes', 'no']}
      onChange={(value) => onChange({ roundFinished: value === 'no' ? 'no' : 'yes' })}
    />
  </>
);
