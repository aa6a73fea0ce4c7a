import type { VNode } from 'preact';
import type { ForcedOutcome, ForceOrder, Scene } from '../../../spec/game-page.ts';
import { forcedOutcomes } from '../../../spec/game-page.ts';
import type { Part } from '../part.ts';
import { ForceRow } from './force-row.tsx';

/** Outcomes to force, so that any callback can be produced by hand. */
export const ForceSection = (part: Part & { readonly scene: Scene }): VNode => {
  const { state, scene } = part;
  return (
    <section class="force">
      <h2>Force the next outcome</h2>
      <p class="forced" role="status">
        {state.forced === null ? 'Nothing is forced: the dice decide.' : waitingFor(state.forced)}
      </p>
      <ul>
        {outcomesFor(scene).map((outcome) => (
          <ForceRow key={outcome} outcome={outcome} {...part} />
        ))}
      </ul>
    </section>
  );
};

const waitingFor = ({ outcome, amount }: ForceOrder): string =>
  amount === undefined
    ? `Waiting for the next round: ${outcome}.`
    : `Waiting for the next round: ${outcome}, ${amount}.`;

/** A demo has no agent: what needs a callback is left out. */
const withoutAgent: readonly ForcedOutcome[] = ['lose', 'win', 'big-win', 'decimals'];

const outcomesFor = ({ mode }: Scene): readonly ForcedOutcome[] =>
  (Object.keys(forcedOutcomes) as ForcedOutcome[]).filter(
    (outcome) => mode === 'real' || withoutAgent.includes(outcome),
  );
