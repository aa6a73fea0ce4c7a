import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { SentByHand } from '../../../spec/admin/views.ts';
import { callAdmin } from '../call-admin.ts';
import { Button } from '../parts/button.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { useAction } from '../parts/use-action.ts';
import { hrefOf } from '../routes.ts';
import { OpenGame } from './open-game.tsx';
import { SentLinks } from './sent-links.tsx';

/** What can be done with an account: ask for its balance, open a game, send a callback by hand. */
export const PlayerActions = ({
  playerId,
  currency,
}: {
  readonly playerId: string;
  readonly currency: string;
}): VNode => {
  const [act, { busy, error }] = useAction();
  const [sent, setSent] = useState<SentByHand>();
  const ask = (): void =>
    act(async () => {
      setSent(undefined);
      const order = { type: 'getBalance', playerId, currency };
      setSent(await callAdmin<SentByHand>('POST', '/trigger', order));
    });
  const query = new URLSearchParams({ playerId, currency }).toString();
  return (
    <div class="actions">
      <div class="row">
        <OpenGame playerId={playerId} currency={currency} />
        <Button
          onPress={ask}
          disabled={busy}
          label={`Ask the balance of ${playerId} in ${currency}`}
        >
          Ask the balance
        </Button>
        <a href={hrefOf('controls', undefined, query)}>Send another callback…</a>
      </div>
      <SentLinks sent={sent} />
      <ErrorNote error={error} />
    </div>
  );
};
