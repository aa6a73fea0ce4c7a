import type { VNode } from 'preact';
import { store } from '../store.ts';
import { SelectField } from './select-field.tsx';

/** A game of the catalogue. */
export const GameField = ({
  value,
  onChange,
}: {
  readonly value: number;
  readonly onChange: (gameId: number) => void;
}): VNode => {
  const games = store.setup.value?.games ?? [];
  return (
    <SelectField
      label="Game"
      value={String(value)}
      options={games.map(({ id }) => String(id))}
      nameOf={(option) => games.find(({ id }) => String(id) === option)?.title ?? option}
      onChange={(option) => onChange(Number(option))}
    />
  );
};
