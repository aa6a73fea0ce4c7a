import { createDenseRows } from '../../../../src/ui/dashboard/traffic/dense-rows.ts';
import { createJournal, rowOf } from './rows.ts';

test('every row of the journal has its place before it is read', async () => {
  const { source, settle, asked } = createJournal(100_000);
  const rows = createDenseRows(source);
  await settle();
  expect([rows.count(), rows.seqAt(0), rows.seqAt(99_999)]).toEqual([100_000, 1, 100_000]);
  expect(rows.rowAt(99_999)?.id).toBe('ex-100000');
  expect(rows.rowAt(500)).toBeUndefined();
  expect(asked).toHaveLength(1);
});

test('the pages that are looked at are read, once', async () => {
  const { source, settle, asked } = createJournal(100_000);
  const rows = createDenseRows(source);
  await settle();
  rows.want(390, 410);
  rows.want(391, 411);
  await settle();
  rows.want(390, 410);
  expect(asked.slice(1)).toEqual([
    { afterSeq: 200, limit: 200 },
    { afterSeq: 400, limit: 200 },
  ]);
  expect(rows.rowAt(390)?.seq).toBe(391);
});

test('a page that comes without a row is not asked for again at once', async () => {
  const { source, settle, asked } = createJournal(1_000, (seq) => seq !== 300);
  const rows = createDenseRows(source);
  await settle();
  rows.want(290, 310);
  await new Promise(setImmediate);
  rows.want(290, 310);
  expect(asked).toHaveLength(2);
});

test('what cannot be read is told, and read again later', async () => {
  const { source, settle } = createJournal(1_000);
  const down = { ...source, load: source.load };
  const rows = createDenseRows(down);
  await settle();
  down.load = async () => {
    throw new Error('away');
  };
  rows.want(0, 10);
  await new Promise(setImmediate);
  expect(rows.problem()).toEqual(new Error('away'));
  down.load = source.load;
  await settle();
  rows.want(0, 10);
  await settle();
  expect([rows.rowAt(0)?.seq, rows.problem()]).toEqual([1, undefined]);
});

test('a row that is heard stands at the end', async () => {
  const { source, settle } = createJournal(10);
  const rows = createDenseRows(source);
  await settle();
  rows.receive([{ kind: 'exchange', row: rowOf(11) }]);
  expect([rows.count(), rows.rowAt(10)?.id]).toEqual([11, 'ex-11']);
});

test('a row that is told before the first page comes is not lost', async () => {
  const { source, settle } = createJournal(10);
  const rows = createDenseRows(source);
  rows.receive([{ kind: 'exchange', row: rowOf(11) }]);
  expect([rows.isReady(), rows.count()]).toEqual([false, 0]);
  await settle();
  expect([rows.count(), rows.rowAt(10)?.id]).toEqual([11, 'ex-11']);
});

test('the first row stays where an empty page comes after it', async () => {
  const { source, settle } = createJournal(0);
  const rows = createDenseRows(source);
  await settle();
  rows.catchUp();
  rows.receive([{ kind: 'exchange', row: rowOf(1) }]);
  await settle();
  expect([rows.count(), rows.rowAt(0)?.id]).toEqual([1, 'ex-1']);
});

test('a first page that could not be read is asked for again', async () => {
  const { source, settle } = createJournal(10);
  const down = {
    ...source,
    load: async (): Promise<never> => {
      throw new Error('away');
    },
  };
  const flaky: typeof source = down;
  const rows = createDenseRows(flaky);
  await new Promise(setImmediate);
  expect([rows.isReady(), rows.problem()]).toEqual([false, new Error('away')]);
  Object.assign(flaky, { load: source.load });
  await settle();
  expect([rows.count(), rows.problem()]).toEqual([10, undefined]);
});

test('a judgement is written into its row, whichever of them comes first', async () => {
  const { source, settle } = createJournal(10);
  const rows = createDenseRows(source);
  await settle();
  const judge = (exchangeId: string) =>
    ({
      kind: 'judgement',
      judgement: { exchangeId, verdict: 'wrong', sentence: '', findings: [] },
    }) as const;
  rows.receive([judge('ex-10'), judge('ex-11'), { kind: 'exchange', row: rowOf(11) }]);
  expect([rows.rowAt(9)?.verdict, rows.rowAt(10)?.verdict]).toEqual(['wrong', 'wrong']);
});

test('after a gap, the end of the journal is looked up', async () => {
  const { source, settle, state } = createJournal(10);
  const rows = createDenseRows(source);
  await settle();
  state.lastSeq = 500;
  rows.catchUp();
  await settle();
  expect(rows.count()).toBe(500);
});

test('pages that nobody has looked at for long are forgotten', async () => {
  const { source, settle, asked } = createJournal(14_000);
  const rows = createDenseRows(source);
  await settle();
  for (let page = 0; page < 65; page += 1) {
    rows.want(page * 200, page * 200 + 10);
    await new Promise(setImmediate);
  }
  expect(rows.rowAt(0)).toBeUndefined();
  rows.want(0, 10);
  await settle();
  expect([rows.rowAt(0)?.seq, asked.at(-1)]).toEqual([1, { afterSeq: 0, limit: 200 }]);
});

test('the list has the last 300,000 rows of a longer journal', async () => {
  const { source, settle } = createJournal(0);
  const long = async () => ({ rows: [], firstSeq: 1, lastSeq: 300_007, more: true });
  const rows = createDenseRows({ ...source, load: long });
  await settle();
  expect([rows.count(), rows.seqAt(0), rows.indexOf(3)]).toEqual([300_000, 8, 0]);
});
