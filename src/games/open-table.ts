import { linkKeyPattern } from '../platform/create-link-key.ts';
import { openDemoTable } from './open-demo-table.ts';
import { openRealTable } from './open-real-table.ts';
import type { Parlour } from './parlour.ts';
import type { Table } from './table.ts';

/** Where a link leads. */
export type OpenedLink =
  | { readonly kind: 'table'; readonly table: Table }
  | { readonly kind: 'expired' }
  | { readonly kind: 'unknown' };

const openReal = (parlour: Parlour, linkKey: string): OpenedLink => {
  const opened = parlour.sessions.open(linkKey);
  if (opened.kind !== 'open') return { kind: opened.kind };
  return { kind: 'table', table: openRealTable(parlour, opened.session) };
};

const openDemo = (parlour: Parlour, linkKey: string): OpenedLink => {
  const opened = parlour.demos.open(linkKey);
  if (opened.kind !== 'open') return { kind: opened.kind };
  return { kind: 'table', table: openDemoTable(parlour, opened.demo) };
};

/** The table behind /play/ or /demo/ and a key; opening it counts as traffic of the session. */
export const openTable = (
  parlour: Parlour,
  entrance: 'play' | 'demo',
  linkKey: unknown,
): OpenedLink => {
  if (typeof linkKey !== 'string' || !linkKeyPattern.test(linkKey)) return { kind: 'unknown' };
  return entrance === 'play' ? openReal(parlour, linkKey) : openDemo(parlour, linkKey);
};
