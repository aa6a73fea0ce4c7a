import { signal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import type { ClockView } from '../../api/schemas/platform.ts';
import { store } from './store.ts';

interface TimeTextProps {
  readonly at: string;
  /** How far the platform's clock was ahead then; absent where nobody had moved it. */
  readonly shiftMs?: number | undefined;
}

/** The time of day of an instant (ISO 8601), the whole of it as a tooltip; marked where the clock was moved. */
export const TimeText = ({ at, shiftMs }: TimeTextProps): VNode => (
  <>
    <time dateTime={at} title={at}>
      {timeOfDay(at)}
    </time>
    {shiftMs === undefined ? null : (
      <span class="moved" title="The platform's clock was moved by so much">
        {' '}
        ({shiftText(shiftMs)})
      </span>
    )}
  </>
);

/** When something began: `14:02`, or `22 Nov 14:02` where that was another day. */
export const momentText = (at: string): string => {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return at;
  const time = date.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  if (date.toDateString() === new Date().toDateString()) return time;
  return `${date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })} ${time}`;
};

/** `17:04:05.123` in the reader's time zone; the text itself when it is no instant. */
export const timeOfDay = (at: string): string => {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return at;
  const two = (value: number): string => String(value).padStart(2, '0');
  const ms = String(date.getMilliseconds()).padStart(3, '0');
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${ms}`;
};

const now = signal(Date.now());

let watchers = 0;

let timer: ReturnType<typeof setInterval> | undefined;

const tickMs = 15_000;

/** One timer for all, and none while nobody looks. */
const watch = (): (() => void) => {
  watchers += 1;
  now.value = Date.now();
  timer ??= setInterval(() => {
    now.value = Date.now();
  }, tickMs);
  return () => {
    watchers -= 1;
    if (watchers > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
};

interface AgoProps {
  readonly at: string;
  /** Whose time it is: sessions live by the platform's clock, which may be moved. */
  readonly by?: 'platform';
}

/** How long ago something was; goes on by itself. */
export const Ago = ({ at, by }: AgoProps): VNode => {
  useEffect(watch, []);
  return (
    <time dateTime={at} title={at}>
      {agoText(at, now.value + (by === 'platform' ? (store.clock.value?.shiftMs ?? 0) : 0))}
    </time>
  );
};

const units = [
  { ms: 86_400_000, name: 'd' },
  { ms: 3_600_000, name: 'h' },
  { ms: 60_000, name: 'min' },
] as const;

/** How long ago an instant (ISO 8601) was at `nowMs`: `just now`, `5 min ago`, `2 h ago`. */
export const agoText = (at: string, nowMs: number): string => {
  const past = nowMs - new Date(at).getTime();
  if (Number.isNaN(past)) return at;
  const unit = units.find(({ ms }) => past >= ms);
  return unit === undefined ? 'just now' : `${Math.floor(past / unit.ms)} ${unit.name} ago`;
};

const minute = 60_000;

const hour = 60 * minute;

/** How far a clock was moved: `+6 min`, `−5 h 30 min`, `+12 s`. */
export const shiftText = (shiftMs: number): string => {
  const sign = shiftMs < 0 ? '−' : '+';
  const ms = Math.abs(shiftMs);
  if (ms < minute) return `${sign}${Math.round(ms / 1_000)} s`;
  const parts = [
    [Math.floor(ms / hour), 'h'],
    [Math.floor((ms % hour) / minute), 'min'],
  ] as const;
  const told = parts.filter(([value]) => value > 0).map(([value, name]) => `${value} ${name}`);
  return `${sign}${told.join(' ')}`;
};

/** What is not as usual about a clock: `frozen at 1/3/2026, 12:00:00`, `moved by +24 h`. */
export const movedText = ({ now, shiftMs, frozen }: ClockView): string =>
  frozen ? `frozen at ${new Date(now).toLocaleString('en-GB')}` : `moved by ${shiftText(shiftMs)}`;

/** The time of day here, to the second; empty where it is no time. */
export const clockText = (at: string): string => {
  const time = new Date(at);
  return Number.isNaN(time.getTime()) ? '' : time.toLocaleTimeString('en-GB');
};
