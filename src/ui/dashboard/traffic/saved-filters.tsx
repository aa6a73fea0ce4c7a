import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { visibleText } from '../../../base/visible-text.ts';
import { Button } from '../../parts/button.tsx';
import { readKept, writeKept } from '../../parts/kept.ts';
import { Menu } from '../../parts/menu.tsx';
import { hrefOf } from '../../parts/routes.ts';
import { filterQuery, parseFilter, type TrafficFilter } from './traffic-filter.ts';

interface SavedFilter {
  readonly name: string;
  readonly query: string;
}

const keptAs = 'traffic-filters';

/** Filters under a name of their own, which this browser keeps; each is a link that can be shared. */
export const SavedFilters = ({ filter }: { readonly filter: TrafficFilter }): VNode => {
  const [saved, setSaved] = useState(() => readSaved(readKept(keptAs)));
  const [name, setName] = useState('');
  const query = filterQuery(filter);
  const keep = (next: readonly SavedFilter[]): void => {
    setSaved(next);
    writeKept(keptAs, JSON.stringify(next));
  };
  return (
    <Menu title="Saved">
      {saved.length === 0 ? (
        <p class="quiet">No filter is saved yet. Set some, and give them a name here.</p>
      ) : (
        <ul class="plain">
          {saved.map((each) => (
            <li key={each.name} class="row">
              <a
                href={hrefOf('traffic', undefined, each.query)}
                aria-current={each.query === query ? 'true' : undefined}
              >
                {visibleText(each.name)}
              </a>
              <Button
                look="plain"
                label={`Forget ${each.name}`}
                onPress={() => keep(saved.filter((other) => other !== each))}
              >
                ✕
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          const given = name.trim();
          if (given === '') return;
          keep([...saved.filter((other) => other.name !== given), { name: given, query }]);
          setName('');
        }}
      >
        <input
          aria-label="Name of this filter"
          placeholder="name of this filter"
          maxLength={60}
          value={name}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Button type="submit" disabled={name.trim() === ''}>
          Save
        </Button>
      </form>
    </Menu>
  );
};

/** What is no list of filters is none. */
export const readSaved = (kept: string | undefined): readonly SavedFilter[] => {
  try {
    const given: unknown = JSON.parse(kept ?? '[]');
    if (!Array.isArray(given)) return [];
    return given.flatMap((each: Partial<SavedFilter> | null) =>
      typeof each?.name === 'string' && typeof each.query === 'string'
        ? [{ name: each.name, query: filterQuery(parseFilter(each.query)) }]
        : [],
    );
  } catch {
    return [];
  }
};
