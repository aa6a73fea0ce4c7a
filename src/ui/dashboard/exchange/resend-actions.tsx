import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { ExchangeDetail } from '../../../api/schemas/exchanges.ts';
import type { ResendOrder, SentByHand } from '../../../api/schemas/hand-callbacks.ts';
import { ErrorNote } from '../../parts/blocks.tsx';
import { Button } from '../../parts/button.tsx';
import { callAdmin } from '../../parts/call-admin.ts';
import { Field } from '../../parts/field.tsx';
import { SentLinks } from '../../parts/player-actions.tsx';
import { useAction } from '../../parts/requests.ts';

/** Sends a callback again, in each way that an agent must stand. Nothing for the agent's own requests. */
export const ResendActions = ({ detail }: { readonly detail: ExchangeDetail }): VNode | null => {
  const [act, { busy, error }] = useAction();
  const [sent, setSent] = useState<SentByHand>();
  if (detail.direction !== 'callback') return null;
  const path = `/exchanges/${encodeURIComponent(detail.id)}`;
  const post = (action: 'resend' | 'rollback', body?: ResendOrder): void =>
    act(async () => {
      setSent(undefined);
      setSent(await callAdmin<SentByHand>('POST', `${path}/${action}`, body));
    });
  const resend = (order: ResendOrder): void => post('resend', order);
  return (
    <section class="actions" aria-labelledby="actions">
      <h2 id="actions">Try it again</h2>
      <div class="row">
        <Button disabled={busy} onPress={() => resend({ as: 'exact' })} hint="the same bytes">
          Send again
        </Button>
        <Button disabled={busy} onPress={() => resend({ as: 'resigned' })} hint="signed again">
          With a new request_id
        </Button>
        {detail.kind === 'makeBet' ? (
          <Button
            disabled={busy}
            onPress={() => post('rollback')}
            hint="a rollback of its transaction"
          >
            Roll back
          </Button>
        ) : null}
        <LateRetry busy={busy} resend={resend} />
      </div>
      {detail.kind === 'makeBet' ? (
        <OtherAmounts detail={detail} busy={busy} resend={resend} />
      ) : null}
      <p role="status">{busy ? 'Sending…' : ''}</p>
      <SentLinks sent={sent} />
      <ErrorNote error={error} />
    </section>
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
      <Button
        type="submit"
        disabled={busy || order === undefined}
        hint="the same bytes, after other calls"
      >
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
    <details>
      <summary>Send the same transaction with other amounts</summary>
      <form class="row amounts" onSubmit={send}>
        <Field label="Bet">
          <AmountInput value={bet} onInput={setBet} />
        </Field>
        <Field label="Win">
          <AmountInput value={win} onInput={setWin} />
        </Field>
        <Button type="submit" disabled={busy}>
          Send
        </Button>
      </form>
    </details>
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
