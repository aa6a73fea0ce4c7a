import type { VNode } from 'preact';
import { ClosedNotice } from './closed-notice.tsx';
import { Controls } from './controls.tsx';
import { CrashStage } from './crash/crash-stage.tsx';
import { Drawer } from './drawer/drawer.tsx';
import { History } from './history.tsx';
import type { Part } from './part.ts';
import { ResultLine } from './result-line.tsx';
import { SlotStage } from './slot/slot-stage.tsx';
import { TopBar } from './top-bar.tsx';

/** The whole page. Texts of the agent are only ever text. */
export const GamePage = (part: Part): VNode => {
  const { state } = part;
  const { phase, scene } = state;
  return (
    <div class={`page drawer-${state.drawer}`}>
      <TopBar {...part} />
      <main>
        {phase.kind === 'closed' ? <ClosedNotice {...part} closed={phase} /> : null}
        {scene === null && phase.kind !== 'closed' ? (
          <p class="opening">Opening the game…</p>
        ) : null}
        {scene === null || phase.kind === 'closed' ? null : <Table {...part} />}
      </main>
      {scene === null ? null : <Drawer {...part} scene={scene} />}
    </div>
  );
};

const Table = (part: Part): VNode => (
  <>
    <section class="cabinet" aria-label="Game">
      {part.state.scene?.kind === 'crash' ? <CrashStage {...part} /> : <SlotStage {...part} />}
      <ResultLine {...part} />
    </section>
    <Controls {...part} />
    <History {...part} />
  </>
);
