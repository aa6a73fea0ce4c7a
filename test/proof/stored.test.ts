import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from '@jest/globals';
import { type Judged, judgedOf } from './judged.ts';
import { readStored } from './work.ts';

// Runs that an earlier state made, and what is said of them. `node test/proof/worker.js store test/proof/stored/runs NAMES…` makes
// others; UPDATE=1 writes what is said now, to be read before it is believed: `npm run proof` tells each difference.

const folder = fileURLToPath(new URL('stored/', import.meta.url));
const judgedFile = join(folder, 'judged.json.gz');
const files = readdirSync(join(folder, 'runs')).toSorted();
const judged: Record<string, Judged> = JSON.parse(gunzipSync(readFileSync(judgedFile)).toString('utf8'));
const found: Record<string, Judged> = {};

describe('a stored run is judged as it was when it was stored', () => {
  it.each(files)('%s, as a run and call by call as live traffic', async (file) => {
    found[file] = await judgedOf(await readStored(join(folder, 'runs', file)));
    if (process.env['UPDATE'] === '1') return;
    expect(found[file]).toEqual(judged[file]);
  });

  it('they are right agents and wrong ones', () => {
    const verdicts = files.map((file) => judged[file]?.['run']?.split(' ')[0]);
    expect(new Set(verdicts)).toEqual(new Set(['conformant', 'nonconformant']));
    expect(files.length).toBeGreaterThanOrEqual(10);
  });

  afterAll(() => {
    if (process.env['UPDATE'] === '1') writeFileSync(judgedFile, gzipSync(JSON.stringify({ ...judged, ...found })));
  });
});
