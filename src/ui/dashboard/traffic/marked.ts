import { signal } from '@preact/signals';

/** Ids of the exchanges that are to be compared, two at most; the first that was marked first. */
export const markedExchanges = signal<readonly string[]>([]);

/** Marks an exchange, or takes its mark away; a third takes the place of the first. */
export const markExchange = (id: string): void => {
  const marked = markedExchanges.value;
  markedExchanges.value = marked.includes(id) ? marked.filter((other) => other !== id) : [...marked, id].slice(-2);
};
