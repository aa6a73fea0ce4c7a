import type { VNode } from 'preact';
import { hrefOf } from '../routes.ts';
import { lastTrafficQuery, neighboursOf } from '../traffic/traffic-session.ts';

/** Back to the list, and to the exchanges beside this one in it. */
export const ExchangeNavigation = ({ seq }: { readonly seq: number | undefined }): VNode => {
  const { before, after } = seq === undefined ? {} : neighboursOf(seq);
  return (
    <nav class="row trail" aria-label="Exchanges">
      <a href={hrefOf('traffic', undefined, lastTrafficQuery())}>← Traffic</a>
      {before === undefined ? null : <a href={hrefOf('exchanges', before)}>↑ the one before</a>}
      {after === undefined ? null : <a href={hrefOf('exchanges', after)}>↓ the next</a>}
    </nav>
  );
};
