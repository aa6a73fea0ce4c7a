import { describe, expect, it } from '@jest/globals';
import { callbackTypes, wireOrder } from '../../src/spec/callback.ts';

describe('the callbacks of section 6', () => {
  it('are three', () => {
    expect(callbackTypes).toEqual(['getBalance', 'makeBet', 'rollback']);
    expect(Object.keys(wireOrder)).toEqual(callbackTypes);
  });

  it('carry their fields in the order of the parameter tables', () => {
    const player = 'agent_id session_id player_id player_username type';
    expect(wireOrder.getBalance.join(' ')).toBe(
      `${player} game_id currency language request_id freespins`,
    );
    expect(wireOrder.makeBet.join(' ')).toBe(
      `${player} currency language bet win transaction_id game_round_id round_finished request_id`,
    );
    expect(wireOrder.rollback.join(' ')).toBe(
      `${player} currency language transaction_id request_id`,
    );
  });
});
