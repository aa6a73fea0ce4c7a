import type { RefObject, VNode } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { visibleText } from '../../../base/visible-text.ts';
import { Button } from '../../parts/button.tsx';
import { readSearch, type Suggestion, searchOf, suggestionsAt } from './search-words.ts';
import { filterQuery, type TrafficFilter } from './traffic-filter.ts';

interface SearchBoxProps {
  readonly filter: TrafficFilter;
  /** Told what was searched for; `group` is no part of it. */
  readonly onSearch: (filter: TrafficFilter) => void;
}

/** All filters as one line: words such as `is:wrong player:p-1`, and any text. What fits is offered while one types. */
export const SearchBox = (props: SearchBoxProps): VNode => {
  const { typed, search, problems } = useTyped(props);
  const input = useRef<HTMLInputElement>(null);
  const offer = useSuggestions(input, { typed, search });
  return (
    <div class="search-box">
      <input
        ref={input}
        role="combobox"
        aria-label="Search the traffic"
        aria-autocomplete="list"
        aria-expanded={offer.shown.length > 0}
        aria-controls={offer.listId}
        aria-activedescendant={offer.at < 0 ? undefined : `${offer.listId}-${offer.at}`}
        placeholder="is:wrong player:… or any text"
        autocomplete="off"
        spellcheck={false}
        value={typed}
        onInput={({ currentTarget }) => {
          search(currentTarget.value, restMs);
          offer.look();
        }}
        onFocus={offer.look}
        onClick={offer.look}
        onBlur={offer.close}
        onKeyDown={(event) => {
          if (offer.press(event.key)) event.preventDefault();
          else if (event.key === 'Enter') search(typed, 0);
          else if (event.key === 'Escape') search('', 0);
          if (event.key === 'Enter') offer.close();
        }}
        onKeyUp={({ key }) => {
          if (['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(key)) offer.look();
        }}
      />
      {typed === '' ? (
        <kbd>/</kbd>
      ) : (
        <Button look="plain" label="Clear the search" onPress={() => search('', 0)}>
          ✕
        </Button>
      )}
      <Suggestions {...offer} />
      <p class="problems" role="status">
        {problems.map((problem) => (
          <span key={problem}>{visibleText(problem)}. </span>
        ))}
      </p>
    </div>
  );
};

/** The list is searched when nobody has typed for so long. */
const restMs = 300;

/** What is in the box: what was typed last, or what the address says since by itself. */
const useTyped = ({ filter, onSearch }: SearchBoxProps) => {
  const asked = filterQuery({ ...filter, group: '' });
  const [typed, setTyped] = useState(() => searchOf(filter));
  const [problems, setProblems] = useState<readonly string[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  /** What was searched for last: where the address says so, whoever types on is ahead of it. */
  const searched = useRef(asked);
  useEffect(() => {
    if (asked === searched.current) return;
    searched.current = asked;
    clearTimeout(timer.current);
    setTyped(searchOf(filter));
    setProblems([]);
  }, [asked]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const search = (text: string, afterMs: number): void => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const read = readSearch(text);
      setProblems(read.problems);
      if (filterQuery(read.filter) === searched.current) return;
      searched.current = filterQuery(read.filter);
      onSearch(read.filter);
    }, afterMs);
  };
  return { typed, search, problems };
};

interface Typed {
  readonly typed: string;
  readonly search: (text: string, afterMs: number) => void;
}

/** What may stand at the cursor: none is chosen until an arrow key does, so that Enter searches. */
const useSuggestions = (input: RefObject<HTMLInputElement | null>, { typed, search }: Typed) => {
  const [cursor, setCursor] = useState<number>();
  const [at, setAt] = useState(-1);
  const [begin, shown] = cursor === undefined ? [0, []] : suggestionsAt(typed, cursor);
  const look = (): void => {
    setCursor(input.current?.selectionStart ?? undefined);
    setAt(-1);
  };
  const close = (): void => setCursor(undefined);
  const take = ({ text }: Suggestion): void => {
    const element = input.current;
    if (element === null || cursor === undefined) return;
    element.value = `${typed.slice(0, begin)}${text}${typed.slice(cursor).trimStart()}`;
    element.setSelectionRange(begin + text.length, begin + text.length);
    search(element.value, 0);
    look();
  };
  const chosen = shown[at];
  const acts: Readonly<Record<string, (() => void) | undefined>> = {
    ArrowDown: shown.length === 0 ? look : () => setAt(Math.min(at + 1, shown.length - 1)),
    ArrowUp: () => setAt(Math.max(at - 1, -1)),
    Enter: chosen === undefined ? undefined : () => take(chosen),
    Escape: shown.length === 0 ? undefined : close,
  };
  /** Whether the key is one of the list. */
  const press = (key: string): boolean => {
    const act = Object.hasOwn(acts, key) ? acts[key] : undefined;
    act?.();
    return act !== undefined;
  };
  return { listId: useId(), shown, at, look, close, take, press };
};

type SuggestionsProps = Pick<ReturnType<typeof useSuggestions>, 'listId' | 'shown' | 'at' | 'take'>;

const Suggestions = ({ listId, shown, at, take }: SuggestionsProps): VNode => {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => list.current?.children[at]?.scrollIntoView({ block: 'nearest' }), [at]);
  return (
    <div ref={list} id={listId} role="listbox" aria-label="What may stand here" hidden={shown.length === 0}>
      {shown.map((suggestion, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the box
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the box
        <div
          key={suggestion.text}
          id={`${listId}-${index}`}
          role="option"
          aria-selected={index === at}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => take(suggestion)}
        >
          {visibleText(suggestion.text)} <span class="quiet">{suggestion.hint}</span>
        </div>
      ))}
    </div>
  );
};
