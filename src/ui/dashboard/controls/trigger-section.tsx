import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { SentByHand } from '../../../api/schemas/hand-callbacks.ts';
import { callbackTypes } from '../../../spec/callback.ts';
import type { SignatureVariant } from '../../../spec/fault.ts';
import { signatureVariants } from '../../../spec/fault.ts';
import { ErrorNote } from '../../parts/blocks.tsx';
import { Button } from '../../parts/button.tsx';
import { callAdmin } from '../../parts/call-admin.ts';
import { SelectField, TextField } from '../../parts/field.tsx';
import { SentLinks } from '../../parts/player-actions.tsx';
import { useAction } from '../../parts/requests.ts';
import { currentRoute } from '../../parts/routes.ts';
import { store } from '../../parts/store.ts';
import type { TriggerDraft } from './trigger-draft.ts';
import {
  draftOfLink,
  emptyTriggerDraft,
  signatureHelp,
  triggerOrderOf,
  withPlayer,
} from './trigger-draft.ts';

/** One callback by hand: every field can be chosen, what is left out is filled in. */
export const TriggerSection = (): VNode => {
  const [changed, setChanged] = useState<Partial<TriggerDraft>>({});
  const [act, { busy, error }] = useAction();
  const [sent, setSent] = useState<SentByHand>();
  const setup = store.setup.value;
  const draft = { ...emptyTriggerDraft, ...draftOfLink(currentRoute.value.query), ...changed };
  const send = (): void =>
    act(async () => {
      setSent(undefined);
      const order = triggerOrderOf(withPlayer(draft, setup));
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
        <Button type="submit" look="main" disabled={busy || setup === undefined}>
          {busy ? 'Sending…' : `Send ${draft.type}`}
        </Button>
        <SentLinks sent={sent} />
        <ErrorNote error={error} />
      </form>
    </section>
  );
};

/** What the fields of the form work on. */
interface TriggerFieldsProps {
  readonly draft: TriggerDraft;
  readonly onChange: (change: Partial<TriggerDraft>) => void;
}

/** The fields of a callback by hand; those that this callback has not are not there. */
const TriggerFields = ({ draft, onChange }: TriggerFieldsProps): VNode => (
  <div class="fields">
    <SelectField
      label="Type"
      value={draft.type}
      options={callbackTypes}
      onChange={(type) => onChange({ type })}
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
      options={Object.keys(signatureVariants) as SignatureVariant[]}
      onChange={(signature) => onChange({ signature })}
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
      onChange={(roundFinished) => onChange({ roundFinished })}
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
      onChange={(freespins) => onChange({ freespins })}
    />
    {draft.freespins === 'without' ? null : <Progress draft={draft} onChange={onChange} />}
  </>
);

const spins = { least: 0, most: 1_000_000 } as const;

const Progress = ({ draft, onChange }: TriggerFieldsProps): VNode => (
  <>
    <TextField
      label="Played"
      value={draft.played}
      onChange={(played) => onChange({ played })}
      number={spins}
      required
    />
    <TextField
      label="Total"
      value={draft.total}
      onChange={(total) => onChange({ total })}
      number={spins}
      required
    />
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
