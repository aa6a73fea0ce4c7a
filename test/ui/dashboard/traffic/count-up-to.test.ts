import { countUpTo } from '../../../../src/ui/dashboard/traffic/count-up-to.ts';
import { createSparseRows } from '../../../../src/ui/dashboard/traffic/create-sparse-rows.ts';
import { createJournal } from './rows.ts';

test('rows up to a seq are counted, whether it is among them or not', async () => {
  const { source, settle } = createJournal(50, (seq) => seq % 10 === 0);
  const rows = createSparseRows(source);
  await settle();
  expect([9, 10, 34, 50, 99, undefined].map((seq) => countUpTo(rows, seq))).toEqual([
    0, 1, 3, 5, 5, 5,
  ]);
});
