import type { VNode } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { SentByHand } from '../../../api/schemas/hand-callbacks.ts';
import type { ActiveFault } from '../../../formats/fault.ts';
import { trials } from '../../../spec/trials.ts';
import { ErrorNote } from '../../parts/blocks.tsx';
import { Button } from '../../parts/button.tsx';
import { callAdmin } from '../../parts/call-admin.ts';
import { Field } from '../../parts/field.tsx';
import { useKeys } from '../../parts/keys.ts';
import { OrderForm } from '../../parts/order-form.tsx';
import { orderSchemas } from '../../parts/order-schema.ts';
import { useAction } from '../../parts/requests.ts';
import { TrialResults } from '../findings/trial-strip.tsx';
import { type CallbackOrder, callbackFields, rollbackOf, useBets } from './callback-fields.ts';
import {
  addAnswer,
  type ComposerDraft,
  closeComposer,
  composerAnswers,
  composerDraft,
  composerFields,
  openComposer,
} from './open-composer.ts';
import { resend, rollBack } from './send-again.ts';
import { SentAnswers, type SentCallback } from './sent-answers.tsx';

/** Sends a callback by hand from any page; the judged answer stands right there. The page stays usable. */
export const Composer = (): VNode | null => {
  const draft = composerDraft.value;
  return draft === undefined ? null : <Drawer draft={draft} />;
};

const Drawer = ({ draft }: { readonly draft: ComposerDraft }): VNode => {
  const drawer = useRef<HTMLElement>(null);
  const titleId = useId();
  useFocus(drawer, draft);
  useKeys([{ press: 'Escape', what: 'Close the composer', act: closeComposer }]);
  return (
    <aside
      ref={drawer}
      class="composer"
      aria-labelledby={titleId}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        closeComposer();
      }}
    >
      <header class="row">
        <h2 id={titleId} tabIndex={-1}>
          {titleOf(draft)}
        </h2>
        <Button look="plain" onPress={closeComposer}>
          <span class="unseen">Close the composer</span>
          <kbd>Esc</kbd> <span aria-hidden="true">✕</span>
        </Button>
      </header>
      {draft.kind === 'edited' ? <EditForm key={draft.exchangeId} draft={draft} /> : null}
      {draft.kind === 'callback' ? <CallbackForm /> : null}
      {draft.kind === 'trial' ? <TrialResults name={draft.name} /> : null}
      <section class="answers" aria-label="Answers" aria-live="polite" hidden={draft.kind === 'trial'}>
        {composerAnswers.value.map(({ number, sent }) => (
          <SentAnswers key={number} sent={sent} next={(callback) => <NextSteps callback={callback} />} />
        ))}
      </section>
    </aside>
  );
};

const titleOf = (draft: ComposerDraft): string => {
  switch (draft.kind) {
    case 'callback':
      return 'Send a callback';
    case 'edited':
      return `Edit ${draft.name}`;
    case 'trial':
      return draft.name === 'request' ? "The agent's own request" : trials[draft.name].title;
  }
};

/** The focus goes to what is chosen, or the first field, with each draft; and back to where it was in the end. */
const useFocus = (drawer: { readonly current: HTMLElement | null }, draft: ComposerDraft): void => {
  useEffect(() => {
    const opener = document.activeElement;
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  const isDrawn = orderSchemas.value.schemas !== undefined;
  useEffect(() => {
    const first = (controls: string) => drawer.current?.querySelector<HTMLElement>(controls);
    const field = first('input:checked') ?? first('textarea, select, input') ?? first('h2');
    field?.focus({ preventScroll: true });
  }, [draft, isDrawn]);
};

/** A new callback: every field can be chosen, what is left out is filled in. */
const CallbackForm = (): VNode => {
  const draft = composerFields.value;
  const bets = useBets(draft, composerAnswers.value[0]?.number ?? 0);
  const newest = bets[0];
  // The newest is rolled back, unless another is chosen.
  useEffect(() => {
    if (newest !== undefined && !draft.transactionId) composerFields.value = { ...draft, ...rollbackOf(newest) };
  }, [newest]);
  const send = async ({ fault, ...order }: CallbackOrder): Promise<void> => {
    const once = { direction: 'callback', fault, on: order.type, times: 1 };
    const added = fault === undefined ? undefined : await callAdmin<ActiveFault>('POST', '/faults', once);
    try {
      addAnswer(await callAdmin<SentByHand>('POST', '/trigger', order));
    } catch (error) {
      // It was for this callback alone, which was not sent.
      if (added !== undefined) await callAdmin('DELETE', `/faults/${encodeURIComponent(added.id)}`);
      throw error;
    }
  };
  const { fields, folded } = callbackFields(draft, bets);
  return (
    <OrderForm
      schema="TriggerOrder"
      fields={fields}
      folded={{ title: 'Session, ids, signature, faults', fields: folded }}
      draft={draft}
      onChange={(changed) => {
        composerFields.value = changed;
      }}
      send={send}
      submit={
        <>
          Send {draft.type} <kbd>↵</kbd>
        </>
      }
    />
  );
};

/** A body as somebody changes it; it is signed again, and need be no JSON. */
const EditForm = ({ draft }: { readonly draft: Extract<ComposerDraft, { kind: 'edited' }> }): VNode => {
  const [body, setBody] = useState(draft.body);
  const [act, { busy, error }] = useAction();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        act(async () => {
          addAnswer(await resend(draft.exchangeId, { as: 'edited', body }));
        });
      }}
    >
      <Field label="Body" help="Sent as it stands here, and signed again.">
        <textarea
          rows={Math.min(24, body.split('\n').length + 3)}
          spellcheck={false}
          value={body}
          onInput={({ currentTarget }) => setBody(currentTarget.value)}
        />
      </Field>
      <p class="row">
        <Button type="submit" look="main" disabled={busy}>
          {busy ? 'Sending…' : 'Sign and send'}
        </Button>
        <Button onPress={() => openComposer()}>A new callback</Button>
      </p>
      <ErrorNote error={error} />
    </form>
  );
};

/** What one most likely does next with a callback that was sent. */
const NextSteps = ({ callback }: { readonly callback: SentCallback }): VNode | null => {
  const [act, { busy, error }] = useAction();
  const { exchangeId, kind, transactionId } = callback;
  if (kind === 'getBalance') return null;
  const send = (sending: () => Promise<SentByHand>): void => act(async () => addAnswer(await sending()));
  const conflict = { ...composerFields.value, transactionId: transactionId ?? '' };
  return (
    <>
      {kind === 'makeBet' ? (
        <Button disabled={busy} onPress={() => send(() => rollBack(exchangeId))}>
          Roll it back
        </Button>
      ) : null}
      <Button disabled={busy} onPress={() => send(() => resend(exchangeId, { as: 'exact' }))}>
        Send it again
      </Button>
      {kind === 'makeBet' ? (
        <Button onPress={() => openComposer({ kind: 'callback', fields: conflict })} hint="the same transaction id">
          Other amounts…
        </Button>
      ) : null}
      <ErrorNote error={error} />
    </>
  );
};
