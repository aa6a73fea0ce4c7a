import type { Cursor } from './cursor.ts';
import { locateKey, locatePart, locateValue, scalarText } from './locate.ts';
import { placeAt } from './page.ts';
import type { Problem } from './problem.ts';
import { problemsError } from './problems-error.ts';
import type { Source } from './source.ts';
import type { Path, Span } from './span.ts';

/** Runs `look` on a source; throws when it complained, with all that it complained of. */
export const examine = <T>(source: Source, look: (root: Cursor) => T): T => {
  const problems: Problem[] = [];
  const result = look(cursorAt(source, problems, []));
  if (problems.length > 0) throw problemsError(source.page, problems);
  return result;
};

const cursorAt = (source: Source, problems: Problem[], path: Path): Cursor => {
  const complain = (span: Span, message: string, remedy: string): void => {
    problems.push({ span, message, remedy });
  };
  return {
    at: (...keys) => cursorAt(source, problems, [...path, ...keys]),
    text: () => scalarText(source, path),
    place: () => placeAt(source.page, locateValue(source, path).start),
    complain: (...about) => complain(locateValue(source, path), ...about),
    complainOfKey: (...about) => complain(locateKey(source, path), ...about),
    complainOf: (part, ...about) => complain(locatePart(source, path, part), ...about),
  };
};
