import type { VNode } from 'preact';
import type { Scene } from '../../../spec/game-page.ts';
import type { Part } from '../part.ts';
import { CallLog } from './call-log.tsx';
import { ForceSection } from './force-section.tsx';

/** Beside the game, for developers: outcomes to force, and what the platform sent. */
export const Drawer = (part: Part & { readonly scene: Scene }): VNode => {
  const { state, scene } = part;
  return (
    <aside
      id="drawer"
      class="drawer"
      aria-label="For developers"
      hidden={state.drawer === 'closed'}
    >
      <ProblemNote {...part} />
      <ForceSection {...part} />
      {scene.kind === 'crash' ? <WhoDecides /> : null}
      {scene.mode === 'demo' ? (
        <section>
          <h2>Callbacks</h2>
          <p class="quiet">A demo sends none: its money is the platform's own.</p>
        </section>
      ) : (
        <CallLog
          log={state.log}
          {...(scene.sessionId === undefined ? {} : { sessionId: scene.sessionId })}
        />
      )}
    </aside>
  );
};

const ProblemNote = ({ state }: Part): VNode | null => {
  const { problem } = state;
  if (problem === null) return null;
  return (
    <section class="problem">
      <h2>What the agent said</h2>
      <p>
        <code>{problem.code}</code> {problem.detail}
      </p>
    </section>
  );
};

const WhoDecides = (): VNode => (
  <section>
    <h2>Where it bursts</h2>
    <p class="quiet">
      The seeded dice draw the burst with the bet, and the platform keeps it to itself until the
      round is over. The page only climbs: it learns the burst when it asks for the money. Asking
      above it loses; at 1000.00 the page asks by itself. A round left open waits: open the link
      again and cash out.
    </p>
  </section>
);
