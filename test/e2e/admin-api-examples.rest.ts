import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startServe } from './open-served.ts';
import { packageFolder } from './run-cli.ts';

const shell = promisify(execFile);

interface Part {
  readonly $ref?: string;
  readonly examples?: readonly unknown[];
}
interface Operation {
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly schema: Part;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Part }>> };
}
const document = JSON.parse(readFileSync(join(packageFolder, 'docs/admin.openapi.json'), 'utf8')) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Part>> };
};

/** Every operation of the document, by its method and path: `GET /health`. */
const operations = new Map<string, Operation>(
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
  ),
);

const exampleOf = (part: Part): unknown =>
  (part.$ref === undefined ? part : document.components.schemas[part.$ref.split('/').at(-1) ?? ''])?.examples?.[0];

let platform: Awaited<ReturnType<typeof startServe>>;

beforeAll(async () => {
  platform = await startServe(['--example-agent', '--journal', ':memory:'], 'admin: { token: my-long-admin-token }');
});

afterAll(async () => await platform.close());

type Values = Readonly<Record<string, string>>;

const asked = new Set<string>();

/** Asks with the examples of the document; `values` are ids, which no document can know. */
const ask = async (title: string, values: Values = {}): Promise<Response> => {
  asked.add(title);
  const { parameters = [], requestBody } = operations.get(title) ?? {};
  const [method = '', path = ''] = title.split(' ');
  const url = new URL(
    `${platform.url}/__admin${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')}`,
  );
  for (const { name, in: place, schema } of parameters) {
    const value = values[name] ?? exampleOf(schema);
    if (place === 'query' && value !== undefined) url.searchParams.set(name, String(value));
  }
  const body = requestBody === undefined ? undefined : exampleOf(requestBody.content['application/json']?.schema ?? {});
  return await fetch(url, {
    method,
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
};

/** Asks, and gives back the answer after its status was compared. */
const run = async <T>(title: string, status: number, values: Values = {}): Promise<T> => {
  const answer = await ask(title, values);
  const body = await answer.text();
  expect([title, answer.status, status === answer.status ? '' : body]).toEqual([title, status, '']);
  return (/^[[{]/.test(body) ? JSON.parse(body) : body) as T;
};

interface Sent {
  readonly callbacks: readonly { readonly exchangeId: string; readonly verdict: string }[];
}

it('examples ask for what there is', async () => {
  for (const path of ['health', 'setup', 'players', 'sessions', 'packs', 'faults', 'clock']) {
    await run(`GET /${path}`, 200);
  }
  for (const path of [
    'agents',
    'deliveries',
    'findings',
    'runs',
    'scenarios',
    'openapi.json',
    'platform.openapi.json',
  ]) {
    await run(`GET /${path}`, 200);
  }
  expect(await run('POST /login', 204)).toBe('');
});

it('examples send callbacks by hand and again, and show them', async () => {
  const sent = await run<Sent>('POST /trigger', 200);
  expect(sent.callbacks.map(({ verdict }) => verdict)).toEqual(['right']);
  const values = { id: sent.callbacks[0]?.exchangeId ?? '' };
  await run('GET /exchanges/{id}', 200, values);
  const again = await run<Sent>('POST /exchanges/{id}/resend', 200, values);
  const undone = await run<Sent>('POST /exchanges/{id}/rollback', 200, values);
  expect([...again.callbacks, ...undone.callbacks].map(({ verdict }) => verdict)).toEqual(['right', 'right']);
  expect(await run<Sent>('POST /players/ask', 200)).toMatchObject({ callbacks: [{ verdict: 'right' }] });
  expect(await run('GET /agents/health', 200)).toMatchObject({ answers: expect.any(Number) });
  await run('GET /exchanges', 200);
  expect(await run('GET /exchanges/count', 200)).toMatchObject({ isMore: false });
  expect(await run('GET /exchanges.har', 200)).toMatchObject({ log: { version: '1.2' } });
});

it('examples open and close sessions, grant free spins and take them away', async () => {
  const { sessionId } = await run<{ sessionId: string }>('POST /sessions', 201);
  await run('DELETE /sessions/{id}', 200, { id: sessionId });
  const { freespinsId } = await run<{ freespinsId: string }>('POST /packs', 201);
  await run('DELETE /packs/{id}', 200, { id: freespinsId });
});

it('examples switch faults on and off, and move the clock', async () => {
  const { id } = await run<{ id: string }>('POST /faults', 201);
  expect(await run('DELETE /faults/{id}', 200, { id: id })).toEqual([]);
  await run('DELETE /faults', 200);
  expect(await run('POST /clock', 200)).toMatchObject({ shiftMs: 301_000 });
});

it('events tell what happens', async () => {
  const { body } = await ask('GET /events');
  await run('POST /reset', 204);
  let told = '';
  for await (const chunk of body ?? []) {
    told += Buffer.from(chunk).toString();
    if (told.includes('"kind":"reset"')) break;
  }
  expect(told).toMatch(/^data: \[\{/m);
});

it('examples open, change and end an agent', async () => {
  await run('POST /agents', 201);
  const values = { id: '1003' };
  expect(await run('PATCH /agents/{id}', 200, values)).toMatchObject({ unavailableGames: [104] });
  await run('GET /agents/{id}/verdict', 200, values);
  await run('POST /agents/{id}/token', 200, values);
  expect(await run('DELETE /agents/{id}/token', 200, values)).toMatchObject({ hasToken: false });
  await run('DELETE /agents/{id}', 200, values);
});

it('examples save, read and run scenarios, and compare runs', async () => {
  const { file } = await run<{ file: string }>('PUT /scenarios/{name}', 200, { name: 'debit' });
  await run('GET /scenarios/source', 200, { file: file });
  const ended = async (): Promise<string> => {
    const { id } = await run<{ id: string }>('POST /runs', 202);
    for (;;) {
      const runs = await run<{ id: string; state: string }[]>('GET /runs', 200);
      const state = runs.find((each) => each.id === id)?.state;
      if (state !== 'running') return id;
    }
  };
  const values = { since: await ended(), id: await ended() };
  expect(await run('GET /runs/{id}', 200, values)).toMatchObject({ verdict: 'conformant' });
  expect(await run('GET /runs/{id}/report', 200, values)).toMatch(/^<!doctype html>/i);
  expect(await run('GET /runs/{id}/view', 200, values)).toMatchObject({ breaches: [] });
  await run('GET /runs/{id}/changes', 200, values);
  await run('DELETE /runs/current', 404);
});

it('examples watch, and stop it', async () => {
  expect(await run('PUT /runs/watch', 200)).toMatchObject({ state: 'on' });
  expect(await run('GET /runs/watch', 200)).toMatchObject({ state: 'on' });
  expect(await run('DELETE /runs/watch', 204)).toBe('');
});

it('examples mute findings and play them again', async () => {
  // The agent here is right: there are none.
  const values = { id: 'none' };
  await run('POST /findings/{id}/mute', 404, values);
  await run('DELETE /findings/{id}/mute', 404, values);
  await run('POST /findings/{id}/play', 404, values);
});

it('examples make a scenario of a session', async () => {
  const session = { sessionId: 's-1', type: 'getBalance', playerId: 'player-1' };
  await fetch(`${platform.url}/__admin/trigger`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(session),
  });
  const { yaml } = await run<{ yaml: string }>('POST /scenarios/record', 200);
  expect(yaml).toContain('getBalance');
});

it('the commands of docs/dashboard.md are answered with success', async () => {
  const page = readFileSync(join(packageFolder, 'docs/dashboard.md'), 'utf8');
  const [, setup = '', commands = ''] = /```bash\n(A=.+\nJ=.+\n)([\s\S]*?)\n```/.exec(page) ?? [];
  const own = setup.replace('http://127.0.0.1:4600', platform.url);
  const lines = commands.split('\n').filter((line) => !line.includes('/events'));
  expect(lines.length).toBeGreaterThan(4);
  for (const line of lines) {
    const { stdout } = await shell('bash', ['-c', own + line.replace('curl -s', "curl -s -w '\\n%{http_code}'")]);
    expect([line, stdout.trim().split('\n').at(-1)]).toEqual([line, expect.stringMatching(/^20\d$/)]);
  }
});

it('every operation of the document is asked for here', () => {
  expect(asked).toEqual(new Set(operations.keys()));
});
