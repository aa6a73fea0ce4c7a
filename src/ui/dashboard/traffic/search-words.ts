import { callVerdicts } from '../../../spec/verdict.ts';
import { knownPlayers, store } from '../../parts/store.ts';
import { callKinds, type FilterName, readValue, type TrafficFilter } from './traffic-filter.ts';

/** A word of the search with a value behind it, as in `is:wrong`. */
interface SearchWord {
  /** The filters that it may set, and what the address calls its values where that is something else. */
  readonly sets: readonly FilterName[];
  readonly renamed?: Readonly<Record<string, string>>;
  /** What its value may be, for whoever has written another one. */
  readonly says: string;
  /** What is offered while one types. */
  readonly offers?: () => readonly string[];
}

const listed = (values: readonly string[]): string => values.join(', ').replace(/, ([^,]*)$/, ' or $1');

const oneOf = (name: FilterName, values: readonly string[]): SearchWord => ({
  ...{ sets: [name], says: listed(values), offers: () => values },
});

const idOf = (name: FilterName, says: string, offers: () => readonly string[] = () => []): SearchWord => ({
  ...{ sets: [name], says, offers },
});

const times = ', an ISO 8601 time, or a time of today such as 14:02';

const searchWords: Readonly<Record<string, SearchWord>> = {
  is: oneOf('verdict', callVerdicts),
  call: oneOf('kind', callKinds),
  player: idOf('playerId', 'the id of a player', knownPlayers),
  status: {
    ...oneOf('status', ['2xx', '4xx', '5xx', 'none']),
    says: '2xx, 3xx, 4xx, 5xx, none for no answer, or a status such as 403',
  },
  from: {
    ...{ sets: ['direction'], renamed: { agent: 'operation' }, offers: () => ['agent'] },
    says: 'agent, for what the agent asks',
  },
  to: {
    ...{ sets: ['direction'], renamed: { agent: 'callback' }, offers: () => ['agent'] },
    says: 'agent, for callbacks to it',
  },
  since: {
    sets: ['last', 'from'],
    says: `10m, 1h, 2d, start for the start of the platform${times}`,
    offers: () => ['10m', '1h', 'start'],
  },
  until: { sets: ['to'], says: `${times.slice(2)}` },
  session: idOf('sessionId', 'the id of a session', () => store.sessions.value.map(({ sessionId }) => sessionId)),
  tx: idOf('transactionId', 'the id of a transaction'),
  round: idOf('round', 'the id of a round'),
  run: idOf('run', 'the id of a run', () => store.runs.value.map(({ id }) => id)),
  scenario: idOf('scenario', 'the file of a scenario'),
  runs: oneOf('runs', ['show']),
};

/** What a search asks for, and a sentence for each part that is not understood. */
interface ReadSearch {
  readonly filter: TrafficFilter;
  readonly problems: readonly string[];
}

/** `word:`, `word:value`, `word:"a value"`, `"a text"`, `text`; quotes that are still open end with the text. */
const part = /([a-z]+):(?=\s|$)|(?:([a-z]+):)?(?:"((?:[^"\\]|\\.)*)(?:"|$)|(\S+))/g;

/** Reads what was typed. What begins with no word of the search is looked for as text. */
export const readSearch = (typed: string): ReadSearch => {
  const filter: Partial<Record<FilterName, string>> = {};
  const problems: string[] = [];
  const texts: string[] = [];
  for (const [whole, alone, name = alone, quoted, plain = ''] of typed.matchAll(part)) {
    const read = readPart({ whole, name, value: quoted?.replaceAll(/\\(.)/g, '$1') ?? plain });
    if (read.text !== undefined) texts.push(read.text);
    if (read.problem !== undefined) problems.push(read.problem);
    if (read.sets === undefined) continue;
    if (filter[read.sets] === undefined) filter[read.sets] = read.value;
    else problems.push(`${whole} comes too late: one ${name}: is enough`);
  }
  const text = texts.join(' ').trim();
  return { filter: text === '' ? filter : { ...filter, text }, problems };
};

/** What a part of the search is: text, a filter and its value, or a mistake. */
interface ReadPart {
  readonly text?: string;
  readonly sets?: FilterName;
  readonly value?: string | undefined;
  readonly problem?: string;
}

interface TypedPart {
  readonly whole: string;
  readonly name: string | undefined;
  readonly value: string;
}

const readPart = ({ whole, name, value }: TypedPart): ReadPart => {
  if (name === undefined) return { text: value };
  const word = Object.hasOwn(searchWords, name) ? searchWords[name] : undefined;
  if (word === undefined) {
    return { text: whole, problem: `${name}: is no word of the search, “${whole}” is looked for as text` };
  }
  const { sets, renamed, says } = word;
  const named = renamed === undefined ? value : Object.hasOwn(renamed, value) ? renamed[value] : undefined;
  const read = sets.map((each) => ({ sets: each, value: readValue(each, named ?? '') }));
  return read.find((each) => each.value !== undefined) ?? { problem: `${name}: ${says}` };
};

/** A filter as somebody would type it. */
export const searchOf = ({ text, group: _, ...filter }: TrafficFilter): string => {
  const words = Object.entries(searchWords).flatMap(([name, { sets, renamed }]) =>
    sets.flatMap((each) => {
      const value = each in filter ? filter[each as keyof typeof filter] : undefined;
      if (value === undefined) return [];
      const typed = renamed === undefined ? value : Object.keys(renamed).find((key) => renamed[key] === value);
      return typed === undefined ? [] : [`${name}:${inQuotes(typed, /^[^\s"\\]+$/.test(typed))}`];
    }),
  );
  if (text === undefined) return words.join(' ');
  const { filter: read } = readSearch(text);
  const isPlain = Object.keys(read).length === 1 && read.text === text && readSearch(text).problems.length === 0;
  return [...words, inQuotes(text, isPlain)].join(' ');
};

const inQuotes = (value: string, isPlain: boolean): string =>
  isPlain ? value : `"${value.replaceAll(/["\\]/g, '\\$&')}"`;

/** Something that is offered for the word at the cursor. */
export interface Suggestion {
  /** What is put in its place. */
  readonly text: string;
  /** What it is good for. */
  readonly hint: string;
}

const mostOffered = 12;

/** What may stand where the cursor is, and where the word there begins. */
export const suggestionsAt = (
  typed: string,
  cursor: number,
): readonly [begin: number, offers: readonly Suggestion[]] => {
  const [word = ''] = /(?:[a-z]+:"[^"]*|\S*)$/.exec(typed.slice(0, cursor)) ?? [];
  const begin = cursor - word.length;
  const [, name, value = ''] = /^([a-z]+):"?(.*)$/.exec(word) ?? [];
  if (name === undefined) {
    const words = Object.entries(searchWords).filter(([each]) => each.startsWith(word));
    return [begin, words.map(([each, { says }]) => ({ text: `${each}:`, hint: says }))];
  }
  const offers = Object.hasOwn(searchWords, name) ? (searchWords[name]?.offers?.() ?? []) : [];
  const found = offers.filter((each) => each !== value && each.toLowerCase().startsWith(value.toLowerCase()));
  const suggest = (each: string): Suggestion => ({
    text: `${name}:${inQuotes(each, /^[^\s"\\]+$/.test(each))} `,
    hint: '',
  });
  return [begin, found.slice(0, mostOffered).map(suggest)];
};
