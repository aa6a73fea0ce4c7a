import type { VNode } from 'preact';
import { knownPlayers, store } from '../../parts/store.ts';
import { KnownField } from './known-field.tsx';

interface AccountFieldsProps {
  /** Empty: that of the first player. */
  readonly playerId: string;
  /** Empty: the main one of the player. */
  readonly currency: string;
  readonly onChange: (change: { playerId?: string; currency: string }) => void;
}

/** Player and currency: those of the configuration, those that were called about, or any other. */
export const AccountFields = ({ playerId, currency, onChange }: AccountFieldsProps): VNode => {
  const players = store.setup.value?.players ?? [];
  const chosen = players.find(({ id }) => id === playerId) ?? players[0];
  return (
    <>
      <KnownField
        label="Player"
        value={playerId}
        known={knownPlayers()}
        empty={players[0]?.id ?? 'the first'}
        onChange={(id) => onChange({ playerId: id, currency: '' })}
      />
      <KnownField
        label="Currency"
        value={currency}
        known={chosen?.currencies ?? []}
        empty={chosen?.currencies[0] ?? 'the main one'}
        onChange={(code) => onChange({ currency: code })}
      />
    </>
  );
};
