import type { VNode } from 'preact';
import { EmptyState } from '../parts/empty-state.tsx';
import { hrefOf } from '../routes.ts';

/** An address that leads nowhere. */
export const UnknownPage = (): VNode => (
  <>
    <h1>No such page</h1>
    <EmptyState title="This address leads nowhere">
      <p>
        <a href={hrefOf('traffic')}>To the traffic</a>
      </p>
    </EmptyState>
  </>
);
