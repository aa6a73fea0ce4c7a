import type { VNode } from 'preact';
import { gridRoles } from './grid-roles.ts';
import { ListRow } from './list-row.tsx';
import type { ListWindow } from './list-window.ts';
import type { TrafficSession } from './traffic-session.ts';

interface ListRowsProps {
  readonly session: TrafficSession;
  readonly window: ListWindow;
}

/**
 * The rows in the window, each in its place. Rows get all that they show as props: signals would not
 * draw them again for what changes inside of the session.
 */
export const listRows = ({ session, window }: ListRowsProps): VNode => {
  const { rows, activeSeq } = session;
  return (
    <div {...gridRoles.rowgroup} class="canvas" style={{ height: `${window.getTotalSize()}px` }}>
      {window.getVirtualItems().map(({ key, index, start }) => {
        const seq = rows.seqAt(index);
        const isActive = seq === activeSeq.value;
        const props = { seq, row: rows.rowAt(index), index, start, isActive } as const;
        return <ListRow key={key} {...props} />;
      })}
    </div>
  );
};
