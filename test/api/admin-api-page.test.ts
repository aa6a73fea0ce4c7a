import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { openapiDocument } from '../../src/api/openapi-document.ts';
import { renderAdminApi } from '../../src/api/render-admin-api.ts';
import { type OpenDashboard, openDashboard } from './open-dashboard.ts';

const file = new URL('../../docs/admin-api.md', import.meta.url);

let open: OpenDashboard;
let document: ReturnType<typeof openapiDocument>;
let page: string;
beforeAll(async () => {
  open = await openDashboard();
  document = (await open.get('/openapi.json')).json as typeof document;
  page = renderAdminApi(document);
});
afterAll(() => open.close());

it('docs/admin-api.md is made of the OpenAPI document', () => {
  // UPDATE=1 writes it again, to be read in the diff.
  if (process.env['UPDATE'] === '1') writeFileSync(file, page);
  expect(readFileSync(file, 'utf8')).toBe(page);
});

/** The text below a heading, to the next heading. */
const sectionOf = (title: string): string => (page.split(`\n### ${title}\n\n`)[1] ?? '').split(/\n##+ /)[0] ?? '';

describe('the page of the admin API', () => {
  it('has a section with a command for every route', () => {
    const titles = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(titles.length).toBeGreaterThan(30);
    expect(titles.filter((title) => !sectionOf(title).includes('```bash\ncurl -s'))).toEqual([]);
  });

  it('has the fields of a body, what is answered, and an example', () => {
    const section = sectionOf('POST /faults');
    expect(section).toMatch(/^\*\*Switch a fault on\.\*\* /);
    expect(section).toContain('| `direction` | `operation`, `callback` | **needed** | ');
    expect(section).toContain('| `delayMs` | a whole number |  | ');
    expect(section).toContain('- `201`: The fault. Fields: `direction`, `fault`, ');
    expect(section).toContain(`curl -s -X POST $A/faults -H "$J" -d '{"direction":"callback",`);
  });

  it('has the fields inside of fields, by their place', () => {
    expect(sectionOf('POST /trigger')).toContain('| `freespins.accumulatedWin` | text | ');
  });

  it('has parameters of path and query, and why there may be nothing', () => {
    const section = sectionOf('GET /runs/{id}/changes');
    expect(section).toContain('| `id` | text | **needed** | Id of a run. |');
    expect(section).toContain('| `since` | text | **needed** | Id of the run before. |');
    expect(section).toContain('- `404`: ');
    expect(section).toContain('curl -s "$A/runs/$ID/changes?since=$SINCE"');
  });

  it('says what every field and parameter means', () => {
    const rows = page.split('\n').filter((line) => /^\| `[\w.[\]]+` \| /.test(line));
    expect(rows.length).toBeGreaterThan(50);
    expect(rows.filter((row) => !/\| .{5,}\. \|$/.test(row))).toEqual([]);
  });

  it('says what a list has', () => {
    expect(sectionOf('GET /packs')).toContain('- `200`: The packs. A list; fields: `freespinsId`,');
  });
});
