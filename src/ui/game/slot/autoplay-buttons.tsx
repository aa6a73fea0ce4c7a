import type { VNode } from 'preact';
import type { Part } from '../part.ts';

/** Plays several rounds by itself; ends at a problem, at an empty balance, and when nobody looks. */
export const AutoplayButtons = ({ state, actions }: Part): VNode => {
  const { autoplay } = state;
  if (autoplay !== null) {
    return (
      <div class="autoplay">
        <span>
          Autoplay: {autoplay === 'until-stopped' ? 'until you stop it' : `${autoplay} to go`}
        </span>
        <button type="button" class="ghost" onClick={actions.stopAutoplay}>
          Stop
        </button>
      </div>
    );
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in a row everywhere.
    <div class="autoplay" role="group" aria-labelledby="autoplay-label">
      <span id="autoplay-label">Autoplay</span>
      {([10, 25, 'until-stopped'] as const).map((rounds) => (
        <button
          key={rounds}
          type="button"
          class="ghost"
          aria-label={rounds === 'until-stopped' ? 'Until stopped' : `${rounds} rounds`}
          onClick={() => actions.startAutoplay(rounds)}
        >
          {rounds === 'until-stopped' ? '∞' : rounds}
        </button>
      ))}
    </div>
  );
};
