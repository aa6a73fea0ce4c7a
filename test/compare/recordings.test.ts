import { once } from 'node:events';
import { createWriteStream, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Har } from 'har-format';
import { openRecording } from '../../src/compare/open-recording.ts';
import { harEntryOf } from '../../src/formats/har.ts';
import { openJournal } from '../../src/journal/open-journal.ts';
import type { Exchange } from '../../src/spec/exchange.ts';
import { compareHar, comparePath, told } from './compare-har.ts';
import { getBalance, openRecordedPlatform } from './record-har.ts';

const folder = mkdtempSync(join(tmpdir(), 'recordings-'));

const written = (name: string, text: string | Uint8Array): string => {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
};

let har: Har;
const exchanges: Exchange[] = [];
beforeAll(async () => {
  const recording = await openRecordedPlatform({}, { record: (each) => exchanges.push(each) });
  await recording.ask('list');
  await recording.ask('get_game_link', {});
  await recording.callBack(getBalance());
  ({ har } = recording);
  await recording.close();
});

const withEntries = (change: (entry: Har['log']['entries'][number]) => void): Har => {
  const copy = structuredClone(har);
  for (const entry of copy.log.entries) change(entry);
  return copy;
};

describe('a HAR', () => {
  it('may have bodies in base64, and compressed', async () => {
    const coded = withEntries(({ response }) => {
      const { text = '' } = response.content;
      response.content = {
        ...response.content,
        text: gzipSync(text).toString('base64'),
        encoding: 'base64',
      };
      response.headers.push({ name: 'Content-Encoding', value: 'gzip' });
    });
    const comparison = await compareHar(coded);
    expect(told(comparison)).toEqual([]);
    expect(comparison.counts).toMatchObject({ requests: 2, callbacks: 1, withoutBody: 0 });
  });

  it('without the bodies of answers is compared by status and headers', async () => {
    const bare = withEntries(({ response }) => {
      response.content = { size: 0, mimeType: 'application/json' };
      if (response.status === 422) response.status = 400;
    });
    const comparison = await compareHar(bare);
    expect(comparison.counts.withoutBody).toBe(2);
    expect(told(comparison)).toEqual([
      expect.stringMatching(/^get_game_link status HTTP status: 400 \| 422 validation_error/),
    ]);
  });

  it('without the bodies of requests is no recording of any', async () => {
    const bare = withEntries(({ request }) => {
      delete request.postData;
    });
    const { counts } = await compareHar(bare);
    expect(counts.callbacks).toBe(0);
  });

  it('of a proxy with HTTP/2 has names of headers in small letters', async () => {
    const lower = withEntries(({ request }) => {
      request.headers = request.headers.map(({ name, value }) => ({
        name: name.toLowerCase(),
        value,
      }));
    });
    expect(told(await compareHar(lower))).toEqual([]);
  });

  it('has what its types say', () => {
    expect(har.log.entries.map(harEntryOf)).not.toContain(undefined);
  });
});

describe('a HAR of more than the contract', () => {
  it('may have requests of others, which are counted by host', async () => {
    const more = structuredClone(har);
    for (const url of ['https://cdn.example/a.js', 'https://cdn.example/b.js', 'blob:x']) {
      const [entry] = structuredClone(har.log.entries);
      if (entry !== undefined) more.log.entries.push({ ...entry, request: { ...entry.request, url } });
    }
    const { counts, differences } = await compareHar(more);
    expect(counts.others[0]).toEqual({ host: 'cdn.example', count: 2 });
    expect(differences).toEqual([]);
  });

  it('may have requests that nobody answered, or that failed there', async () => {
    const failed = withEntries(({ request, response }) => {
      response.status = request.url.endsWith('/list') ? 0 : 502;
    });
    const { counts, differences } = await compareHar(failed);
    expect(counts).toMatchObject({ requests: 0, unanswered: 1, failedThere: 1 });
    expect(differences).toEqual([]);
  });
});

setFlagsFromString('--expose_gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** What is in memory and still in use. */
const heldBytes = (): number => {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};

/** 40 MB of a film that somebody watched meanwhile. */
const writeLarge = async (): Promise<string> => {
  const file = join(folder, 'large.har');
  const stream = createWriteStream(file);
  stream.write('{"log":{"version":"1.2","entries":[');
  const [entry] = structuredClone(har.log.entries);
  Object.assign(entry?.request ?? {}, { url: 'https://cdn.example/film.mp4' });
  Object.assign(entry?.response.content ?? {}, { text: 'x'.repeat(1_000_000) });
  const text = JSON.stringify(entry);
  for (let count = 0; count < 40; count += 1) {
    if (!stream.write(`${count === 0 ? '' : ','}${text}`)) await once(stream, 'drain');
  }
  stream.end(']}}');
  await once(stream, 'finish');
  return file;
};

describe('a file that may be a HAR', () => {
  it.each([
    ['', /is empty/],
    ['{"log":', /ends before its JSON does/],
    ['{"log":{"version":"1.2","entries":[}', /its JSON breaks after entry 0/],
    ['<html>', /its JSON breaks at byte 0/],
    ['{"a":1}', /has no log\.entries/],
    ['{"log":{"entries":null}}', /has no log\.entries/],
    ['{"log":{"version":"1.2","entries":[{"request":{}}]}}', /entry 1 has no request/],
  ])('that is none is refused: %s', async (text, problem) => {
    await expect(comparePath(written('broken.har', text))).rejects.toThrow(problem);
  });

  it.each([
    '\uFEFF{"log":{"version":"1.2","entries":[]}}\n',
    '{"log":{"entries":[]}}',
    '\uFEFF{"log":{"entries":[],"pages":[]}}\n',
  ])('without entries has nothing to compare: %j', async (text) => {
    const file = written('none.har', text);
    expect((await comparePath(file)).counts).toMatchObject({ requests: 0, callbacks: 0 });
  });

  it('is read entry by entry: its size does not matter', async () => {
    const file = await writeLarge();
    let count = 0;
    const before = heldBytes();
    for await (const { answer } of await openRecording(file)) {
      count += 1;
      expect(answer?.body).toHaveLength(1_000_000);
      if (count === 40) expect(heldBytes() - before).toBeLessThan(25_000_000);
    }
    expect(count).toBe(40);
  });
});

describe('a folder of recorded requests', () => {
  it('holds requests as JSON and as they went over the wire', async () => {
    const place = mkdtempSync(join(folder, 'requests-'));
    const [list] = har.log.entries;
    const body = JSON.parse(list?.request.postData?.text ?? '');
    const answer = (list?.response.content.text ?? '').replace('"total":2', '"total":"2"');
    const headers = Object.fromEntries((list?.request.headers ?? []).map(({ name, value }) => [name, value]));
    writeFileSync(
      join(place, '1.json'),
      JSON.stringify({
        request: { url: 'https://platform.example/api/games/list', headers, body },
        response: {
          status: 200,
          headers: { 'Content-Type': 'application/json' },
          body: JSON.parse(answer),
        },
      }),
    );
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    writeFileSync(
      join(place, '2.http'),
      `POST /v1/api/games/list HTTP/1.1\r\nHost: platform.example\r\n${head.join('')}\r\n${JSON.stringify(body)}\r\n\r\nHTTP/1.1 201 Created\r\nContent-Type: application/json\r\n\r\n${answer}\r\n`,
    );
    writeFileSync(join(place, 'readme.md'), 'no request');
    const { differences, remarks } = await comparePath(place);
    expect(differences.map(({ field, places }) => [field, places])).toEqual([
      ['content.total', ['1.json', '2.http']],
      ['HTTP status', ['2.http']],
    ]);
    expect(remarks).toEqual([]);
  });

  it.each([
    ['a.json', '{"request":{}}', /a\.json holds no recorded request: expected/],
    ['b.json', '{', /b\.json holds no recorded request: it is no JSON/],
    ['c.http', 'POST /api/games/list HTTP/1.1\n\n{}', /no answer/],
  ])('is refused where %s is none', async (name, text, problem) => {
    const place = mkdtempSync(join(folder, 'wrong-'));
    writeFileSync(join(place, name), text);
    await expect(comparePath(place)).rejects.toThrow(problem);
  });
});

describe('a journal of serve', () => {
  it('is compared, without runs and without requests with a fault', async () => {
    const file = join(folder, 'journal.db');
    const journal = await openJournal({ file, maxExchanges: 1000 });
    const [list] = exchanges;
    if (list === undefined) throw new Error('nothing was recorded');
    journal.record(list);
    journal.record({ ...list, id: 'run', origin: 'run' });
    journal.record({ ...list, id: 'fault', fault: 'delayed' });
    await journal.close();
    const { counts, differences } = await comparePath(file);
    expect(counts).toMatchObject({ requests: 1, callbacks: 0 });
    expect(differences).toEqual([]);
  });
});
