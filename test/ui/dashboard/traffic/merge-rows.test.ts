import { mergeRows } from '../../../../src/ui/dashboard/traffic/merge-rows.ts';
import { rowOf, rowsOf } from './rows.ts';

const seqs = (rows: readonly { readonly seq: number }[]): number[] => rows.map(({ seq }) => seq);

test.each([
  ['behind', [1, 2], [3, 4], [1, 2, 3, 4]],
  ['before', [3, 4], [1, 2], [1, 2, 3, 4]],
  ['between', [1, 5], [3], [1, 3, 5]],
  ['none', [1, 5], [], [1, 5]],
  ['to none', [], [7], [7]],
])('rows %s are put in their place', (_, known, given, merged) => {
  expect(seqs(mergeRows(rowsOf(...known), rowsOf(...given)))).toEqual(merged);
});

test('a row that is given again replaces the known one', () => {
  const judged = rowOf(2, { verdict: 'right' });
  expect(mergeRows(rowsOf(1, 2, 3), [judged])[1]).toBe(judged);
});
