import type { Run } from '../../spec/run.ts';
import { labelledLines } from './labelled-lines.ts';
import type { Page } from './page.ts';

/** In which dialect the run signed, and what a platform of another form would run into. */
export const dialectLines = ({ dialect }: Run, page: Page): string[] => {
  if (dialect === undefined) return [];
  const options = { page, indent: 2, width: 9 };
  const { name, how, sentence, warnings } = dialect;
  return [
    page.paint.bold(`Signed as ${name}, ${how === 'found' ? 'found by probes' : 'as configured'}`),
    ...labelledLines(options, 'dialect', sentence),
    ...warnings.flatMap((warning) => labelledLines(options, 'note', warning)),
  ];
};
