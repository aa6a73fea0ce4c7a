import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { judgementOf } from '../journal/sample-exchanges.ts';
import { lintDocument } from './lint-document.ts';
import { type Answered, type OpenDashboard, openDashboard } from './open-dashboard.ts';
import { makeBet } from './sample-calls.ts';

interface Operation {
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly { readonly name: string; readonly description: string }[];
  readonly requestBody?: { readonly description: string };
  readonly responses: Record<string, Response>;
}
interface Response {
  readonly description: string;
  readonly content?: Record<string, { examples?: Record<string, unknown> }>;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, { description?: string }>> };
}

let open: OpenDashboard;
let document: Document;

beforeAll(async () => {
  open = await openDashboard();
  open.journal.record(makeBet(1));
  open.context.live.keep(judgementOf('x-1', 'wrong'));
  open.journal.record(makeBet(2, { answer: { kind: 'failed', failure: 'timeout', message: 'No answer.' } }));
  document = (await open.get('/openapi.json')).json as Document;
});
afterAll(() => open.close());

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

/** JSON with a line for each route and each schema, so that a change is read in the diff. */
const inLines = (value: unknown, depth: number): string =>
  depth === 0 || typeof value !== 'object' || value === null || Array.isArray(value)
    ? JSON.stringify(value)
    : `{\n${Object.entries(value)
        .map(([key, inner]) => `${JSON.stringify(key)}: ${inLines(inner, depth - 1)}`)
        .join(',\n')}\n}`;

it('is what docs/admin.openapi.json has', () => {
  const file = new URL('../../docs/admin.openapi.json', import.meta.url);
  // UPDATE=1 writes it again, to be read in the diff.
  if (process.env['UPDATE'] === '1') writeFileSync(file, `${inLines(document, 3)}\n`);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(document);
});

it('is an OpenAPI document without a complaint', async () => {
  expect(await lintDocument(document)).toEqual([]);
});

it('describes every route, parameter, body, answer and error with a sentence', () => {
  for (const { operation } of operations()) {
    const said = [
      operation.description,
      operation.requestBody?.description ?? 'Nothing is sent.',
      ...(operation.parameters ?? []).map(({ description }) => description),
      ...Object.values(operation.responses).map(({ description }) => description),
    ];
    expect(said.filter((text) => !/^.{6,}\.$/su.test(text ?? ''))).toEqual([]);
  }
});

/** Another method on a path answers with the methods that there are. */
const methodsAt = async (path: string): Promise<readonly string[]> => {
  const { status, headers } = await open.send('PROPFIND', path.replaceAll(/\{\w+\}/g, 'x'));
  expect([path, status]).toEqual([path, 405]);
  return (headers.allow ?? '').split(', ').filter((method) => method !== 'HEAD');
};

it('has the routes of the API and no others', async () => {
  for (const [path, methods] of Object.entries(document.paths)) {
    const described = Object.keys(methods).map((method) => method.toUpperCase());
    expect([path, await methodsAt(path)]).toEqual([path, described]);
  }
  const layers = (open.dashboard.router as unknown as Stack).stack.flatMap(
    ({ handle }) => (handle as Partial<Stack>).stack ?? [],
  );
  const routed = layers.flatMap(({ route }) => (route === undefined ? [] : [route.path]));
  const paths = routed.map((path) => path.replaceAll(/:(\w+)/g, '{$1}'));
  const page = ['/', '/__dashboard/{name}'];
  expect(new Set(paths)).toEqual(new Set([...Object.keys(document.paths), ...page]));
});

interface Stack {
  readonly stack: readonly {
    readonly handle: unknown;
    readonly route?: { readonly path: string };
  }[];
}

const orders: Readonly<Record<string, unknown>> = {
  'post /exchanges/{id}/resend': { as: 'exact' },
  'post /trigger': { type: 'getBalance', playerId: 'player-1' },
  'post /findings/{id}/mute': { reason: 'PAY-17' },
  'post /sessions': { playerId: 'player-1', gameId: 101 },
  'post /packs': { playerId: 'player-1', gameId: 101, currency: 'USD', total: 3, bet: '1' },
  'post /faults': { direction: 'operation', fault: 'refused', code: 'game_not_found', times: 2 },
  'post /clock': { shiftMs: 5 },
  'post /scenarios/record': { sessionId: 's-1' },
  'post /agents': { id: 1003, unavailableGames: [104] },
  'patch /agents/{id}': { callbackUrl: 'http://127.0.0.1:8081/callback' },
  'put /scenarios/{name}': { yaml: 'scenario: x' },
};
/** By the first word of a path; what is opened adds its own. */
const ids: Record<string, string> = { exchanges: 'x-1', agents: '1003', findings: 'double-application' };
const idOf = ({ json }: Answered): string => json?.sessionId ?? json?.freespinsId ?? json?.id;
const queries: Readonly<Record<string, string>> = {
  '/runs/{id}/changes': '?since=run-0',
  '/scenarios/source': '?file=a.yaml',
};

/** They answer with no JSON. */
const ownWays = ['/events', '/runs/{id}/report', '/login'];

const askFor = async (path: string, method: string): Promise<Answered> => {
  const [, room = ''] = path.split('/');
  const filled = path.replace(/\{\w+\}/, ids[room] ?? 'run-1') + (queries[path] ?? '');
  const answer = await open.send(method.toUpperCase(), filled, orders[`${method} ${path}`]);
  if (method === 'post' && path === `/${room}` && answer.status === 201) ids[room] ??= idOf(answer);
  return answer;
};

/** Something is opened before it is looked at, changed and ended; a reset ends the rest. */
const inOrder = (list: ReturnType<typeof operations>): ReturnType<typeof operations> =>
  list.toSorted((one, other) => {
    const [reset, isReset] = [other.path === '/reset', one.path === '/reset'];
    if (reset !== isReset) return isReset ? 1 : -1;
    const deeper = one.path.length - other.path.length;
    return other.method.localeCompare(one.method) || (one.method === 'delete' ? -deeper : deeper);
  });

it('describes what is really answered', async () => {
  const answered = structuredClone(document);
  const examples: string[] = [];
  const add = (path: string, method: string, { status, json }: Answered): void => {
    const described = answered.paths[path]?.[method]?.responses[status];
    expect([path, method, status, described?.description]).toContainEqual(expect.stringMatching(/\.$/));
    const content = described?.content?.['application/json'];
    if (content === undefined) return;
    content.examples = { ...content.examples, real: { value: json } };
    examples.push(`${method} ${path} ${status}`);
  };
  for (const { path, method } of inOrder(operations())) {
    if (ownWays.includes(path)) continue;
    add(path, method, await askFor(path, method));
    const unknown = path.replaceAll(/\{\w+\}/g, 'none');
    add(path, method, await open.send(method, `${unknown}?odd=1`));
    if (unknown !== path && method !== 'put') {
      add(path, method, await open.send(method, unknown + (queries[path] ?? ''), orders[`${method} ${path}`]));
    }
  }
  expect(new Set(examples.filter((name) => / 20\d$/.test(name))).size).toBe(49);
  expect(await lintDocument(answered)).toEqual([]);
});

it("has the document of the platform's own API beside it, with the address that it serves", async () => {
  const { baseUrl } = (await open.get('/setup')).json as Record<string, string>;
  const { json } = await open.get('/platform.openapi.json');
  expect(json).toMatchObject({
    openapi: '3.1.0',
    servers: [{ variables: { base_url: { default: baseUrl } } }],
    webhooks: { makeBet: { post: { operationId: 'makeBet' } } },
  });
});

it('would notice an answer that is described wrongly', async () => {
  const wrong = structuredClone(document);
  const content = wrong.paths['/clock']?.['get']?.responses['200']?.content?.['application/json'];
  Object.assign(content ?? {}, { examples: { wrong: { value: { now: 1, shiftMs: 0, odd: 1 } } } });
  expect((await lintDocument(wrong)).map(([rule]) => rule)).toContain('no-invalid-media-type-examples');
});
