import { describe, expect, it } from '@jest/globals';
import type { Operation } from '../../src/spec/operation.ts';
import { operationNames, operations } from '../../src/spec/operation.ts';

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
    expect(operationNames.filter((name) => operations[name].assumed)).toEqual([
      'freespins_grant',
      'freespins_delete',
    ]);
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
