import type { VNode } from 'preact';
import type { SentByHand } from '../../../spec/admin/views.ts';
import { hrefOf } from '../routes.ts';

/** Links to the exchanges that something sent by hand came to. */
export const SentLinks = ({ sent }: { readonly sent: SentByHand | undefined }): VNode => (
  <p role="status" class="sent">
    {sent === undefined ? null : <Links ids={sent.exchangeIds} />}
  </p>
);

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
