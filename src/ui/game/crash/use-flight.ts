import { useEffect, useState } from 'preact/hooks';
import type { Part } from '../part.ts';
import { multiplierAt } from './multiplier-at.ts';

/** Where the round in the air stands, in step with the screen; at rest it is 1. */
export const useFlight = ({ state, actions }: Part): { ms: number; multiplier: number } => {
  const { climbingSince } = state;
  const [now, setNow] = useState(actions.now);
  useEffect(() => {
    if (climbingSince === null) return undefined;
    let frame = requestAnimationFrame(function tick() {
      setNow(actions.now());
      frame = requestAnimationFrame(tick);
    });
    return () => cancelAnimationFrame(frame);
  }, [climbingSince, actions]);
  const ms = climbingSince === null ? 0 : Math.max(0, now - climbingSince);
  return { ms, multiplier: multiplierAt(ms) };
};
