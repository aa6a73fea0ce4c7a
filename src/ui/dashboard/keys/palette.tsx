import type { VNode } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { visibleText } from '../../../base/visible-text.ts';
import { Dialog } from '../../parts/blocks.tsx';
import { useScenarios } from '../conformance/use-scenarios.ts';
import { findPlaces, type Place, placesOf } from './places.ts';

interface PaletteProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Finds a page, a player, a session, a scenario, a finding or an action by a few letters. */
export const Palette = ({ isOpen, onClose }: PaletteProps): VNode => (
  <Dialog title="Go to, or do" isOpen={isOpen} onClose={onClose}>
    <Finder onClose={onClose} />
  </Dialog>
);

const Finder = ({ onClose }: Pick<PaletteProps, 'onClose'>): VNode => {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const listId = useId();
  const read = useScenarios();
  const found = findPlaces(placesOf(read.kind === 'loaded' ? read.value : []), text);
  const go = (place: Place | undefined): void => {
    if (place === undefined) return;
    onClose();
    place.go();
  };
  const move = (to: number): void => setAt(Math.max(0, Math.min(to, found.length - 1)));
  return (
    <div class="palette">
      <input
        role="combobox"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={found[at] === undefined ? undefined : `${listId}-${at}`}
        aria-label="Search pages, players, sessions, scenarios, findings and actions"
        placeholder="traffic, player-1, rollback…"
        autocomplete="off"
        spellcheck={false}
        autofocus
        value={text}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          setAt(0);
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') move(at + 1);
          else if (event.key === 'ArrowUp') move(at - 1);
          else if (event.key === 'Enter') go(found[at]);
          else return;
          event.preventDefault();
        }}
      />
      <Places id={listId} places={found} at={at} go={go} />
      <p class="quiet" role="status">
        {found.length === 0 ? 'Nothing has these letters.' : ''}
      </p>
    </div>
  );
};

const Places = ({
  id,
  places,
  at,
  go,
}: {
  readonly id: string;
  readonly places: readonly Place[];
  readonly at: number;
  readonly go: (place: Place) => void;
}): VNode => {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => list.current?.children[at]?.scrollIntoView({ block: 'nearest' }), [at]);
  return (
    <div ref={list} id={id} role="listbox" aria-label="Found">
      {places.map((place, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
        <div key={place.key} id={`${id}-${index}`} role="option" aria-selected={index === at} onClick={() => go(place)}>
          <span>{visibleText(place.title)}</span> <span class="quiet">{place.group}</span>
        </div>
      ))}
    </div>
  );
};
