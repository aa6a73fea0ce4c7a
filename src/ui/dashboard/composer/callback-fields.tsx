import type { VNode } from 'preact';
import { callbackTypes } from '../../../spec/callback.ts';
import { type CallbackFault, callbackFaults, type SignatureVariant, signatureVariants } from '../../../spec/fault.ts';
import { SelectField, TextField } from '../../parts/field.tsx';
import { store } from '../../parts/store.ts';
import { clockText } from '../../parts/time.tsx';
import { AccountFields } from './account-fields.tsx';
import { KnownField } from './known-field.tsx';
import { RollbackFields } from './rollback-fields.tsx';
import { type FieldsProps, signatureHelp } from './trigger-draft.ts';

/** The fields of a callback by hand; those that this callback has not are not there. */
export const CallbackFields = (props: FieldsProps): VNode => {
  const { draft } = props;
  return (
    <>
      <TypeChoice {...props} />
      <div class="fields">
        <AccountFields
          playerId={draft.playerId}
          currency={draft.currency}
          onChange={(change) => props.onChange({ ...change, sessionId: '' })}
        />
        {draft.type === 'makeBet' ? <Amounts {...props} /> : null}
        {draft.type === 'rollback' ? <RollbackFields {...props} /> : null}
      </div>
      <details>
        <summary>Session, ids, signature, faults</summary>
        <div class="fields">
          <SessionField {...props} />
          {draft.type === 'makeBet' ? <BetFields {...props} /> : null}
          {draft.type === 'getBalance' ? <FreespinFields {...props} /> : null}
          <Deviations {...props} />
        </div>
      </details>
    </>
  );
};

const TypeChoice = ({ draft, onChange }: FieldsProps): VNode => (
  <fieldset class="segments">
    <legend class="unseen">Callback</legend>
    {callbackTypes.map((type) => (
      <label key={type}>
        <input
          type="radio"
          name="callback"
          checked={draft.type === type}
          onChange={() => onChange({ type, transactionId: '' })}
        />
        <span>{type}</span>
      </label>
    ))}
  </fieldset>
);

const mostSessions = 30;

const SessionField = ({ draft, onChange }: FieldsProps): VNode => {
  const sessions = store.sessions.value.filter(({ playerId }) => draft.playerId === '' || playerId === draft.playerId);
  const nameOf = (id: string): string => {
    const session = sessions.find(({ sessionId }) => sessionId === id);
    if (session === undefined) return id;
    return `${session.game ?? 'a game'}, ${session.currency}, ${clockText(session.createdAt)}`;
  };
  return (
    <KnownField
      label="Session"
      value={draft.sessionId}
      known={sessions.slice(0, mostSessions).map(({ sessionId }) => sessionId)}
      empty="the newest of the agent, or one by hand"
      nameOf={nameOf}
      onChange={(sessionId) => onChange({ sessionId })}
    />
  );
};

const atOnce = { least: 1, most: 50 } as const;

const Amounts = ({ draft, onChange }: FieldsProps): VNode => (
  <>
    <TextField label="Bet" value={draft.bet} onChange={(bet) => onChange({ bet })} amount required />
    <TextField label="Win" value={draft.win} onChange={(win) => onChange({ win })} amount required />
    <TextField
      label="How many at once"
      value={draft.count}
      onChange={(count) => onChange({ count })}
      number={atOnce}
      required
    />
  </>
);

/** What a makeBet has besides. */
const BetFields = ({ draft, onChange }: FieldsProps): VNode => (
  <>
    <TextField
      label="Transaction id"
      value={draft.transactionId}
      onChange={(transactionId) => onChange({ transactionId })}
      help="Empty: a fresh one. Repeat one to see whether it is applied once."
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
      onChange={(roundFinished) => onChange({ roundFinished })}
    />
  </>
);

/** How it is signed, and what happens to it on its way. */
const Deviations = ({ draft, onChange }: FieldsProps): VNode => (
  <>
    <SelectField
      label="Signature"
      value={draft.signature}
      options={Object.keys(signatureVariants) as SignatureVariant[]}
      onChange={(signature) => onChange({ signature })}
      help={signatureHelp(draft.signature)}
    />
    <SelectField
      label="Fault for this call"
      value={draft.fault}
      options={['', ...(Object.keys(callbackFaults) as CallbackFault[])]}
      nameOf={(fault) => (fault === '' ? 'none' : fault)}
      onChange={(fault) => onChange({ fault })}
      help={draft.fault === '' ? undefined : callbackFaults[draft.fault]}
    />
  </>
);

/** The progress of a pack, which a getBalance may carry. */
const FreespinFields = ({ draft, onChange }: FieldsProps): VNode => (
  <>
    <SelectField
      label="Free spins"
      value={draft.freespins}
      options={['without', 'with']}
      nameOf={(option) => `${option} progress of a pack`}
      onChange={(freespins) => onChange({ freespins })}
    />
    {draft.freespins === 'without' ? null : <Progress draft={draft} onChange={onChange} />}
  </>
);

const spins = { least: 0, most: 1_000_000 } as const;

const Progress = ({ draft, onChange }: FieldsProps): VNode => (
  <>
    <TextField
      label="Played"
      value={draft.played}
      onChange={(played) => onChange({ played })}
      number={spins}
      required
    />
    <TextField label="Total" value={draft.total} onChange={(total) => onChange({ total })} number={spins} required />
    <SelectField
      label="Is finish"
      value={draft.isFinish}
      options={['no', 'yes']}
      onChange={(isFinish) => onChange({ isFinish })}
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
