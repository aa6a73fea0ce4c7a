import { hrefOf } from '../routes.ts';
import type { TrafficSession } from './traffic-session.ts';

/** Opens an exchange; the list comes back to its row. */
export const openRow = ({ rows, activeSeq }: TrafficSession, seq: number | undefined): void => {
  const row = seq === undefined ? undefined : rows.rowAt(rows.indexOf(seq));
  if (row === undefined || row.seq !== seq) return;
  activeSeq.value = seq;
  location.hash = hrefOf('exchanges', row.id);
};

/** Opens the row that was clicked, unless a new tab or a selection of text was meant. */
export const openClicked = (event: MouseEvent, session: TrafficSession): void => {
  const isMeantOtherwise =
    event.ctrlKey || event.metaKey || event.shiftKey || String(getSelection() ?? '') !== '';
  const row = event.target instanceof Element ? event.target.closest('[data-seq]') : null;
  if (row === null || isMeantOtherwise) return;
  event.preventDefault();
  openRow(session, Number(row.getAttribute('data-seq')));
};
