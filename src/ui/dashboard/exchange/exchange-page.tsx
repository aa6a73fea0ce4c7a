import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ExchangeDetail } from '../../../spec/admin/exchange-row.ts';
import { callAdmin } from '../call-admin.ts';
import { EmptyState } from '../parts/empty-state.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { useLoaded } from '../parts/use-loaded.ts';
import { hrefOf } from '../routes.ts';
import { hearEvents } from '../store/hear-events.ts';
import { store } from '../store.ts';
import { ExchangeNavigation } from './exchange-navigation.tsx';
import { ExchangeView } from './exchange-view.tsx';

/** One exchange; read again when it is judged, or when its transaction goes on. */
export const ExchangePage = ({ id = '' }: { readonly id?: string }): VNode => {
  const [changes, setChanges] = useState(0);
  const load = () => callAdmin<ExchangeDetail>('GET', `/exchanges/${encodeURIComponent(id)}`);
  const loaded = useLoaded(load, `${id} ${changes} ${store.refreshes.value}`, id);
  const detail = loaded.kind === 'loaded' ? loaded.value : undefined;
  const transactionId = detail?.transactionId;
  useEffect(
    () =>
      hearEvents((events) => {
        const isTold = events.some(
          (event) =>
            (event.kind === 'judgement' && event.judgement.exchangeId === id) ||
            (event.kind === 'exchange' &&
              transactionId !== undefined &&
              event.row.transactionId === transactionId),
        );
        if (isTold) setChanges((count) => count + 1);
      }),
    [id, transactionId],
  );
  return (
    <>
      <ExchangeNavigation seq={detail?.seq} />
      {detail === undefined ? null : <ExchangeView detail={detail} />}
      {loaded.kind === 'loading' ? <p class="quiet">Reading the exchange…</p> : null}
      {loaded.kind === 'failed' ? <NotRead error={loaded.error} /> : null}
    </>
  );
};

const NotRead = ({ error }: { readonly error: unknown }): VNode => (
  <>
    <h1>Exchange</h1>
    <EmptyState title="This exchange cannot be shown">
      <ErrorNote error={error} />
      <p>
        <a href={hrefOf('traffic')}>To the traffic</a>
      </p>
    </EmptyState>
  </>
);
