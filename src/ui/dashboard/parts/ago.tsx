import { signal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { agoText } from './ago-text.ts';

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

/** How long ago something was; goes on by itself. */
export const Ago = ({ at }: { readonly at: string }): VNode => {
  useEffect(watch, []);
  return (
    <time dateTime={at} title={at}>
      {agoText(at, now.value)}
    </time>
  );
};
