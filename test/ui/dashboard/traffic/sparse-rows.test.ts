import { createSparseRows } from '../../../../src/ui/dashboard/traffic/sparse-rows.ts';
import { countUpTo } from '../../../../src/ui/dashboard/traffic/traffic-rows.ts';
import { createJournal, rowOf } from './rows.ts';

const isTenth = (seq: number): boolean => seq % 10 === 0;

const openTenths = async (count: number) => {
  const journal = createJournal(count, isTenth);
  const rows = createSparseRows(journal.source);
  await journal.settle();
  const seqs = (): number[] => Array.from({ length: rows.count() }, (_, index) => rows.seqAt(index));
  return { ...journal, rows, seqs };
};

test('the newest that pass the filter are read first', async () => {
  const { rows } = await openTenths(10_000);
  expect([rows.count(), rows.seqAt(0), rows.seqAt(499)]).toEqual([500, 5_010, 10_000]);
  expect(rows.hasOlder()).toBe(true);
});

test('older ones are read when the first are looked at, and not before', async () => {
  const { rows, asked, settle } = await openTenths(10_000);
  rows.want(400, 420);
  rows.want(10, 30);
  rows.want(9, 29);
  await settle();
  expect(asked).toEqual([{ limit: 500 }, { beforeSeq: 5_010, limit: 500 }]);
  expect([rows.count(), rows.seqAt(0), rows.hasOlder()]).toEqual([1_000, 10, false]);
});

test('the platform is asked which of the new ones pass, once for many', async () => {
  const { rows, asked, settle, state, seqs } = await openTenths(30);
  state.lastSeq = 50;
  for (let seq = 31; seq <= 50; seq += 1) rows.receive([{ kind: 'exchange', row: rowOf(seq) }]);
  await settle();
  expect(seqs()).toEqual([10, 20, 30, 40, 50]);
  expect(asked.slice(1)).toEqual([{ afterSeq: 30, limit: 500 }]);
});

test('what is heard while the platform is asked is asked for next', async () => {
  const { rows, settle, state, seqs } = await openTenths(30);
  state.lastSeq = 40;
  rows.receive([{ kind: 'exchange', row: rowOf(40) }]);
  const reading = settle();
  state.lastSeq = 50;
  rows.receive([{ kind: 'exchange', row: rowOf(50) }]);
  await reading;
  await settle();
  expect(seqs()).toEqual([10, 20, 30, 40, 50]);
});

test('a row that passes only once it is judged is found', async () => {
  const judged = new Set<number>();
  const { source, state, settle } = createJournal(3, (seq) => judged.has(seq));
  const rows = createSparseRows(source);
  await settle();
  state.lastSeq = 5;
  rows.receive([
    { kind: 'exchange', row: rowOf(4) },
    { kind: 'exchange', row: rowOf(5) },
  ]);
  await settle();
  expect(rows.count()).toBe(0);
  judged.add(4);
  const judgement = { exchangeId: 'ex-4', verdict: 'wrong', sentence: '', findings: [] } as const;
  rows.receive([{ kind: 'judgement', judgement }]);
  await settle();
  expect([rows.count(), rows.rowAt(0)?.verdict]).toEqual([1, 'wrong']);
});

test('what cannot be read is told, and nothing is lost', async () => {
  const { source, state, settle } = createJournal(30, isTenth);
  const flaky = { ...source, load: source.load };
  const rows = createSparseRows(flaky);
  await settle();
  flaky.load = async () => {
    throw new Error('away');
  };
  state.lastSeq = 40;
  rows.receive([{ kind: 'exchange', row: rowOf(40) }]);
  await settle();
  expect(rows.problem()).toEqual(new Error('away'));
  flaky.load = source.load;
  rows.catchUp();
  await settle();
  expect([rows.count(), rows.problem()]).toEqual([4, undefined]);
});

test('rows up to a seq are counted, whether it is among them or not', async () => {
  const { source, settle } = createJournal(50, (seq) => seq % 10 === 0);
  const rows = createSparseRows(source);
  await settle();
  expect([9, 10, 34, 50, 99, undefined].map((seq) => countUpTo(rows, seq))).toEqual([0, 1, 3, 5, 5, 5]);
});

test('older ones are read when one of the first fifty is in the window', async () => {
  const { rows, asked, settle } = await openTenths(10_000);
  rows.want(50, 70);
  await settle();
  expect(asked).toHaveLength(1);
  rows.want(49, 69);
  await settle();
  expect(asked).toHaveLength(2);
});

test('more new ones than a page are read page by page', async () => {
  const { rows, settle, state, seqs } = await openTenths(30);
  state.lastSeq = 10_000;
  rows.receive([{ kind: 'exchange', row: rowOf(31) }]);
  for (let reading = 0; reading < 3; reading += 1) await settle();
  expect([rows.count(), seqs().at(-1)]).toEqual([1_000, 10_000]);
});

test('what could not be read is asked for again by itself', async () => {
  const { source, state, settle } = createJournal(30, isTenth);
  const flaky = { ...source };
  const rows = createSparseRows(flaky);
  await settle();
  flaky.load = async () => {
    throw new Error('away');
  };
  state.lastSeq = 40;
  rows.receive([{ kind: 'exchange', row: rowOf(40) }]);
  await settle();
  flaky.load = source.load;
  await settle();
  expect([rows.count(), rows.problem()]).toEqual([4, undefined]);
});
