import { Chalk } from 'chalk';
import type { TextPage } from './page.ts';

/** A page for text that is no terminal's, such as the message of an error: no colours. */
export const plainPage = (columns: number): TextPage => ({
  columns,
  paint: new Chalk({ level: 0 }),
});
