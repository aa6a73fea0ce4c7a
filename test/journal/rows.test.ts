import { afterEach, expect, it } from '@jest/globals';
import type { Journal } from '../../src/journal/journal.ts';
import { openMemoryJournal } from '../../src/journal/memory-journal.ts';
import type { Exchange } from '../../src/spec/exchange.ts';
import { bothJournals, type JournalPlace } from './both-journals.ts';
import { answeredWith, exchangeNumber, judgementOf } from './sample-exchanges.ts';

let place: JournalPlace | undefined;
let journal: Journal;

afterEach(async () => await place?.remove());

const inBoth = (fact: string, act: () => Promise<void>): void =>
  it.each(bothJournals)(`a journal %s ${fact}`, async (_, openPlace) => {
    place = openPlace();
    journal = await place.open();
    await act();
  });

const recordAll = (count: number, changes: (number: number) => Partial<Exchange> = () => ({})) => {
  for (let number = 1; number <= count; number += 1) {
    journal.record(exchangeNumber(number, changes(number)));
  }
};

type Query = Omit<Parameters<Journal['rows']>[0], 'limit'>;

/** The places of what is found, and `more` after them where there is more. */
const find = async (query: Query, limit = 9): Promise<unknown[]> => {
  const { rows, more } = await journal.rows({ limit, ...query });
  for (const { seq, exchange } of rows) expect(exchange.id).toBe(`x-${seq}`);
  return [...rows.map(({ seq }) => seq), ...(more ? ['more'] : [])];
};

inBoth('gives the last rows, those after a place and those before one', async () => {
  recordAll(5_000);
  expect(await find({}, 2)).toEqual([4_999, 5_000, 'more']);
  expect(await find({ afterSeq: 4_998 })).toEqual([4_999, 5_000]);
  expect(await find({ afterSeq: 2_046 }, 3)).toEqual([2_047, 2_048, 2_049, 'more']);
  expect(await find({ beforeSeq: 2_050 }, 3)).toEqual([2_047, 2_048, 2_049, 'more']);
  expect(await find({ beforeSeq: 3 })).toEqual([1, 2]);
  expect(await find({ afterSeq: 10, beforeSeq: 13 })).toEqual([11, 12]);
  expect(await find({ after: 'x-10', beforeSeq: 13 })).toEqual([11, 12]);
  expect(await find({ afterSeq: 0 }, 1)).toEqual([1, 'more']);
  for (const nothing of [{ afterSeq: 5_000 }, { beforeSeq: 1 }, { afterSeq: Number.NaN }]) {
    expect(await find(nothing)).toEqual([]);
  }
  expect(await find({}, 0)).toEqual(['more']);
});

inBoth('finds text wherever it stands, and what only looks like it nowhere', async () => {
  const answers = [
    { body: Buffer.from('the end of it is lucKy for some') },
    { body: Buffer.concat([Buffer.from([0xc3]), Buffer.from('"Lucky Lanterns","K \u212aelvin"')]) },
    { body: Buffer.from('an \u0130 with a dot, and "quotes" \\ \u0000 behind a zero') },
  ];
  for (const [index, answer] of answers.entries()) {
    const whole = {
      kind: 'answered',
      status: 200,
      headers: { hidden: 'header' },
      ...answer,
    } as const;
    journal.record(exchangeNumber(index + 1, { answer: whole }));
  }
  const odd = exchangeNumber(4, { subject: { playerId: 'a "quoted" \\ one' } });
  journal.record(odd);
  const text = async (wanted: string): Promise<unknown[]> => await find({ text: wanted });
  expect(await text('LUCKY')).toEqual([1, 2]);
  expect(await text('lucky for')).toEqual([1]);
  expect(await text('kelvin')).toEqual([2]);
  expect(await text('K \u212a')).toEqual([2]);
  expect(await text('an i')).toEqual([3]);
  expect(await text('behind a zero')).toEqual([3]);
  expect(await text('"quote')).toEqual([3, 4]);
  expect(await text('" \\ one')).toEqual([4]);
  expect(await text('\ufffd')).toEqual([2]);
  for (const nowhere of ['hidden', '\\"', 'null', 'minimal']) expect(await text(nowhere)).toEqual([]);
});

inBoth('finds the few that are meant among thousands, also by a judgement that came late', async () => {
  recordAll(7_000, (number) => {
    const { answer } = exchangeNumber(number);
    const status = number === 3 ? 503 : 200;
    return answer.kind === 'failed' ? {} : { answer: { ...answer, status } };
  });
  for (const number of [5, 4_500, 6_999]) journal.judge(judgementOf(`x-${number}`, 'right'));
  await journal.flush();
  expect(await find({ verdict: 'wrong' })).toEqual([]);
  for (const number of [5, 4_500]) journal.judge(judgementOf(`x-${number}`, 'wrong'));
  expect(await find({ verdict: 'wrong' })).toEqual([5, 4_500]);
  expect(await find({ verdict: 'wrong', afterSeq: 5 })).toEqual([4_500]);
  expect(await find({ verdict: 'wrong', afterSeq: 0 }, 1)).toEqual([5, 'more']);
  expect(await find({ verdict: 'right' })).toEqual([6_999]);
  expect(await find({ verdict: 'wrong', transactionId: 'tx-5' })).toEqual([5]);
  expect(await find({ status: 503 })).toEqual([3]);
  expect(await find({ status: '5xx', afterSeq: 0 })).toEqual([3]);
  for (const nothing of [{ status: 500 }, { status: '3xx' }, { status: 'none' }] as const) {
    expect(await find(nothing)).toEqual([]);
  }
  expect(await find({ playerId: 'player-0', status: 503 })).toEqual([3]);
  expect((await journal.row('x-4500'))?.judgement?.verdict).toBe('wrong');
});

inBoth('says whether there is more only where there is', async () => {
  recordAll(5_000, (number) => ({ kind: number % 1_000 === 0 ? 'rollback' : 'makeBet' }));
  expect(await find({ kind: 'rollback' }, 5)).toEqual([1_000, 2_000, 3_000, 4_000, 5_000]);
  expect(await find({ kind: 'rollback' }, 4)).toEqual([2_000, 3_000, 4_000, 5_000, 'more']);
  expect(await find({ kind: 'rollback', afterSeq: 1_000 }, 4)).toEqual([2_000, 3_000, 4_000, 5_000]);
  expect(await find({ sessionId: 'session-6', beforeSeq: 14 }, 2)).toEqual([6, 13]);
});

inBoth('gives every row exactly once to whoever goes on from page to page', async () => {
  recordAll(4_500);
  const seen: number[] = [];
  for (let beforeSeq: number | undefined, more = true; more; ) {
    const page = await journal.rows({ limit: 1_000, beforeSeq, text: 'callback' });
    seen.unshift(...page.rows.map(({ seq }) => seq));
    ({ more, searchedTo: beforeSeq } = page);
  }
  expect(seen).toEqual(Array.from({ length: 4_500 }, (_, index) => index + 1));
});

inBoth('finds by origin, status and verdict', async () => {
  const failed = { kind: 'failed', failure: 'timeout', message: 'Too late.' } as const;
  const answered = (status: number) => ({ kind: 'answered', status, headers: {}, body: Buffer.from('{}') }) as const;
  recordAll(3_000);
  journal.record(exchangeNumber(3_001, { origin: 'game', answer: answered(403) }));
  journal.record(exchangeNumber(3_002, { origin: 'run', answer: answered(500) }));
  journal.record(exchangeNumber(3_003, { origin: 'hand', answer: failed }));
  journal.record(exchangeNumber(3_004, { answer: answered(302) }));
  for (const number of [1, 3_002]) journal.judge(judgementOf(`x-${number}`, 'wrong'));
  journal.judge(judgementOf('x-3001', 'right'));

  const found = async (query: Query) => await find({ afterSeq: 0, ...query });
  expect(await found({ origin: 'hand' })).toEqual([3_003]);
  expect(await found({ afterSeq: 2_999, notOrigin: 'run' })).toEqual([3_000, 3_001, 3_003, 3_004]);
  expect(await found({ status: 403 })).toEqual([3_001]);
  expect(await found({ status: '3xx' })).toEqual([3_004]);
  expect(await found({ status: '4xx' })).toEqual([3_001]);
  expect(await found({ status: '5xx' })).toEqual([3_002]);
  expect(await found({ status: 'none' })).toEqual([3_003]);
  expect(await found({ status: '2xx', afterSeq: 2_998 })).toEqual([2_999, 3_000]);
  expect(await found({ verdict: 'wrong' })).toEqual([1, 3_002]);
  expect(await found({ verdict: 'wrong', transactionId: 'tx-3002' })).toEqual([3_002]);
  expect(await found({ verdict: 'right', transactionId: 'tx-3002' })).toEqual([]);
  expect(await found({ verdict: 'wrong', status: '2xx', text: '"number":1}' })).toEqual([1]);
  expect(await find({ verdict: 'wrong' }, 1)).toEqual([3_002, 'more']);
});

inBoth('finds text in ids, URL, bodies and failures, in upper or lower case', async () => {
  const big = `${'x'.repeat(600)} jackpot`;
  journal.record(exchangeNumber(1));
  journal.record(exchangeNumber(2, { subject: { requestId: 'Ünique', playerId: 'Ann' } }));
  journal.record(answeredWith(3, Buffer.from('{"error":"100%_sure\\\\"}')));
  journal.record(answeredWith(4, Buffer.from(big)));
  journal.record(answeredWith(5, Buffer.from([0xff, 0x00, 0x41, 0x4b, 0x42, 0xc3])));
  const answer = {
    kind: 'answered',
    status: 200,
    headers: {},
    body: Buffer.from('List of games'),
  } as const;
  journal.record(exchangeNumber(6, { answer }));
  const failure = { kind: 'failed', failure: 'timeout', message: 'Zu SPÄT.' } as const;
  journal.record(exchangeNumber(7, { answer: failure }));

  const found = async (text: string) => await find({ text });
  expect(await found('üNIQUE')).toEqual([2]);
  expect(await found('ANN')).toEqual([2]);
  expect(await found('TX-3')).toEqual([3]);
  expect(await found(':8080/CALLBACK')).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(await found('"NUMBER":4}')).toEqual([4]);
  expect(await found('Jackpot')).toEqual([4]);
  expect(await found('akb')).toEqual([5]);
  expect(await found('list of games')).toEqual([6]);
  expect(await found('zu spät')).toEqual([7]);
  expect(await found('TIMEOUT')).toEqual([7]);
  // To SQL these would be wildcards, quotes and comments.
  expect(await found('%_')).toEqual([3]);
  expect(await found('sure\\')).toEqual([3]);
  for (const text of ['100_', '%%', `' OR 1=1 --`, '*', '.+', 'y'.repeat(100_000)]) {
    expect(await found(text)).toEqual([]);
  }
  expect(await found('')).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

inBoth('gives way while it searches, whatever the size of the bodies', async () => {
  const body = Buffer.alloc(400_000, 'z');
  for (let number = 1; number <= 12; number += 1) journal.record(answeredWith(number, body));
  let turns = 0;
  let isSearching = true;
  const count = (): void => {
    turns += 1;
    if (isSearching) setImmediate(count);
  };
  setImmediate(count);
  expect(await find({ text: 'nowhere' })).toEqual([]);
  isSearching = false;
  expect(turns).toBeGreaterThanOrEqual(4);
});

inBoth('ends a search with the reason of its signal', async () => {
  recordAll(10_000);
  const search = { limit: 1, text: 'nowhere' };
  const aborted = AbortSignal.abort(new Error('enough'));
  await expect(journal.rows(search, aborted)).rejects.toThrow('enough');
  const controller = new AbortController();
  const rows = journal.rows(search, controller.signal);
  setImmediate(() => controller.abort(new Error('typed on')));
  await expect(rows).rejects.toThrow('typed on');
});

inBoth('ends with what it has when the journal is closed, and finds nothing in a closed one', async () => {
  recordAll(5_000);
  const searching = journal.rows({ limit: 10, text: '"number":4999}' });
  setImmediate(journal.close);
  expect(await searching).toMatchObject({ rows: [{ seq: 4_999 }], more: true });
  expect(await journal.rows({ limit: 10 })).toMatchObject({ rows: [], more: false });
});

inBoth('tells where the journal begins and ends', async () => {
  expect(journal.bounds()).toEqual({ firstSeq: 1, lastSeq: 0 });
  recordAll(3);
  await journal.flush();
  expect(journal.bounds()).toEqual({ firstSeq: 1, lastSeq: 3 });
});

it('a journal in memory leaves out what comes after the start of a search and is removed meanwhile', async () => {
  const journal = openMemoryJournal({ maxExchanges: 5_000, maxBytes: 1e9 });
  const recordAll = (from: number, to: number): void => {
    for (let number = from; number <= to; number += 1) journal.record(exchangeNumber(number));
  };
  recordAll(1, 5_000);
  const searching = journal.rows({ limit: 10_000, afterSeq: 0, text: 'callback' });
  recordAll(5_001, 5_400);
  const { rows, more } = await searching;
  expect(rows.at(-1)?.seq).toBe(5_000);
  expect(more).toBe(false);
  expect(journal.bounds()).toEqual({ firstSeq: 401, lastSeq: 5_400 });
});

const runOf = (number: number): Exchange['run'] =>
  number % 2 === 0 ? undefined : { id: `run-${number % 4}`, scenario: 'bets/a.yaml', line: number };

inBoth('finds the calls of a run, of a scenario and of a round', async () => {
  recordAll(5_000, (number) => ({
    run: runOf(number),
    subject: { transactionId: `tx-${number}`, ...roundOf(number) },
  }));
  expect(await find({ runId: 'run-3' }, 2)).toEqual([4_995, 4_999, 'more']);
  expect(await find({ runId: 'run-1', afterSeq: 0 }, 2)).toEqual([1, 5, 'more']);
  expect(await find({ scenario: 'bets/a.yaml', runId: 'run-1' }, 1)).toEqual([4_997, 'more']);
  expect(await find({ scenario: 'bets/b.yaml' })).toEqual([]);
  expect(await find({ gameRoundId: 'round-1' })).toEqual([1, 2]);
  expect(await find({ gameRoundId: 'round-2' })).toEqual([3]);
  const [row] = (await journal.rows({ limit: 1, gameRoundId: 'round-2' })).rows;
  expect(row?.exchange.run).toEqual({ id: 'run-3', scenario: 'bets/a.yaml', line: 3 });
  expect(row?.exchange.subject.gameRoundId).toBe('round-2');
});

/** Most calls have none. */
const roundOf = (number: number) => (number > 3 ? {} : { gameRoundId: `round-${number > 2 ? 2 : 1}` });

/** A second from exchange to exchange, which takes as long. */
const secondOf = (number: number) => ({
  startedAt: 1_700_000_000_000 + 1_000 * number,
  durationMs: 900,
});

inBoth('finds what began in a time, by the real clock', async () => {
  recordAll(5_000, (number) => {
    const at = secondOf(number);
    // From there on the platform's clock was a day ahead.
    if (number < 2_000) return at;
    return { ...at, startedAt: at.startedAt + 86_400_000, shiftMs: 86_400_000 };
  });
  const since = (number: number): number => secondOf(number).startedAt;
  expect(await find({ from: since(4_999) })).toEqual([4_999, 5_000]);
  expect(await find({ to: since(2) + 0.5 })).toEqual([1, 2]);
  expect(await find({ from: since(1_999), to: since(2_001) })).toEqual([1_999, 2_000, 2_001]);
  expect(await find({ from: since(3_000), afterSeq: 0 }, 1)).toEqual([3_000, 'more']);
  expect(await find({ from: since(5_001) })).toEqual([]);
  expect(await find({ to: since(0) })).toEqual([]);
});

inBoth('finds what took a minute by its beginning', async () => {
  recordAll(1_000, (number) => (number === 500 ? { ...secondOf(440), durationMs: 60_500 } : secondOf(number)));
  const [from, to] = [secondOf(440).startedAt, secondOf(441).startedAt];
  expect(await find({ from, to })).toEqual([440, 441, 500]);
});

inBoth('is paged by offset, and says how many there are', async () => {
  recordAll(5_000, (number) => ({ kind: number % 10 === 0 ? 'rollback' : 'makeBet' }));
  const kind = 'rollback' as const;
  expect(await find({ offset: 3 }, 2)).toEqual([4_996, 4_997, 'more']);
  expect(await find({ offset: 4_998 }, 5)).toEqual([1, 2]);
  expect(await find({ kind, offset: 1 }, 2)).toEqual([4_980, 4_990, 'more']);
  expect(await find({ kind, offset: 499 }, 2)).toEqual([10]);
  expect(await find({ kind, offset: 500 }, 2)).toEqual([]);
  expect(await find({ kind, afterSeq: 100, offset: 2 }, 1)).toEqual([130, 'more']);
  expect(await find({ text: 'session-3', offset: 700 }, 2)).toEqual([87, 94, 'more']);
  expect(await journal.tally({})).toEqual({ count: 5_000, isMore: false });
  expect(await journal.tally({ kind })).toEqual({ count: 500, isMore: false });
  expect(await journal.tally({ kind, afterSeq: 100, beforeSeq: 151 })).toEqual({ count: 5, isMore: false });
  expect(await journal.tally({ text: 'SESSION-3' })).toEqual({ count: 714, isMore: false });
  expect(await journal.tally({ playerId: 'nobody' })).toEqual({ count: 0, isMore: false });
});

inBoth('finds and counts by the requirement that a finding names, as it was judged last', async () => {
  recordAll(30);
  for (const number of [3, 7, 20]) journal.judge(judgementOf(`x-${number}`, 'wrong'));
  expect(await find({ requirement: 'IDEM-01' })).toEqual([3, 7, 20]);
  expect(await find({ requirement: 'IDEM-01', playerId: 'player-1' })).toEqual([7]);
  journal.judge({ ...judgementOf('x-7', 'right'), findings: [] });
  expect(await find({ requirement: 'IDEM-01' }, 1)).toEqual([20, 'more']);
  expect(await journal.tally({ requirement: 'IDEM-01' })).toEqual({ count: 2, isMore: false });
  expect(await find({ requirement: 'IDEM-02' })).toEqual([]);
});
