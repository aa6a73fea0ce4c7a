import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { SignatureVariant } from '../../../formats/scenario/scenario.ts';
import { signatureVariants } from '../../../formats/scenario/scenario.ts';
import type { SentByHand, Setup } from '../../../spec/admin/views.ts';
import type { CallbackType } from '../../../spec/callback.ts';
import { callbackTypes } from '../../../spec/callback.ts';
import { Button } from '../../parts/button.tsx';
import { callAdmin } from '../../parts/call-admin.ts';
import { SelectField, TextField } from '../../parts/field.tsx';
import { ErrorNote } from '../../parts/notes.tsx';
import { SentLinks } from '../../parts/player-actions.tsx';
import { useAction } from '../../parts/requests.ts';
import { currentRoute } from '../../parts/routes.ts';
import { store } from '../../parts/store.ts';
import type { TriggerDraft, TriggerFieldsProps } from './trigger-draft.ts';
import { emptyTriggerDraft, triggerOrderOf } from './trigger-draft.ts';

/** One callback by hand: every field can be chosen, what is left out is filled in. */
export const TriggerSection = (): VNode => {
  const [changed, setChanged] = useState<Partial<TriggerDraft>>({});
  const [act, { busy, error }] = useAction();
  const [sent, setSent] = useState<SentByHand>();
  const draft = { ...emptyTriggerDraft, ...wanted(currentRoute.value.query), ...changed };
  const send = (): void =>
    act(async () => {
      setSent(undefined);
      const order = triggerOrderOf(withPlayer(draft, store.setup.value));
      setSent(await callAdmin<SentByHand>('POST', '/trigger', order));
    });
  return (
    <section class="card" aria-labelledby="trigger">
      <h2 id="trigger">Send a callback</h2>
      <p>
        Sends one callback to the agent, signed as the platform does, and judges the answer. What
        you leave empty is taken from the session and the player, or is a fresh id. Repeat a
        transaction id to see whether it is applied once.
      </p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <TriggerFields draft={draft} onChange={(change) => setChanged({ ...changed, ...change })} />
        <Button type="submit" look="main" disabled={busy}>
          {busy ? 'Sending…' : `Send ${draft.type}`}
        </Button>
        <SentLinks sent={sent} />
        <ErrorNote error={error} />
      </form>
    </section>
  );
};

/** What the link to this page asks for, such as `?playerId=player-1&currency=USD`. */
const wanted = (query: string): Partial<TriggerDraft> => {
  const given = new URLSearchParams(query);
  const names = ['sessionId', 'playerId', 'currency', 'transactionId'] as const;
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = given.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
};

/** Nobody said for whom: the first player of the configuration. */
const withPlayer = (draft: TriggerDraft, setup: Setup | undefined): TriggerDraft =>
  draft.playerId === '' && draft.sessionId === ''
    ? { ...draft, playerId: setup?.players[0]?.id ?? '' }
    : draft;

/** The fields of a callback by hand; those that this callback has not are not there. */
const TriggerFields = ({ draft, onChange }: TriggerFieldsProps): VNode => (
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

/** What a makeBet has besides. */
const BetFields = ({ draft, onChange }: TriggerFieldsProps): VNode => (
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

/** The progress of a pack, which a getBalance may carry. */
const FreespinFields = ({ draft, onChange }: TriggerFieldsProps): VNode => (
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
