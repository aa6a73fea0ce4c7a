import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

/** How wide an element is, CSS pixels, as it changes; `initial` until it is measured. */
export const useWidth = <E extends Element>(
  initial: number,
): readonly [ref: RefObject<E>, width: number] => {
  const ref = useRef<E>(null);
  const [width, setWidth] = useState(initial);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth || initial));
    observer.observe(element);
    return () => observer.disconnect();
  }, [initial]);
  return [ref, width];
};
