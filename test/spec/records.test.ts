import { describe, expect, it } from '@jest/globals';
import { parseDuration } from '../../src/base/quantities.ts';
import { wireOrder } from '../../src/spec/callback-fields.ts';
import { type Operation, operationNames, operations } from '../../src/spec/operation.ts';
import { defaultQuirks, type Quirk, quirks } from '../../src/spec/quirks.ts';
import { ownRefusals, refusals } from '../../src/spec/refusal.ts';
import { worstVerdict } from '../../src/spec/verdict.ts';

const table: Record<string, Operation> = operations;

const required = (name: keyof typeof operations): string[] =>
  (table[name]?.fields ?? []).filter((field) => field.required).map((field) => field.name);

const typesOf = (name: keyof typeof operations): Record<string, string> =>
  Object.fromEntries((table[name]?.fields ?? []).map((field) => [field.name, field.type]));

describe('the operations of section 4', () => {
  it('are the three that are shown and the two that are not', () => {
    expect(operationNames.filter((name) => !operations[name].assumed)).toEqual([
      'get_game_link',
      'get_game_link_demo',
      'list',
    ]);
    expect(operationNames.filter((name) => operations[name].assumed)).toEqual(['freespins_grant', 'freespins_delete']);
  });

  it.each(operationNames)('%s stands under its own path', (name) => {
    expect(operations[name].path).toBe(`/api/games/${name}`);
  });

  it.each(operationNames)('%s requires agent_id and timestamp as integers', (name) => {
    expect(required(name)).toEqual(expect.arrayContaining(['agent_id', 'timestamp']));
    expect(typesOf(name)).toMatchObject({ agent_id: 'integer', timestamp: 'integer' });
  });
});

describe('the fields of section 4', () => {
  it('get_game_link requires ten fields', () => {
    expect(required('get_game_link')).toEqual([
      'agent_id',
      'timestamp',
      'game_id',
      'player_id',
      'player_username',
      'language',
      'currency',
      'home_url',
      'agent_session_id',
      'ip',
    ]);
  });

  it('get_game_link_demo requires the same without agent_session_id', () => {
    expect(required('get_game_link_demo')).toEqual(
      required('get_game_link').filter((name) => name !== 'agent_session_id'),
    );
    expect(typesOf('get_game_link_demo')).toEqual(typesOf('get_game_link'));
  });

  it('list requires agent_id and timestamp, and has no other field', () => {
    expect(typesOf('list')).toEqual({ agent_id: 'integer', timestamp: 'integer' });
    expect(required('list')).toEqual(['agent_id', 'timestamp']);
  });

  it('get_game_link takes integers for ids of the platform and strings for all else', () => {
    const { agent_id, timestamp, game_id, ...others } = typesOf('get_game_link');
    expect([agent_id, timestamp, game_id]).toEqual(['integer', 'integer', 'integer']);
    expect(new Set(Object.values(others))).toEqual(new Set(['string']));
  });
});

describe('the callbacks of section 6', () => {
  it('carry their fields in the order of the parameter tables', () => {
    const player = 'agent_id session_id player_id player_username type';
    expect(wireOrder.getBalance.join(' ')).toBe(`${player} game_id currency language request_id freespins`);
    expect(wireOrder.makeBet.join(' ')).toBe(
      `${player} currency language bet win transaction_id game_round_id round_finished request_id`,
    );
    expect(wireOrder.rollback.join(' ')).toBe(`${player} currency language transaction_id request_id`);
  });
});

const statuses = (records: Record<string, { readonly status: number }>): Record<string, number> =>
  Object.fromEntries(Object.entries(records).map(([code, { status }]) => [code, status]));

describe('the refusals of the platform', () => {
  it('have the codes and statuses of section 7', () => {
    expect(statuses(refusals)).toEqual({
      signature_required: 401,
      invalid_signature: 403,
      agent_not_found: 404,
      api_token_not_found: 404,
      game_not_found: 404,
      game_not_available: 403,
      method_not_allowed: 405,
      validation_error: 422,
      request_expired: 400,
      game_provider_not_found: 404,
    });
  });

  it('are apart from those that the specification does not name', () => {
    expect(Object.keys(ownRefusals).filter((code) => code in refusals)).toEqual([]);
  });

  it('say what each of them means', () => {
    const meanings = Object.values({ ...refusals, ...ownRefusals }).map(({ meaning }) => meaning);
    expect(meanings.filter((meaning) => !/^[A-Z].+\.$/.test(meaning))).toEqual([]);
  });
});

const closed = Object.entries<Quirk>(quirks).flatMap(([name, { byDefault, values }]) =>
  values === undefined ? [] : [{ name, byDefault, values }],
);

describe('the quirks', () => {
  it.each(closed)('$name has its default among its values', ({ byDefault, values }) => {
    expect(values).toContain(byDefault);
    expect(new Set(values).size).toBe(values.length);
    expect(values.length).toBeGreaterThan(1);
  });

  it('have one default each', () => {
    expect(Object.keys(defaultQuirks)).toEqual(Object.keys(quirks));
    expect(defaultQuirks).toMatchObject({ unknownRollback: 'either', sessionIdle: '4h' });
  });

  it('have a readable default where any value is taken', () => {
    expect(parseDuration(defaultQuirks.sessionIdle)).toBe(14_400_000);
    expect(defaultQuirks.accept).toEqual(['any']);
  });

  it('describe themselves in a sentence', () => {
    const descriptions = Object.values(quirks).map(({ description }) => description);
    expect(descriptions.filter((each) => !/^[A-Z].+\.$/.test(each))).toEqual([]);
  });
});

describe('worstVerdict', () => {
  it('takes a failure over everything', () => {
    expect(worstVerdict(['passed', 'failed', 'warned'])).toBe('failed');
  });

  it('does not pass what was blocked or inconclusive somewhere', () => {
    expect(worstVerdict(['passed', 'blocked'])).toBe('blocked');
    expect(worstVerdict(['blocked', 'passed', 'inconclusive'])).toBe('inconclusive');
  });

  it('passes what one scenario showed and another skipped', () => {
    expect(worstVerdict(['skipped', 'passed'])).toBe('passed');
  });

  it('skips what nothing showed', () => {
    expect(worstVerdict([])).toBe('skipped');
  });
});
