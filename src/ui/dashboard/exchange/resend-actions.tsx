import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { ExchangeDetail } from '../../../api/schemas/exchanges.ts';
import type { ResendOrder, SentByHand } from '../../../api/schemas/hand-callbacks.ts';
import { ErrorNote } from '../../parts/blocks.tsx';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/field.tsx';
import { Menu } from '../../parts/menu.tsx';
import { useAction } from '../../parts/requests.ts';
import { openComposer } from '../composer/open-composer.ts';
import { resend, rollBack } from '../composer/send-again.ts';
import { SentAnswers } from '../composer/sent-answers.tsx';

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
  const { id, kind, direction, request } = detail;
  const isBet = direction === 'callback' && kind === 'makeBet';
  const edit = { kind: 'edited', exchangeId: id, name: kind, body: request.body.text } as const;
  return (
    <section class="actions" aria-label="Send it again">
      <div class="row">
        <Button disabled={busy} onPress={() => again({ as: 'exact' })} hint="the same bytes">
          Send again
        </Button>
        {isBet ? (
          <Button disabled={busy} onPress={() => send(() => rollBack(id))} hint="a rollback of its transaction">
            Roll back
          </Button>
        ) : null}
        <Menu title="Send it otherwise">
          <div class="ways">
            <Button disabled={busy} onPress={() => again({ as: 'resigned' })} hint="signed again">
              With a new request_id
            </Button>
            <Button onPress={() => openComposer(edit)} hint="signed again">
              Edit the body…
            </Button>
            {direction === 'callback' ? <LateRetry busy={busy} resend={again} /> : null}
            {isBet ? <OtherAmounts detail={detail} busy={busy} resend={again} /> : null}
          </div>
        </Menu>
      </div>
      <p role="status">{busy ? 'Sending…' : ''}</p>
      {sent === undefined ? null : <SentAnswers sent={sent} />}
      <ErrorNote error={error} />
    </section>
  );
};

interface WayProps {
  readonly busy: boolean;
  readonly resend: (order: ResendOrder) => void;
}

/** The platform waits no longer than this. */
const mostSeconds = 60;

/** The same bytes, but later: what a network that was away for a while brings. */
const LateRetry = ({ busy, resend: send }: WayProps): VNode => {
  const [seconds, setSeconds] = useState('3');
  const order = lateOrder(seconds);
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault();
        if (order !== undefined) send(order);
      }}
    >
      <TextField label="Seconds later" value={seconds} onChange={setSeconds} inputMode="decimal" />
      <Button type="submit" disabled={busy || order === undefined} hint="the same bytes, after other calls">
        Late retry
      </Button>
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
const OtherAmounts = ({ detail, busy, resend: send }: WayProps & { readonly detail: ExchangeDetail }): VNode => {
  const [bet, setBet] = useState(detail.bet ?? '');
  const [win, setWin] = useState(detail.win ?? '');
  return (
    <form
      class="amounts"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) send(conflictOrder(bet, win));
      }}
    >
      <p class="quiet">The same transaction with other amounts: nothing may move.</p>
      <div class="row">
        <TextField label="Bet" value={bet} onChange={setBet} inputMode="decimal" />
        <TextField label="Win" value={win} onChange={setWin} inputMode="decimal" />
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
