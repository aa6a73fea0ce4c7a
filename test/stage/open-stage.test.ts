import { expect, it } from '@jest/globals';
import { openStage } from '../../src/stage/open-stage.ts';
import { stageOptions } from './stage-options.ts';

it('keeps no token that the agent sent by mistake', async () => {
  const stage = await openStage(stageOptions());
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
