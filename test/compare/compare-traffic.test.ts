import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Entry, Har } from 'har-format';
import { openJournal } from '../../src/journal/open-journal.ts';
import type { Exchange } from '../../src/spec/exchange.ts';
import { compareHar, comparePath, told } from './compare-har.ts';
import { openRecordedPlatform, recordStory } from './record-har.ts';

let har: Har;
const exchanges: Exchange[] = [];
const folder = mkdtempSync(join(tmpdir(), 'compare-story-'));
beforeAll(async () => {
  const recording = await openRecordedPlatform({}, { record: (each) => exchanges.push(each) });
  await recordStory(recording);
  har = recording.har;
  await recording.close();
});

describe('a recording of our own platform', () => {
  it('is alike', async () => {
    const comparison = await compareHar(har);
    expect(told(comparison)).toEqual([]);
    expect(comparison.counts).toMatchObject({ requests: 16, callbacks: 4, withoutBody: 0 });
    expect(comparison.remarks).toEqual([]);
  });

  it('is alike as a folder of files', async () => {
    for (const [index, { startedDateTime: startedAt, request, response }] of har.log.entries.entries()) {
      const { url, headers, postData } = request;
      const answer = { status: response.status, headers: response.headers, body: response.content.text };
      const pair = { startedAt, request: { url, headers, body: postData?.text }, response: answer };
      writeFileSync(join(folder, `${String(index).padStart(2, '0')}.json`), JSON.stringify(pair));
    }
    const comparison = await comparePath(folder);
    expect(told(comparison)).toEqual([]);
    expect(comparison.counts).toMatchObject({ requests: 16, callbacks: 4 });
  });

  it('is alike as a journal', async () => {
    const file = join(folder, 'journal.db');
    const journal = await openJournal({ file, maxExchanges: 1000 });
    for (const exchange of exchanges) journal.record(exchange);
    await journal.close();
    const comparison = await comparePath(file);
    expect(told(comparison)).toEqual([]);
    expect(comparison.counts).toMatchObject({ requests: 16, callbacks: 0 });
  });

  it('is alike though it is a year old', async () => {
    const old = structuredClone(har);
    const year = 365 * 86_400;
    for (const entry of old.log.entries) {
      const { request } = entry;
      const startedAt = Date.parse(entry.startedDateTime) - year * 1000;
      entry.startedDateTime = new Date(startedAt).toISOString();
      const text = request.postData?.text ?? '';
      const earlier = text
        .replace(/"timestamp":(\d+)/, (_, time) => `"timestamp":${time - year}`)
        .replace('2100-01-31T12:00:00Z', new Date(startedAt + 3_600_000).toISOString());
      if (request.postData !== undefined) request.postData.text = earlier;
    }
    const comparison = await compareHar(old);
    expect(told(comparison)).toEqual([]);
    // The text was changed after it was signed.
    expect(comparison.remarks[0]).toMatch(/^The token of agent 1001 does not verify/);
  });
});

describe('a recording of a platform that forgets', () => {
  it('is alike where a pack was deleted twice', async () => {
    const copy = structuredClone(har);
    const deletion = copy.log.entries.filter((each) => JSON.stringify(each).includes('welcome-1')).slice(0, 2);
    copy.log.entries = [...deletion, ...deletion.slice(1)];
    const comparison = await compareHar(copy);
    expect(comparison.counts.requests).toBe(3);
    expect(told(comparison)).toEqual([]);
  });
});

type Change = (entry: Entry) => void;

const inAnswer =
  (before: string | RegExp, after: string): Change =>
  ({ response: { content } }) => {
    content.text = content.text?.replace(before, after) ?? '';
  };

const inRequest =
  (before: string, after: string): Change =>
  ({ request: { postData } }) => {
    if (postData !== undefined) postData.text = postData.text?.replace(before, after) ?? '';
  };

/** Of the recording the first entry, with a change, that has this text in its URL, request or answer. */
const plant = (mark: string, change: Change): Har => {
  const copy = structuredClone(har);
  const entry = copy.log.entries.find((each) => JSON.stringify(each).includes(mark));
  if (entry === undefined) throw new Error(`nothing has ${mark}`);
  const before = JSON.stringify(entry);
  change(entry);
  if (JSON.stringify(entry) === before) throw new Error(`${mark} is unchanged`);
  // Another callback shows that the token is the right one.
  const other = copy.log.entries.find((each) => JSON.stringify(each).includes('rollback'));
  copy.log.entries = [entry, ...(other === undefined ? [] : [other])];
  return copy;
};

const unsigned = 'makeBet signature X-Signature: no known dialect fits | signed as the other callbacks';

const planted: Record<string, [mark: string, change: Change, differences: string[]]> = {
  'a status': [
    '/get_game_link"',
    ({ response }) => {
      response.status = 201;
    },
    ['get_game_link status HTTP status: 201 | 200'],
  ],
  'a field more': [
    '/list"',
    inAnswer('"demo":true', '"demo":true,"rtp":96.5'),
    ['list more content.games[].rtp: number | not there'],
  ],
  'a field missing': ['/list"', inAnswer(/,"total":\d+/, ''), ['list missing content.total: not there | number']],
  'a field missing in some items': [
    '/list"',
    inAnswer('"brand":"North",', ''),
    ['list missing content.games[].brand: in 1 of 2 | string'],
  ],
  'a type': ['/list"', inAnswer(/"total":(\d+)/, '"total":"$1"'), ['list type content.total: string | number']],
  'a format': [
    '/get_game_link_demo"',
    inAnswer(/"timestamp":"[^"]+"/, '"timestamp":"2026-01-31T12:00:00+03:00"'),
    ['get_game_link_demo format timestamp: date-time to the second, with offset | date-time with milliseconds, Z'],
  ],
  'a header': [
    '/list"',
    ({ response }) => {
      response.headers.push({ name: 'Retry-After', value: '30' });
    },
    ['list header Retry-After: there | not there'],
  ],
  'a content type': [
    '/list"',
    ({ response }) => {
      response.headers = [{ name: 'content-type', value: 'application/json;charset=UTF-8' }];
    },
    ['list header content-type: application/json; charset=utf-8 | application/json'],
  ],
  'an order of keys': [
    '/list"',
    inAnswer(/"status":"success",(.*)\}$/, '$1,"status":"success"}'),
    ['list order the body: timestamp, request_id, content, status | status, timestamp, request_id, content'],
  ],
  'an error code': [
    'game_not_found',
    inAnswer('game_not_found', 'unknown_game'),
    ['get_game_link value error: unknown_game | game_not_found'],
  ],
  'another outcome': [
    '/get_game_link"',
    inAnswer('"content":{', '"error":"busy","message":"","x":{'),
    ['get_game_link value outcome: busy | success'],
  ],
  'a value of the envelope': [
    '/list"',
    inAnswer('"status":"success"', '"status":"ok"'),
    ['list value status: ok | success'],
  ],
  "a free-spin field's name": [
    '/freespins_delete"',
    inAnswer('"freespins_id"', '"bonus_id"'),
    ['freespins_delete name content.freespins_id: bonus_id | freespins_id'],
  ],
  'a field more of a callback': [
    '\\"type\\":\\"makeBet',
    inRequest('"win":', '"provider":"north","win":'),
    ['makeBet more provider: string (text) | not there', unsigned],
  ],
  'an amount as text': [
    '\\"type\\":\\"makeBet',
    inRequest('"bet":10.5', '"bet":"10.50"'),
    ['makeBet type bet: string | number', unsigned],
  ],
  'zeros of an amount': [
    '\\"type\\":\\"makeBet',
    inRequest('"bet":10.5', '"bet":10.50'),
    [
      'makeBet format bet: number with zeros at its end | plain number',
      'callbacks signature X-Signature: the dialect minimal-reprinted | the dialect minimal',
    ],
  ],
  'the JSON text': [
    '\\"type\\":\\"makeBet',
    inRequest('Player /', 'Player \\/'),
    ['makeBet writing the JSON text: slashes escaped | compact, without escapes that JSON does not demand'],
  ],
  'a signature in capitals': [
    '\\"type\\":\\"makeBet',
    ({ request: { headers } }) => {
      for (const header of headers) if (/^x-signature$/i.test(header.name)) header.value = header.value.toUpperCase();
    },
    ['makeBet format X-Signature: upper-case hexadecimal | lower-case hexadecimal'],
  ],
  'a header of a callback': [
    '\\"type\\":\\"getBalance',
    ({ request }) => {
      request.headers.push({ name: 'X-Nonce', value: 'secret-nonce' });
    },
    ['getBalance header X-Nonce: there | not there'],
  ],
};

describe('a planted difference', () => {
  it.each(Object.entries(planted))('is told by name: %s', async (_, [mark, change, lines]) => {
    expect(told(await compareHar(plant(mark, change)))).toEqual(lines);
  });

  it('is told beside all the others', async () => {
    // A platform that has two names for a field is another matter.
    const { "a free-spin field's name": _, ...rest } = planted;
    const all = Object.values(rest).map(([mark, change]) => plant(mark, change).log.entries);
    const comparison = await compareHar({ log: { ...har.log, entries: all.flat() } });
    const lines = Object.values(rest).flatMap(([, , each]) => each);
    expect(new Set(told(comparison))).toEqual(new Set(lines));
  });
});

describe('differences', () => {
  it('are listed once, with their count and the first places', async () => {
    const planting = plant('/list"', inAnswer('"demo":true', '"demo":true,"rtp":96.5'));
    const [entry] = planting.log.entries;
    if (entry === undefined) throw new Error('nothing is planted');
    const { differences } = await compareHar({ log: { ...har.log, entries: Array<Entry>(4).fill(entry) } });
    expect(differences).toMatchObject([{ count: 4, places: ['entry 1', 'entry 2', 'entry 3'] }]);
  });

  it('in the order of keys are notes, but for those inside of freespins', async () => {
    const list = await compareHar(plant('/list"', inAnswer(/"status":"success",(.*)\}$/, '$1,"status":"success"}')));
    const inside = plant('\\"freespins\\":{', inRequest('"freespins":{"accumulated_win":1.25,', '"freespins":{'));
    const [first] = inside.log.entries;
    const { postData } = first?.request ?? {};
    if (postData !== undefined)
      postData.text = postData.text?.replace('"total":10', '"total":10,"accumulated_win":1.25') ?? '';
    const balance = await compareHar(inside);
    const levels = [...list.differences, ...balance.differences].flatMap(({ kind, field, level }) =>
      kind === 'order' ? [[field, level]] : [],
    );
    expect(levels).toEqual([
      ['the body', 'note'],
      ['freespins', undefined],
    ]);
  });

  it('are no more than 500', async () => {
    const fields = Array.from({ length: 600 }, (_, index) => `"more_${index}":1`).join(',');
    const { differences, remarks } = await compareHar(
      plant('/list"', inAnswer('"content":{', `"content":{${fields},`)),
    );
    expect(differences).toHaveLength(500);
    expect(remarks).toEqual(['100 further differences are not listed: there are too many kinds.']);
  });
});
