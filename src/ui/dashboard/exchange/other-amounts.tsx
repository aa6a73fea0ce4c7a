import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { ExchangeDetail } from '../../../spec/admin/exchange-row.ts';
import type { ResendOrder } from '../../../spec/admin/orders.ts';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';

/** The same transaction_id with other amounts: an agent must go by the id, and move nothing. */
export const OtherAmounts = ({
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
    if (!busy) resend({ as: 'conflict', ...amountOf('bet', bet), ...amountOf('win', win) });
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

const amountOf = (name: 'bet' | 'win', text: string) =>
  text.trim() === '' ? {} : { [name]: text.trim() };

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
