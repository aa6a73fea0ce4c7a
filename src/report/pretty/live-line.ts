import type { ChalkInstance } from 'chalk';
import { plural } from '../plural.ts';
import { shorten } from '../shorten.ts';
import { textWidth } from '../text-width.ts';
import type { Progress } from './progress.ts';

const barOf = ({ done, total }: Progress, columns: number): string => {
  const full = total === 0 ? 0 : Math.min(columns, Math.floor((done / total) * columns));
  return '█'.repeat(full) + '░'.repeat(columns - full);
};

const nowOf = ({ running }: Progress, columns: number): string => {
  const [title = '', ...others] = running;
  const more = others.length === 0 ? '' : `  +${others.length}`;
  return `${shorten(title, columns - more.length)}${more}`;
};

/** The progress in one line narrower than the terminal, so that it never wraps. */
export const liveLine = (
  progress: Progress & { readonly left?: string | undefined },
  columns: number,
  paint: ChalkInstance,
): string => {
  const room = columns - 1;
  const left = progress.left === undefined ? '' : `  ${progress.left}`;
  const count = `${progress.done}/${progress.total}${left}`;
  const breaches = plural(progress.breaches.size, 'breach', 'breaches');
  const bar = barOf(progress, columns < 80 ? 10 : 24);
  const used = textWidth(`${bar}  ${count}  ${breaches}  `);
  if (used > room) return shorten(`${count}  ${breaches}`, room);
  const colour = progress.breaches.size === 0 ? paint.dim : paint.red;
  const now = room - used < 8 ? '' : nowOf(progress, room - used);
  return `${paint.cyan(bar)}  ${count}  ${colour(breaches)}  ${now}`.trimEnd();
};
