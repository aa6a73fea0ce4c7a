import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { ExchangeDetail } from '../../../spec/admin/exchange-row.ts';
import type { ResendOrder } from '../../../spec/admin/orders.ts';
import type { SentByHand } from '../../../spec/admin/views.ts';
import { callAdmin } from '../call-admin.ts';
import { Button } from '../parts/button.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { useAction } from '../parts/use-action.ts';
import { SentLinks } from '../players/sent-links.tsx';
import { LateRetry } from './late-retry.tsx';
import { OtherAmounts } from './other-amounts.tsx';

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
