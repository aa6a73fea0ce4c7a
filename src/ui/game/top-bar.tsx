import type { VNode } from 'preact';
import type { Part } from './part.ts';

/** The game, who plays it, the way home, and the switch of the drawer. */
export const TopBar = ({ state, actions }: Part): VNode => {
  const { scene, drawer } = state;
  return (
    <header class="top">
      <div class="title">
        <h1>{scene?.game ?? 'Game'}</h1>
        {scene === null ? null : <p class="quiet">{scene.player}</p>}
      </div>
      {scene?.mode === 'demo' ? <p class="badge">Demo: play money, nothing is saved</p> : null}
      <nav aria-label="Page">
        {scene === null ? null : (
          <button
            type="button"
            class="ghost"
            aria-expanded={drawer === 'open'}
            aria-controls="drawer"
            onClick={actions.toggleDrawer}
          >
            <span aria-hidden="true">{'{ }'}</span> For developers
          </button>
        )}
        {typeof scene?.homeUrl === 'string' ? (
          <a class="ghost" href={scene.homeUrl} rel="noreferrer">
            Home
          </a>
        ) : null}
      </nav>
    </header>
  );
};
