import type { VirtualizerOptions } from '@tanstack/virtual-core';
import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
} from '@tanstack/virtual-core';
import { useLayoutEffect, useReducer, useState } from 'preact/hooks';

type Chosen = 'count' | 'getScrollElement' | 'estimateSize' | 'getItemKey' | 'overscan' | 'enabled';
type Options = Partial<VirtualizerOptions<HTMLDivElement, HTMLDivElement>> &
  Pick<VirtualizerOptions<HTMLDivElement, HTMLDivElement>, Exclude<Chosen, 'enabled' | 'overscan'>>;

/**
 * The window on a long list: which rows are to be drawn, and where. What is put before the first row
 * does not move what is read; at the end, the window goes along with what is appended.
 */
export const useVirtualizer = (options: Options): Virtualizer<HTMLDivElement, HTMLDivElement> => {
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const all = {
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    anchorTo: 'end',
    followOnAppend: true,
    onChange: () => draw(undefined as never),
    ...options,
  } as const;
  const [virtualizer] = useState(() => new Virtualizer<HTMLDivElement, HTMLDivElement>(all));
  virtualizer.setOptions(all);
  useLayoutEffect(() => virtualizer._didMount(), []);
  useLayoutEffect(() => virtualizer._willUpdate());
  return virtualizer;
};
