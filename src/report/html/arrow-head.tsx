import type { VNode } from 'preact';

/** The head of an arrow that comes from `from`. */
export const ArrowHead = ({
  x,
  y,
  from,
}: {
  readonly x: number;
  readonly y: number;
  readonly from: number;
}): VNode => {
  const back = x > from ? -7 : 7;
  return <path class="head" d={`M${x} ${y} l${back} -4 v8 z`} />;
};
