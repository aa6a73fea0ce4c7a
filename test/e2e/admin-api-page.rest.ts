import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startServe } from './open-served.ts';
import { packageFolder } from './run-cli.ts';

const page = readFileSync(join(packageFolder, 'docs/admin-api.md'), 'utf8');
const [, setup = ''] = /```bash\n(A=[\s\S]*?)\n```/.exec(page) ?? [];

/** The example of every route, by its heading: `GET /health`. */
const examples = new Map(
  [...page.matchAll(/\n### ([A-Z]+ \S+)\n[\s\S]*?```bash\n(curl [\s\S]*?)\n```/g)].map(
    ([, title = '', command = '']) => [title, command] as const,
  ),
);

let platform: Awaited<ReturnType<typeof startServe>>;

beforeAll(async () => {
  platform = await startServe(['--example-agent', '--journal', ':memory:'], 'admin: { token: my-long-admin-token }');
});

afterAll(async () => await platform.close());

type Values = Readonly<Record<string, string>>;

/** The example in a shell, with the values of its names; ends it once `enough` has come. */
const shell = (command: string, values: Values, enough?: RegExp): Promise<string> =>
  new Promise((resolve) => {
    const lines = [setup.replace('http://127.0.0.1:4600', platform.url), `exec ${command}`];
    const child = spawn('bash', ['-euc', lines.join('\n')], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...values },
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (enough?.test(output) === true) child.kill();
    });
    child.once('close', () => resolve(output));
  });

const asked = new Set<string>();

/** Runs the example of a route. Gives back the JSON of its answer, after its status was compared. */
const run = async <T>(title: string, status: number, values: Values = {}): Promise<T> => {
  asked.add(title);
  const command = (examples.get(title) ?? '').replace('curl -s', "curl -s -w '\\n%{http_code}'");
  const output = await shell(command, values);
  const [, body = '', code] = /^([\s\S]*)\n(\d+)$/.exec(output) ?? [];
  expect([title, Number(code), status === Number(code) ? '' : body]).toEqual([title, status, '']);
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
  const values = { ID: sent.callbacks[0]?.exchangeId ?? '' };
  await run('GET /exchanges/{id}', 200, values);
  const again = await run<Sent>('POST /exchanges/{id}/resend', 200, values);
  const undone = await run<Sent>('POST /exchanges/{id}/rollback', 200, values);
  expect([...again.callbacks, ...undone.callbacks].map(({ verdict }) => verdict)).toEqual(['right', 'right']);
  await run('GET /exchanges', 200);
  expect(await run('GET /exchanges/count', 200)).toMatchObject({ isMore: false });
  expect(await run('GET /exchanges.har', 200)).toMatchObject({ log: { version: '1.2' } });
});

it('examples open and close sessions, grant free spins and take them away', async () => {
  const { sessionId } = await run<{ sessionId: string }>('POST /sessions', 201);
  await run('DELETE /sessions/{id}', 200, { ID: sessionId });
  const { freespinsId } = await run<{ freespinsId: string }>('POST /packs', 201);
  await run('DELETE /packs/{id}', 200, { ID: freespinsId });
});

it('examples switch faults on and off, and move the clock', async () => {
  const { id } = await run<{ id: string }>('POST /faults', 201);
  expect(await run('DELETE /faults/{id}', 200, { ID: id })).toEqual([]);
  await run('DELETE /faults', 200);
  expect(await run('POST /clock', 200)).toMatchObject({ shiftMs: 301_000 });
});

it('the example of events tells what happens', async () => {
  asked.add('GET /events');
  const events = shell(examples.get('GET /events') ?? '', {}, /"kind":"reset"/);
  // Whoever listens from now on hears of one of them.
  let isOver = false;
  void events.then(() => {
    isOver = true;
  });
  while (!isOver) await run('POST /reset', 204);
  expect(await events).toMatch(/^data: \[\{/m);
});

it('examples open, change and end an agent', async () => {
  await run('POST /agents', 201);
  const values = { ID: '1003' };
  expect(await run('PATCH /agents/{id}', 200, values)).toMatchObject({ unavailableGames: [104] });
  await run('GET /agents/{id}/verdict', 200, values);
  await run('POST /agents/{id}/token', 200, values);
  expect(await run('DELETE /agents/{id}/token', 200, values)).toMatchObject({ hasToken: false });
  await run('DELETE /agents/{id}', 200, values);
});

it('examples save, read and run scenarios, and compare runs', async () => {
  const { file } = await run<{ file: string }>('PUT /scenarios/{name}', 200, { NAME: 'debit' });
  await run('GET /scenarios/source', 200, { FILE: file });
  const ended = async (): Promise<string> => {
    const { id } = await run<{ id: string }>('POST /runs', 202);
    for (;;) {
      const runs = await run<{ id: string; state: string }[]>('GET /runs', 200);
      const state = runs.find((each) => each.id === id)?.state;
      if (state !== 'running') return id;
    }
  };
  const values = { SINCE: await ended(), ID: await ended() };
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
  const values = { ID: 'none' };
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

it('all the examples of docs/admin-api.md are run here', () => {
  expect(asked).toEqual(new Set(examples.keys()));
  expect(examples.size).toBeGreaterThan(30);
});
