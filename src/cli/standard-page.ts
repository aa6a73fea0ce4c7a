import { Chalk } from 'chalk';
import { chooseColourLevel } from '../report/colour-level.ts';
import type { TextPage } from '../report/page.ts';
import { terminalColumns } from './output.ts';

/** Columns of a text that no terminal shows, or one that does not know its width. */
const logColumns = 100;

/** Standard output, as a text for people is laid out on it. */
export const standardPage = ({ color }: { readonly color: boolean }): TextPage => ({
  columns: terminalColumns() ?? logColumns,
  paint: new Chalk({ level: chooseColourLevel({ wanted: color, environment: process.env }) }),
});
