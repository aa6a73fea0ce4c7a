import type { VNode } from 'preact';
import type { Part } from './part.ts';
import type { Phase } from './state/page-state.ts';

/** Why the page cannot go on, and what the player can do. */
export const ClosedNotice = ({
  closed,
  actions,
}: Part & { readonly closed: Extract<Phase, { kind: 'closed' }> }): VNode => (
  <section class="closed" role="alert">
    <h2>{closed.reason === 'gone' ? 'This game is over' : 'A moment, please'}</h2>
    <p>{closed.message}</p>
    {closed.reason === 'gone' ? (
      <p>Go back to the casino and open the game again.</p>
    ) : (
      <button type="button" class="primary" onClick={actions.retry}>
        Try again
      </button>
    )}
  </section>
);
