import type { Attempt, Stage } from '../attempt.ts';
import type { Situation } from '../situation.ts';
import { changedFields } from '../trees/changed-fields.ts';
import { mapLeaves } from '../trees/map-leaves.ts';
import type { PrintNumber } from '../trees/number-styles.ts';
import { numberStyles } from '../trees/number-styles.ts';
import { spellings } from '../trees/spellings.ts';

/** All numbers, or the fractions, or the amounts alone, printed as some language prints them. */
export const numbers: Stage = function* (situation) {
  for (const print of numberStyles) {
    yield* printed(situation, print, () => true);
    yield* printed(situation, print, (path) => !/(?:_id|timestamp|count)$/u.test(path));
    yield* printed(situation, print, (path) => amounts.test(path));
  }
};

/** What a typed class has as a floating-point number; ids and counters are integers there. */
const amounts = /(?:^|\.)(?:bet|win|amount|balance|accumulated_win)$/u;

function* printed(
  { tree, dialects }: Situation,
  print: PrintNumber,
  isMeant: (path: string) => boolean,
): Generator<Attempt> {
  const anew = mapLeaves(tree, (leaf, path) =>
    leaf.kind === 'number' && isMeant(path) ? { kind: 'number', text: print(leaf.text) } : leaf,
  );
  const [field] = changedFields(tree, anew);
  if (field === undefined) return;
  const asPrinted = dialects.map((dialect) => ({ ...dialect, numbers: 'as-sent' as const }));
  for (const subject of spellings(anew, asPrinted)) {
    yield { subject, mistake: 'number-format', field };
  }
}
