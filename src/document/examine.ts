import type { Cursor } from './cursor.ts';
import { locateKey, locateValue, scalarText } from './locate.ts';
import { placeAt } from './page.ts';
import type { Problem } from './problem.ts';
import { problemsError } from './problems-error.ts';
import type { Source } from './source.ts';
import type { Path } from './span.ts';

/** Runs `look` on a source; throws when it complained, with all that it complained of. */
export const examine = <T>(source: Source, look: (root: Cursor) => T): T => {
  const problems: Problem[] = [];
  const result = look(cursorAt(source, problems, []));
  if (problems.length > 0) throw problemsError(source.page, problems);
  return result;
};

const cursorAt = (source: Source, problems: Problem[], path: Path): Cursor => ({
  at: (...keys) => cursorAt(source, problems, [...path, ...keys]),
  text: () => scalarText(source, path),
  place: () => placeAt(source.page, locateValue(source, path).start),
  complain: (message, remedy) =>
    problems.push({ span: locateValue(source, path), message, remedy }),
  complainOfKey: (message, remedy) =>
    problems.push({ span: locateKey(source, path), message, remedy }),
});
