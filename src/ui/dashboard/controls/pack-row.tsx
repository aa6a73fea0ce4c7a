import type { VNode } from 'preact';
import type { PackView } from '../../../spec/admin/views.ts';
import { AmountText } from '../parts/amount-text.tsx';
import { Button } from '../parts/button.tsx';
import { shownText } from '../sessions/shown-text.ts';
import { store } from '../store.ts';

interface PackRowProps {
  readonly pack: PackView;
  readonly busy: boolean;
  readonly onRemove: () => void;
}

/** A pack in the table of packs. */
export const PackRow = ({ pack, busy, onRemove }: PackRowProps): VNode => (
  <tr>
    <td class="id">{shownText(pack.freespinsId, 24)}</td>
    <td>{shownText(pack.playerId, 24)}</td>
    <td>{gameTitle(pack.gameId)}</td>
    <td class="number">
      <AmountText amount={pack.bet} currency={pack.currency} />
    </td>
    <td class="number">
      {pack.played} of {pack.total}
    </td>
    <td class="number">
      <AmountText amount={pack.accumulatedWin} currency={pack.currency} />
    </td>
    <td>{pack.status}</td>
    <td>
      {pack.status === 'active' ? (
        <Button
          disabled={busy}
          label={`Remove pack ${shownText(pack.freespinsId, 24)}`}
          onPress={onRemove}
        >
          Remove
        </Button>
      ) : (
        <span class="quiet">–</span>
      )}
    </td>
  </tr>
);

const gameTitle = (gameId: number): string =>
  store.setup.value?.games.find(({ id }) => id === gameId)?.title ?? `game ${gameId}`;
