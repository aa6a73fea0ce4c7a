import type { ComponentChildren, VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { readKept, writeKept } from '../../parts/kept.ts';

const keptAs = 'traffic-split';

const [least, most, usual, step] = [30, 75, 54, 2];

/** Two panes side by side; the line between them is dragged, or moved with the arrow keys, and stays. */
export const SplitPanes = ({
  first,
  second,
}: {
  readonly first: ComponentChildren;
  readonly second: ComponentChildren;
}): VNode => {
  const frame = useRef<HTMLDivElement>(null);
  const [share, setShare] = useState(() => within(Number(readKept(keptAs) ?? usual)));
  const move = (to: number): void => {
    setShare(within(to));
    writeKept(keptAs, String(within(to)));
  };
  const drag = ({ clientX }: PointerEvent): void => {
    const { left = 0, width = 1 } = frame.current?.getBoundingClientRect() ?? {};
    move(((clientX - left) / width) * 100);
  };
  return (
    <div class="panes" ref={frame} style={{ gridTemplateColumns: `${share}% 9px minmax(0, 1fr)` }}>
      <div class="pane list">{first}</div>
      {/* biome-ignore lint/a11y/useSemanticElements: a separator that is moved is no line of a text */}
      <div
        class="splitter"
        role="separator"
        tabIndex={0}
        aria-label="Width of the list"
        aria-orientation="vertical"
        aria-valuenow={Math.round(share)}
        aria-valuemin={least}
        aria-valuemax={most}
        onPointerDown={(event) => {
          event.preventDefault();
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) drag(event);
        }}
        onDblClick={() => move(usual)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowLeft') move(share - step);
          else if (event.key === 'ArrowRight') move(share + step);
          else return;
          event.preventDefault();
        }}
      />
      <div class="pane opened">{second}</div>
    </div>
  );
};

const within = (share: number): number => (Number.isNaN(share) ? usual : Math.max(least, Math.min(most, share)));
