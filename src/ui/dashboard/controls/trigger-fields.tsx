import type { VNode } from 'preact';
import type { CallbackType } from '../../../spec/callback.ts';
import { callbackTypes } from '../../../spec/callback.ts';
import type { SignatureVariant } from '../../../spec/scenario.ts';
import { signatureVariants } from '../../../spec/scenario.ts';
import { store } from '../store.ts';
import { BetFields } from './bet-fields.tsx';
import { FreespinFields } from './freespin-fields.tsx';
import { SelectField } from './select-field.tsx';
import { TextField } from './text-field.tsx';
import type { TriggerFieldsProps } from './trigger-draft.ts';

/** The fields of a callback by hand; those that this callback has not are not there. */
export const TriggerFields = ({ draft, onChange }: TriggerFieldsProps): VNode => (
  <div class="fields">
    <SelectField
      label="Type"
      value={draft.type}
      options={callbackTypes}
      onChange={(type) => onChange({ type: type as CallbackType })}
    />
    <Whose draft={draft} onChange={onChange} />
    {draft.type === 'getBalance' ? <FreespinFields draft={draft} onChange={onChange} /> : null}
    {draft.type === 'makeBet' ? <BetFields draft={draft} onChange={onChange} /> : null}
    {draft.type === 'getBalance' ? null : (
      <TextField
        label="Transaction id"
        value={draft.transactionId}
        onChange={(transactionId) => onChange({ transactionId })}
        help={
          draft.type === 'rollback'
            ? 'The transaction to cancel; empty: one that nobody knows, which must change nothing.'
            : 'Empty: a fresh one.'
        }
      />
    )}
    <SelectField
      label="Signature"
      value={draft.signature}
      options={Object.keys(signatureVariants)}
      onChange={(signature) => onChange({ signature: signature as SignatureVariant })}
      help={signatureHelp(draft.signature)}
    />
  </div>
);

const Whose = ({ draft, onChange }: TriggerFieldsProps): VNode => {
  const setup = store.setup.value;
  const sessions = store.sessions.value.map(({ sessionId }) => sessionId);
  return (
    <>
      <TextField
        label="Player"
        value={draft.playerId}
        suggestions={(setup?.players ?? []).map(({ id }) => id)}
        onChange={(playerId) => onChange({ playerId })}
        help={
          draft.sessionId === ''
            ? `Empty: ${setup?.players[0]?.id ?? 'the first'}.`
            : "Empty: the session's."
        }
      />
      <TextField
        label="Currency"
        value={draft.currency}
        onChange={(currency) => onChange({ currency })}
        help="Empty: the player's main one."
      />
      <TextField
        label="Session"
        value={draft.sessionId}
        suggestions={sessions.slice(0, 50)}
        onChange={(sessionId) => onChange({ sessionId })}
        help="Empty: a fresh one."
      />
    </>
  );
};

/** `upper-case` is right by the bytes; whether an agent takes it is observed, not judged. */
const signatureHelp = (variant: SignatureVariant): string => {
  const words = signatureVariants[variant];
  const meaning = `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
  if (variant === 'valid') return `${meaning}: the agent must take it.`;
  if (variant === 'upper-case' || variant === 'spaced') {
    return `${meaning}: the specification leaves open whether it is taken.`;
  }
  return `${meaning}: the agent must refuse with 403 invalid_signature, and move no money.`;
};
