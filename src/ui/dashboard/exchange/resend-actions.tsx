import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { ExchangeDetail } from '../../../api/schemas/exchanges.ts';
import type { ResendOrder, SentByHand } from '../../../api/schemas/hand-callbacks.ts';
import { visibleText } from '../../../base/visible-text.ts';
import { VerdictMark } from '../../../components/verdict-mark.tsx';
import { ErrorNote } from '../../parts/blocks.tsx';
import { Button } from '../../parts/button.tsx';
import { Field } from '../../parts/field.tsx';
import { Menu } from '../../parts/menu.tsx';
import { useAction } from '../../parts/requests.ts';
import { hrefOf } from '../../parts/routes.ts';
import { type ComposerDraft, openComposer } from '../composer/open-composer.ts';
import { resend, rollBack } from '../composer/send-again.ts';

/** Sends a call again, in each way that its receiver must stand, and says what came of it right here. */
export const ResendActions = ({ detail }: { readonly detail: ExchangeDetail }): VNode => {
  const [act, { busy, error }] = useAction();
  const [sent, setSent] = useState<SentByHand>();
  const send = (sending: () => Promise<SentByHand>): void =>
    act(async () => {
      setSent(undefined);
      setSent(await sending());
    });
  const again = (order: ResendOrder): void => send(() => resend(detail.id, order));
  const isBet = detail.direction === 'callback' && detail.kind === 'makeBet';
  return (
    <section class="actions" aria-label="Send it again">
      <div class="row">
        <Button disabled={busy} onPress={() => again({ as: 'exact' })} hint="the same bytes">
          Send again
        </Button>
        {isBet ? (
          <Button disabled={busy} onPress={() => send(() => rollBack(detail.id))} hint="a rollback of its transaction">
            Roll back
          </Button>
        ) : null}
        <Menu title="Send it otherwise">
          <div class="ways">
            <Button disabled={busy} onPress={() => again({ as: 'resigned' })} hint="signed again">
              With a new request_id
            </Button>
            <Button onPress={() => openComposer(draftOf(detail))} hint="signed again">
              Edit the body…
            </Button>
            {detail.direction === 'callback' ? <LateRetry busy={busy} resend={again} /> : null}
            {isBet ? <OtherAmounts detail={detail} busy={busy} resend={again} /> : null}
          </div>
        </Menu>
      </div>
      <p role="status">{busy ? 'Sending…' : ''}</p>
      <SentResult sent={sent} />
      <ErrorNote error={error} />
    </section>
  );
};

const draftOf = ({ id, kind, request }: ExchangeDetail): ComposerDraft => ({
  ...{ kind: 'edited', exchangeId: id, name: kind },
  body: request.body.text,
});

/** What the agent made of it, and the way to all of it. */
const SentResult = ({ sent }: { readonly sent: SentByHand | undefined }): VNode | null =>
  sent === undefined ? null : (
    <>
      {sent.callbacks.map(({ exchangeId, verdict, sentence }) => (
        <p key={exchangeId}>
          <VerdictMark verdict={verdict} /> {visibleText(sentence ?? '')}
        </p>
      ))}
      <p role="status" class="sent">
        <Links ids={sent.exchangeIds} />
      </p>
    </>
  );

/** Links to the exchanges that it came to. */
const Links = ({ ids }: { readonly ids: readonly string[] }): VNode => {
  if (ids.length === 0) return <>Nothing was sent.</>;
  return (
    <>
      Sent:{' '}
      {ids.map((id, index) => (
        <span key={id}>
          {index === 0 ? '' : ', '}
          <a href={hrefOf('exchanges', id)}>
            {ids.length === 1 ? 'see what the agent answered' : `sending ${index + 1}`}
          </a>
        </span>
      ))}
    </>
  );
};

/** The platform waits no longer than this. */
const mostSeconds = 60;

/** The same bytes, but later: what a network that was away for a while brings. */
const LateRetry = ({
  busy,
  resend,
}: {
  readonly busy: boolean;
  readonly resend: (order: ResendOrder) => void;
}): VNode => {
  const [seconds, setSeconds] = useState('3');
  const order = lateOrder(seconds);
  return (
    <form
      class="row late"
      onSubmit={(event) => {
        event.preventDefault();
        if (order !== undefined) resend(order);
      }}
    >
      <Button type="submit" disabled={busy || order === undefined} hint="the same bytes, after other calls">
        Late retry
      </Button>
      <label>
        after{' '}
        <input
          type="number"
          min="0"
          max={mostSeconds}
          step="any"
          value={seconds}
          onInput={({ currentTarget }) => setSeconds(currentTarget.value)}
        />{' '}
        s
      </label>
    </form>
  );
};

/** The order for a wait as it was typed; undefined where it is none, or too long. */
export const lateOrder = (seconds: string): ResendOrder | undefined => {
  const afterMs = Math.round(Number(seconds) * 1_000);
  const isRight = seconds.trim() !== '' && afterMs >= 0 && afterMs <= mostSeconds * 1_000;
  return isRight ? { as: 'stale', afterMs } : undefined;
};

/** The same transaction_id with other amounts: an agent must go by the id, and move nothing. */
const OtherAmounts = ({
  detail,
  busy,
  resend,
}: {
  readonly detail: ExchangeDetail;
  readonly busy: boolean;
  readonly resend: (order: ResendOrder) => void;
}): VNode => {
  const [bet, setBet] = useState(detail.bet ?? '');
  const [win, setWin] = useState(detail.win ?? '');
  const send = (event: Event): void => {
    event.preventDefault();
    if (!busy) resend(conflictOrder(bet, win));
  };
  return (
    <form class="amounts" onSubmit={send}>
      <p class="quiet">The same transaction with other amounts: nothing may move.</p>
      <div class="row">
        <Field label="Bet">
          <AmountInput value={bet} onInput={setBet} />
        </Field>
        <Field label="Win">
          <AmountInput value={win} onInput={setWin} />
        </Field>
        <Button type="submit" disabled={busy}>
          Send
        </Button>
      </div>
    </form>
  );
};

/** Amounts stay the text that was typed; an empty one is left as it was sent first. */
export const conflictOrder = (bet: string, win: string): ResendOrder => ({
  as: 'conflict',
  bet: bet.trim() === '' ? undefined : bet.trim(),
  win: win.trim() === '' ? undefined : win.trim(),
});

const AmountInput = ({
  value,
  onInput,
}: {
  readonly value: string;
  readonly onInput: (value: string) => void;
}): VNode => (
  <input
    inputMode="decimal"
    autocomplete="off"
    pattern="[0-9]+([.][0-9]+)?"
    title="a decimal such as 10.50"
    size={10}
    value={value}
    onInput={({ currentTarget }) => onInput(currentTarget.value)}
  />
);
