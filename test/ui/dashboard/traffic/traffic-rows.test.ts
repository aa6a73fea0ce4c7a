import { TrafficRows } from '../../../../src/ui/dashboard/traffic/traffic-rows.ts';
import { createJournal, openRows, rowOf, toldOf } from './rows.ts';

const isTenth = (seq: number): boolean => seq % 10 === 0;

const judged = (exchangeId: string) =>
  ({ kind: 'judgement', judgement: { exchangeId, verdict: 'wrong', sentence: '', findings: [] } }) as const;

test('how many rows there are is known before they are read', async () => {
  const { rows, asked } = await openRows(100_000, { passes: isTenth });
  expect([rows.count(), rows.hasOlder(), rows.seqAt(9_999), rows.seqAt(500)]).toEqual([10_000, false, 100_000, 0]);
  expect([rows.rowAt(9_999)?.id, rows.rowAt(500)]).toEqual(['ex-100000', undefined]);
  expect(rows.indexOf(500)).toBe(9_800);
  expect(asked).toEqual([{ limit: 200 }]);
});

test('where every place of the journal has its row, what is where is known before it is read', async () => {
  const { rows } = await openRows(100_000);
  expect([rows.seqAt(0), rows.seqAt(49_999), rows.indexOf(50_000)]).toEqual([1, 50_000, 49_999]);
});

test('the newest are there before the others are counted', async () => {
  const { source, settle } = createJournal(1_000);
  const rows = new TrafficRows({ ...source, count: () => new Promise(() => undefined) });
  await settle();
  expect([rows.isReady(), rows.count(), rows.hasOlder()]).toEqual([true, 200, true]);
});

test('the pages that are looked at are read, once, from the nearest row that is known', async () => {
  const { rows, settle, asked } = await openRows(100_000, { passes: isTenth });
  rows.want(9_790, 9_810);
  rows.want(9_791, 9_811);
  await settle();
  rows.want(9_390, 9_410);
  await settle();
  rows.want(9_390, 9_410);
  expect(asked.slice(1)).toEqual([
    { beforeSeq: 98_010, offset: 0, limit: 200 },
    { beforeSeq: 96_010, offset: 200, limit: 200 },
    { beforeSeq: 96_010, offset: 0, limit: 200 },
  ]);
  expect([rows.rowAt(9_390)?.seq, rows.rowAt(9_790)?.seq]).toEqual([93_910, 97_910]);
});

test('a page that nobody looks at any longer is not read on', async () => {
  const { source, settle } = createJournal(100_000);
  const ended: string[] = [];
  const load: typeof source.load = (asked, signal) => {
    signal?.addEventListener('abort', () => ended.push(`after ${asked.afterSeq}`));
    return source.load(asked);
  };
  const rows = new TrafficRows({ ...source, load });
  await settle();
  rows.want(390, 410);
  rows.want(410, 430);
  expect(ended).toEqual(['after 200']);
});

test('pages that nobody has looked at for long are forgotten, their places are not', async () => {
  const { rows, settle, asked } = await openRows(14_000, { passes: (seq) => seq !== 1 });
  for (let page = 0; page < 65; page += 1) {
    rows.want(page * 200, page * 200 + 10);
    await new Promise(setImmediate);
  }
  expect([rows.rowAt(0), rows.seqAt(0)]).toEqual([undefined, 2]);
  rows.want(0, 10);
  await settle();
  expect([rows.rowAt(0)?.seq, asked.at(-1)]).toEqual([2, { afterSeq: 1, offset: 0, limit: 200 }]);
});

test('the list has the last 300,000 rows of a longer journal, and says that there are older ones', async () => {
  const { source, settle } = createJournal(400);
  const rows = new TrafficRows({ ...source, count: async () => ({ count: 400_000, isMore: false }) });
  await settle();
  expect([rows.count(), rows.hasOlder()]).toEqual([300_000, true]);
});

test('where nobody counts them, older rows are read as somebody comes to the first', async () => {
  const count = async () => ({ count: 0, isMore: true });
  const { rows, settle, asked } = await openRows(1_000, { count });
  rows.want(60, 80);
  await settle();
  expect([rows.count(), rows.hasOlder()]).toEqual([200, true]);
  rows.want(40, 60);
  await settle();
  expect([rows.count(), asked.at(-1)]).toEqual([700, { beforeSeq: 801, limit: 500 }]);
});

test('what cannot be read is told, and read again by itself', async () => {
  const { rows, journal, settle } = await openRows(1_000);
  journal.isDown = true;
  rows.want(0, 10);
  await new Promise(setImmediate);
  expect(rows.problem()).toEqual(new Error('away'));
  journal.isDown = false;
  await settle();
  rows.want(0, 10);
  await settle();
  expect([rows.rowAt(0)?.seq, rows.problem()]).toEqual([1, undefined]);
});

test('a first page that could not be read is asked for again', async () => {
  const { source, journal, settle } = createJournal(10);
  journal.isDown = true;
  const rows = new TrafficRows(source);
  await new Promise(setImmediate);
  expect([rows.isReady(), rows.problem()]).toEqual([false, new Error('away')]);
  journal.isDown = false;
  await settle();
  expect([rows.count(), rows.problem()]).toEqual([10, undefined]);
});

test('where rows are gone, the places of all are asked for anew', async () => {
  const { rows, journal, settle, asked } = await openRows(1_000);
  journal.firstSeq = 101;
  rows.want(0, 10);
  rows.want(0, 10);
  await new Promise(setImmediate);
  expect(asked).toHaveLength(2);
  await settle();
  expect([rows.count(), rows.seqAt(0)]).toEqual([900, 101]);
});

test('a row that surely passes stands at the end as it is told, one that does not is left out', async () => {
  const { source, settle, asked } = createJournal(10);
  const rows = new TrafficRows({ ...source, passes: ({ origin }) => origin !== 'run' });
  await settle();
  rows.receive([{ kind: 'exchange', row: rowOf(11, { origin: 'run' }) }, ...toldOf(12)]);
  expect([rows.count(), rows.rowAt(10)?.id, rows.end()]).toEqual([11, 'ex-12', 12]);
  await settle();
  expect(asked).toHaveLength(1);
});

test('a row that is told before the first page comes is not lost', async () => {
  const { source, journal, settle } = createJournal(10);
  const rows = new TrafficRows({ ...source, passes: () => true });
  rows.receive(toldOf(11));
  expect([rows.isReady(), rows.count()]).toEqual([false, 0]);
  await new Promise(setImmediate);
  journal.lastSeq = 11;
  await settle();
  expect([rows.count(), rows.rowAt(10)?.id]).toEqual([11, 'ex-11']);
});

test('a row that is told while earlier ones are read stays behind them', async () => {
  const { source, settle } = createJournal(11);
  const rows = new TrafficRows({ ...source, passes: () => true });
  rows.receive(toldOf(11));
  await new Promise(setImmediate);
  const reading = settle();
  rows.receive(toldOf(12));
  await reading;
  expect([rows.count(), rows.seqAt(11), rows.end()]).toEqual([12, 12, 12]);
});

test('a verdict is joined to its row, whichever of them comes first', async () => {
  const { rows } = await openRows(10);
  rows.receive([judged('ex-10')]);
  expect(rows.rowAt(9)?.verdict).toBe('wrong');
  const { source, settle } = createJournal(10);
  const later = new TrafficRows({ ...source, passes: () => true });
  later.receive([judged('ex-10'), judged('ex-11')]);
  await settle();
  later.receive(toldOf(11));
  expect([later.rowAt(9)?.verdict, later.rowAt(10)?.verdict]).toEqual(['wrong', 'wrong']);
});

test('the platform is asked which of the new ones pass, once for many', async () => {
  const { rows, asked, settle, journal, seqs } = await openRows(30, { passes: isTenth });
  journal.lastSeq = 50;
  for (let seq = 31; seq <= 50; seq += 1) rows.receive(toldOf(seq));
  await settle();
  expect(seqs()).toEqual([10, 20, 30, 40, 50]);
  expect(asked.slice(1)).toEqual([{ afterSeq: 30, limit: 500 }]);
});

test('what is told while the platform is asked is asked for next', async () => {
  const { rows, settle, journal, seqs } = await openRows(30, { passes: isTenth });
  journal.lastSeq = 40;
  rows.receive(toldOf(40));
  const reading = settle();
  journal.lastSeq = 50;
  rows.receive(toldOf(50));
  await reading;
  await settle();
  expect(seqs()).toEqual([10, 20, 30, 40, 50]);
});

test('a row that passes only once it is judged is found, and stands in its place', async () => {
  const passing = new Set([3]);
  const passes = (seq: number): boolean => passing.has(seq);
  const { rows, journal, settle, seqs } = await openRows(3, { passes, asksVerdict: true });
  journal.lastSeq = 5;
  rows.receive(toldOf(4, 5));
  passing.add(5);
  await settle();
  expect(seqs()).toEqual([3, 5]);
  passing.add(4);
  rows.receive([judged('ex-4')]);
  await settle();
  expect([seqs(), rows.rowAt(1)?.verdict]).toEqual([[3, 4, 5], 'wrong']);
});

test('what cannot be asked for is asked for again by itself, and nothing is lost', async () => {
  const { rows, journal, settle, seqs } = await openRows(30, { passes: isTenth });
  journal.isDown = true;
  journal.lastSeq = 40;
  rows.receive(toldOf(40));
  await settle();
  expect(rows.problem()).toEqual(new Error('away'));
  journal.isDown = false;
  await settle();
  expect([seqs(), rows.problem()]).toEqual([[10, 20, 30, 40], undefined]);
});

test('after events were missed, the next rows are read, and the others are counted', async () => {
  const { rows, journal, settle } = await openRows(10, { passes: (seq) => seq !== 5 });
  journal.lastSeq = 5_000;
  rows.catchUp();
  await settle();
  expect([rows.count(), rows.seqAt(10), rows.seqAt(4_000), rows.end()]).toEqual([4_999, 12, 0, 5_000]);
  rows.want(4_990, 4_998);
  await settle();
  expect(rows.seqAt(4_998)).toBe(5_000);
});

test('events that were missed before the first page came are looked for after it', async () => {
  const { source, journal, settle } = createJournal(10);
  const rows = new TrafficRows(source);
  rows.catchUp();
  await new Promise(setImmediate);
  journal.lastSeq = 12;
  await settle();
  expect(rows.count()).toBe(12);
});

test('the first row stays where an empty page comes after it', async () => {
  const { rows, settle, journal } = await openRows(0);
  rows.receive(toldOf(1));
  journal.lastSeq = 1;
  rows.catchUp();
  await settle();
  await settle();
  expect([rows.count(), rows.rowAt(0)?.id]).toEqual([1, 'ex-1']);
});

test('rows up to a seq are counted, whether it is among them or not', async () => {
  const { rows } = await openRows(50, { passes: isTenth });
  expect([9, 10, 34, 50, 99, undefined].map(rows.countUpTo)).toEqual([0, 1, 3, 5, 5, 5]);
});

test('a row that was never read is found by its seq; what is behind all of them is not', async () => {
  const { rows } = await openRows(100_000, { passes: isTenth });
  expect([await rows.locate(50_000), await rows.locate(50_001), await rows.locate(100_001)]).toEqual([
    4_999, 5_000, -1,
  ]);
});
