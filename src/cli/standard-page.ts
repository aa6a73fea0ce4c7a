import { Chalk } from 'chalk';
import { chooseColourLevel } from '../report/choose-colour-level.ts';
import type { Page } from '../report/pretty/page.ts';

/** Columns of a text that no terminal shows, or one that does not know its width. */
const logColumns = 100;

/** Standard output, as a text for people is laid out on it. */
export const standardPage = ({ color }: { readonly color: boolean }): Page => ({
  columns: (process.stdout.isTTY && process.stdout.columns) || logColumns,
  paint: new Chalk({ level: chooseColourLevel({ wanted: color, environment: process.env }) }),
  rerun: [],
});
