import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { SentByHand, Setup } from '../../../spec/admin/views.ts';
import { callAdmin } from '../call-admin.ts';
import { currentRoute } from '../current-route.ts';
import { Button } from '../parts/button.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { useAction } from '../parts/use-action.ts';
import { SentLinks } from '../players/sent-links.tsx';
import { store } from '../store.ts';
import type { TriggerDraft } from './trigger-draft.ts';
import { emptyTriggerDraft, triggerOrderOf } from './trigger-draft.ts';
import { TriggerFields } from './trigger-fields.tsx';

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
