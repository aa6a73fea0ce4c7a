import { describe, expect, it } from '@jest/globals';
import type { Pack } from '../../src/platform/create-packs.ts';
import { faultable } from '../../src/platform/operations/faultable.ts';
import { freespinsDelete } from '../../src/platform/operations/freespins-delete.ts';
import type { PlatformState } from '../../src/platform/platform-state.ts';
import { defaultQuirks } from '../../src/spec/quirks.ts';

const agent = { id: 1001, unavailableGames: [], players: [] };

const begun: Pack = {
  freespinsId: 'fs-1',
  agentId: 1001,
  playerId: 'p',
  gameId: 101,
  currency: 'USD',
  bet: '1',
  total: 10,
  played: 3,
  accumulatedWin: '0',
  status: 'active',
  expiresAt: undefined,
};

const remove = (deleteStartedPack: 'allow' | 'reject') => {
  const packs = { find: () => begun, remove: (pack: Pack) => ({ ...pack, status: 'deleted' }) };
  const quirks = { ...defaultQuirks, deleteStartedPack };
  const state = { packs, quirks, operationFault: () => undefined } as unknown as PlatformState;
  return faultable('freespins_delete', freespinsDelete)(state, agent, { freespins_id: 'fs-1' });
};

describe('a pack that was begun', () => {
  it('is deleted by default', () => {
    expect(remove('allow')).toEqual({
      kind: 'content',
      content: '{"freespins_id":"fs-1","status":"deleted","played":3,"total":10}',
    });
  });

  it('is kept where the quirk rejects its deletion', () => {
    expect(remove('reject')).toMatchObject({
      kind: 'refused',
      code: 'validation_error',
      message: 'freespins_id: 3 of 10 are played already',
    });
  });
});
