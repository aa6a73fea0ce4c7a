import { linkKeyPattern } from '../platform/create-link-key.ts';
import { createDemoPurse } from './create-demo-purse.ts';
import type { Place } from './create-table.ts';
import { createTable } from './create-table.ts';
import type { Parlour } from './parlour.ts';
import type { Table } from './table.ts';

/** Where a link leads. */
export type OpenedLink =
  | { readonly kind: 'table'; readonly table: Table }
  | { readonly kind: 'expired' }
  | { readonly kind: 'unknown' };

/** The table behind /play/ or /demo/ and a key; opening it counts as traffic of the session. */
export const openTable = (
  parlour: Parlour,
  entrance: 'play' | 'demo',
  linkKey: unknown,
): OpenedLink => {
  if (typeof linkKey !== 'string' || !linkKeyPattern.test(linkKey)) return { kind: 'unknown' };
  return entrance === 'play' ? openReal(parlour, linkKey) : openDemo(parlour, linkKey);
};

const openReal = (parlour: Parlour, linkKey: string): OpenedLink => {
  const opened = parlour.sessions.open(linkKey);
  if (opened.kind !== 'open') return { kind: opened.kind };
  const { launch, sessionId } = opened.session;
  parlour.onEvent.session(sessionId);
  const send = parlour.sendCallback;
  return tableOf(parlour, { launch, sessionId, mode: 'real', send, label: sessionId });
};

const openDemo = (parlour: Parlour, linkKey: string): OpenedLink => {
  const opened = parlour.demos.open(linkKey);
  if (opened.kind !== 'open') return { kind: opened.kind };
  const { launch } = opened.demo;
  const send = createDemoPurse(parlour.demos, linkKey);
  return tableOf(parlour, { launch, sessionId: '', mode: 'demo', send, label: linkKey });
};

/** The same table each time: it holds open rounds, and a page may be loaded again. */
const tableOf = (parlour: Parlour, place: Place): OpenedLink => {
  const known = parlour.tables.get(place.launch);
  const table = known ?? createTable(parlour, place);
  parlour.tables.set(place.launch, table);
  return { kind: 'table', table };
};
