import type { VNode } from 'preact';
import { Button } from '../parts/button.tsx';
import { countUpTo } from './count-up-to.ts';
import type { TrafficSession } from './traffic-session.ts';

interface NewRowsProps {
  readonly session: TrafficSession;
  /** How many rows are in the list. */
  readonly count: number;
  readonly onPress: () => void;
}

/** Goes to the newest, and says how many came since the reader left them. */
export const NewRows = ({ session, count, onPress }: NewRowsProps): VNode | null => {
  if (session.isFollowing.value || count === 0) return null;
  const unseen = count - countUpTo(session.rows, session.seenSeq);
  return (
    <div class="to-newest">
      <Button look="main" onPress={onPress}>
        {unseen > 0 ? `${unseen} new ↓` : 'To the newest ↓'}
      </Button>
    </div>
  );
};
