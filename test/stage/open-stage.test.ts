import { expect, it } from '@jest/globals';
import { defaultConfiguration } from '../../src/contract/configuration.ts';
import { openStage } from '../../src/stage/open-stage.ts';
import { createDice } from '../../src/world/create-dice.ts';
import { systemClock } from '../../src/world/system-clock.ts';

it('keeps no token that the agent sent by mistake', async () => {
  const stage = await openStage({
    ...{ host: '127.0.0.1', port: 0, journalFile: ':memory:', allowPublicTarget: false },
    ...{ configuration: defaultConfiguration, games: [], version: '1', clock: systemClock },
    dice: createDice('stage'),
    watch: () => undefined,
    onError: (error) => {
      throw error;
    },
  });
  try {
    const headers = { 'Content-Type': 'application/json', 'X-Signature': 'test-token' };
    const body = '{"agent_id":1001,"api_token":"test-token"}';
    await fetch(`${stage.url}/api/games/list`, { method: 'POST', headers, body });
    const [kept] = stage.journal.exchanges({ limit: 1 });
    expect(Buffer.from(kept?.request.body ?? []).toString()).toContain('"api_token":"**********"');
    expect(kept?.request.headers['x-signature']).toBe('**********');
  } finally {
    await stage.close();
  }
});
