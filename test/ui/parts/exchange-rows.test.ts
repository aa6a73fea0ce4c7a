import { createVerdictMemory, mergeRows } from '../../../src/ui/parts/exchange-rows.ts';
import { rowOf, rowsOf } from '../dashboard/traffic/rows.ts';

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

test('a row gets the verdict that was told of it last, and stays the same object otherwise', () => {
  const memory = createVerdictMemory();
  const judge = (exchangeId: string, verdict: 'right' | 'wrong') =>
    memory.remember({ exchangeId, verdict, sentence: '', findings: [] });
  judge('ex-1', 'right');
  judge('ex-1', 'wrong');
  const other = rowOf(2);
  expect([memory.judged(rowOf(1)).verdict, memory.judged(other)]).toEqual(['wrong', other]);
});

test('the oldest of more than 5,000 verdicts are forgotten', () => {
  const memory = createVerdictMemory();
  for (let seq = 1; seq <= 5_001; seq += 1) {
    memory.remember({ exchangeId: `ex-${seq}`, verdict: 'wrong', sentence: '', findings: [] });
  }
  expect([1, 2].map((seq) => memory.judged(rowOf(seq)).verdict)).toEqual([undefined, 'wrong']);
});
