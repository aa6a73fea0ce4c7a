import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { platformDocument } from '../../src/api/platform-document.ts';
import { renderJson } from '../../src/base/json.ts';
import { parseGames } from '../../src/formats/games.ts';
import { callbackTypes } from '../../src/spec/callback.ts';
import { type OperationName, operationNames, operations } from '../../src/spec/operation.ts';
import { platformBounds } from '../../src/spec/platform-bounds.ts';
import { ownRefusals, type RefusalCode, refusals } from '../../src/spec/refusal.ts';
import { renderCallback } from '../../src/wire/codec.ts';
import { type Answered, launch, type OpenPlatform, openPlatform } from '../platform/open-platform.ts';
import { lintDocument } from './lint-document.ts';

const builtIn = new URL('../../fixtures/games.json', import.meta.url);

const file = new URL('../../docs/platform.openapi.json', import.meta.url);

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  readonly version: string;
};

const document = platformDocument({ version, baseUrl: 'http://127.0.0.1:4600' });

interface Content {
  examples: Record<string, { value: unknown }>;
}

describe('docs/platform.openapi.json', () => {
  it('is made of the records', () => {
    // UPDATE=1 writes it anew, to be read in the diff.
    const text = `${JSON.stringify(document, null, 2)}\n`;
    if (process.env['UPDATE'] === '1') writeFileSync(file, text);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(text));
  });

  it('is an OpenAPI document without a complaint, its examples too', async () => {
    expect(await lintDocument(document)).toEqual([]);
  });
});

describe('the document of the platform', () => {
  it('has the five operations as paths and the three callbacks as webhooks', () => {
    expect(Object.keys(document.paths)).toEqual(operationNames.map((name) => operations[name].path));
    expect(Object.keys(document.webhooks)).toEqual(callbackTypes);
  });

  it('marks what is assumed, and says so', () => {
    const { schemas } = document.components;
    const { properties } = schemas['FreespinsGrantRequest'] as {
      readonly properties: Readonly<Record<string, object>>;
    };
    expect(properties['count']).toEqual({
      type: 'integer',
      minimum: 1,
      maximum: 1000,
      description: 'Assumed: number of free spins, 1 to 1000.',
      'x-assumed': true,
    });
    expect(properties['agent_id']).not.toHaveProperty('x-assumed');
  });

  it('marks the limits of fields that the specification shows without any', () => {
    const limits = ['minLength', 'maxLength', 'pattern', 'minimum', 'maximum', 'exclusiveMinimum'];
    const limited = schemasIn(document.components).filter((schema) => limits.some((limit) => limit in schema));
    expect(limited.length).toBeGreaterThan(50);
    for (const schema of limited) {
      const marked = schema['x-assumed'] === true ? limits : schema['x-assumed-keywords'];
      expect(marked).toEqual(expect.arrayContaining(limits.filter((limit) => limit in schema)));
    }
  });

  it('marks a null, and error codes that section 7 does not have', () => {
    const { GetGameLinkDemoRequest, ErrorAnswer } = document.components.schemas;
    const keywordsOf = (schema: unknown, field: string): unknown =>
      (schema as { properties: Record<string, Schema> }).properties[field]?.['x-assumed-keywords'];
    expect(keywordsOf(GetGameLinkDemoRequest, 'agent_session_id')).toEqual(['type', 'minLength']);
    expect(keywordsOf(ErrorAnswer, 'error')).toEqual(['enum', 'minLength']);
    expect(keywordsOf(ErrorAnswer, 'timestamp')).toBeUndefined();
  });

  it('marks the statuses that the specification does not show', () => {
    for (const { post } of Object.values(document.webhooks)) {
      const marked = Object.entries<object>(post.responses).filter(([, answer]) => 'x-assumed' in answer);
      expect(marked.map(([status]) => status)).toEqual(['4XX', '5XX']);
    }
    const responses: Readonly<Record<string, object>> = document.paths[operations.list.path]?.post.responses ?? {};
    const marked = Object.keys(responses).filter((status) => 'x-assumed' in (responses[status] ?? {}));
    expect(marked).toEqual(['413', '500']);
  });

  it('has every code of section 7 under its status', () => {
    const { paths } = document as unknown as Described;
    const responses = paths[operations.get_game_link_demo.path]?.post.responses ?? {};
    for (const [code, { status }] of Object.entries(refusals)) {
      const { examples } = responses[status]?.content['application/json'] ?? { examples: {} };
      expect([code, examples]).toEqual([code, expect.objectContaining({ [code]: expect.anything() })]);
    }
  });
});

it('describes callbacks as they are sent', async () => {
  const sent = structuredClone(document) as unknown as Described;
  const base = { agentId: 1001, sessionId: 's', playerId: 'p', playerUsername: 'P' };
  const codes = { currency: 'USD', language: 'en', requestId: 'r' };
  const freespins = { played: 1, total: 2, isFinish: false, accumulatedWin: '0' };
  const money = { bet: '1', win: '0', gameRoundId: 'g', roundFinished: false };
  const all = [
    { ...base, ...codes, type: 'getBalance', gameId: 101, freespins },
    { ...base, ...codes, type: 'getBalance', gameId: 101 },
    { ...base, ...codes, ...money, type: 'makeBet', transactionId: 't' },
    { ...base, ...codes, type: 'rollback', transactionId: 't' },
  ] as const;
  for (const [index, callback] of all.entries()) {
    const content = sent.webhooks[callback.type]?.post.requestBody.content['application/json'];
    const value = JSON.parse(renderJson(renderCallback(callback)));
    Object.assign(content?.examples ?? {}, { [`sent ${index}`]: { value } });
  }
  expect(await lintDocument(sent)).toEqual([]);
});

describe('a request of the document', () => {
  const head = { agent_id: 1001, timestamp: 1 };
  const byPlayer = { player_id: 'p', game_id: 101, currency: 'USD' };
  const grant = { ...head, ...byPlayer, count: 1 };
  const complaintsOf = async (name: OperationName, value: object): Promise<unknown> => {
    const described = structuredClone(document) as unknown as Described;
    const content = described.paths[operations[name].path]?.post.requestBody.content;
    Object.assign(content?.['application/json'].examples ?? {}, { further: { value } });
    return await lintDocument(described);
  };

  it.each<[what: string, OperationName, fields: object]>([
    ['with null', 'freespins_grant', { ...grant, bet: 0.01, freespins_id: null, expires_at: null }],
    ['by player', 'freespins_delete', { ...head, ...byPlayer, freespins_id: null }],
  ])('is right: %s', async (_what, name, fields) => {
    expect(await complaintsOf(name, fields)).toEqual([]);
  });

  it.each<[what: string, OperationName, fields: object]>([
    ['a bet of 0', 'freespins_grant', { ...grant, bet: 0 }],
    ['an empty id', 'freespins_grant', { ...grant, bet: 1, freespins_id: '' }],
    ['no pack', 'freespins_delete', { ...head, player_id: 'p', game_id: 101 }],
    ['a pack of null', 'freespins_delete', { ...head, freespins_id: null }],
  ])('is wrong: %s', async (_what, name, fields) => {
    expect(await complaintsOf(name, fields)).not.toEqual([]);
  });
});

/** Right and wrong requests to every operation. */
const asked: readonly (readonly [name: OperationName, fields: object])[] = [
  ['get_game_link', launch],
  ['get_game_link', { ...launch, game_id: 999 }],
  ['get_game_link', { ...launch, game_id: 104 }],
  ['get_game_link', { game_id: '101' }],
  ['get_game_link_demo', launch],
  ['get_game_link_demo', { ...launch, game_id: 102 }],
  ['list', {}],
  ['list', { agent_id: 7 }],
  ['list', { agent_id: 1002 }],
  ['list', { timestamp: 1 }],
  ['freespins_grant', { ...launch, count: 2, bet: 0.5, freespins_id: 'f' }],
  ['freespins_grant', { ...launch, count: 2, bet: 0.5, expires_at: '2100-01-01T00:00:00Z' }],
  ['freespins_grant', { ...launch, count: 2000, bet: 0.5 }],
  ['freespins_delete', { freespins_id: 'f' }],
  ['freespins_delete', { freespins_id: 'f' }],
];

describe('the answers of the platform', () => {
  let platform: OpenPlatform;
  beforeAll(async () => {
    platform = await openPlatform();
  });
  afterAll(() => platform.close());

  const described = structuredClone(document) as unknown as Described;
  const add = (name: OperationName, { status, json }: Answered): void => {
    const answers = described.paths[operations[name].path]?.post.responses;
    const content = answers?.[status]?.content['application/json'];
    expect([name, status, content !== undefined]).toEqual([name, status, true]);
    Object.assign(content?.examples ?? {}, { [`real ${answered++}`]: { value: json } });
  };
  let answered = 0;

  it('are as described', async () => {
    for (const [name, fields] of asked) add(name, await platform.call(name, { ...fields }));
    for (const name of operationNames) {
      const path = `/api/games/${name}`;
      const headers = { 'content-type': 'application/json' };
      add(name, await platform.post(path, '{}', headers));
      add(name, await platform.send({ method: 'GET', path, headers, body: '' }));
      add(name, await platform.call(name, {}, 'another token'));
    }
    expect(await lintDocument(described)).toEqual([]);
  });

  it('would be complained of if they were not', async () => {
    const wrong = structuredClone(document) as unknown as Described;
    const content = wrong.paths['/api/games/list']?.post.responses['200']?.content;
    const { examples } = content?.['application/json'] ?? { examples: {} };
    examples['wrong'] = { value: { status: 'success', content: { games: [], total: 'one' } } };
    expect(JSON.stringify(await lintDocument(wrong))).toContain('no-invalid-media-type-examples');
  });
});

/** A request for each code; all but internal_error can be had. */
const wrongs: readonly (readonly [RefusalCode, OperationName, fields: object])[] = [
  ['agent_not_found', 'list', { agent_id: 1009 }],
  ['api_token_not_found', 'list', { agent_id: 1002 }],
  ['game_not_found', 'get_game_link', { ...launch, game_id: 999 }],
  ['game_not_available', 'get_game_link', { ...launch, game_id: 104 }],
  ['validation_error', 'list', { agent_id: '1001' }],
  ['request_expired', 'list', { timestamp: 1_763_632_400 }],
  ['game_provider_not_found', 'get_game_link_demo', { ...launch, game_id: 103 }],
  ['freespins_not_found', 'freespins_delete', { freespins_id: 'none' }],
];

describe('the message of an example', () => {
  let platform: OpenPlatform;
  beforeAll(async () => {
    const games = parseGames({ text: readFileSync(builtIn, 'utf8'), file: 'games.json' });
    platform = await openPlatform({}, { games });
    platform.time.seconds = 1_763_632_800;
  });
  afterAll(() => platform.close());
  const records = { ...refusals, ...ownRefusals };

  it.each(wrongs)('is what the platform says: %s', async (code, name, fields) => {
    const { json } = await platform.call(name, { ...fields });
    expect([json.error, json.message]).toEqual([code, records[code].example]);
  });

  it('is what the platform says where no more packs fit', async () => {
    const pack = { player_id: 'p', game_id: 101, currency: 'USD', count: 1, bet: 1 };
    for (let n = 0; n < platformBounds.packs; n += 1) {
      platform.platform.packs.grant({
        ...{ agentId: 1001, playerId: `p${n}`, gameId: 101, currency: 'USD' },
        ...{ bet: '1', total: 1, freespinsId: undefined, expiresAt: undefined },
      });
    }
    const { status, json } = await platform.call('freespins_grant', pack);
    const { example } = ownRefusals.too_many_freespins;
    expect([status, json.error, json.message]).toEqual([409, 'too_many_freespins', example]);
    platform.platform.packs.clear();
  });

  it('is what the platform says of header, signature, method and path', async () => {
    const headers = { 'content-type': 'application/json' };
    const path = operations.list.path;
    const answers = [
      await platform.post(path, '{}', headers),
      await platform.call('list', {}, 'another token'),
      await platform.send({ method: 'GET', path, headers, body: '' }),
      await platform.post('/api/games/List', '{}', headers),
    ];
    const codes = ['signature_required', 'invalid_signature', 'method_not_allowed', 'not_found'];
    expect(answers.map(({ json }) => [json.error, json.message])).toEqual(
      codes.map((code) => [code, records[code as RefusalCode].example]),
    );
  });
});

type Schema = Readonly<Record<string, unknown>>;

/** Every object inside a value. */
const schemasIn = (value: unknown): readonly Schema[] =>
  typeof value === 'object' && value !== null
    ? [value as Schema, ...Object.values(value).flatMap((inner) => schemasIn(inner))]
    : [];

interface Described {
  readonly paths: Record<
    string,
    {
      post: {
        requestBody: { content: { 'application/json': Content } };
        responses: Record<string, { content: { 'application/json': Content } }>;
      };
    }
  >;
  readonly webhooks: Record<string, { post: { requestBody: { content: { 'application/json': Content } } } }>;
}
