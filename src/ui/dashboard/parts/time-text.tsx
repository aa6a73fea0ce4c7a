import type { VNode } from 'preact';
import { timeOfDay } from './time-of-day.ts';

/** The time of day of an instant (ISO 8601), the whole of it as a tooltip. */
export const TimeText = ({ at }: { readonly at: string }): VNode => (
  <time dateTime={at} title={at}>
    {timeOfDay(at)}
  </time>
);
