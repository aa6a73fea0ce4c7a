import { afterEach, describe, expect, it } from '@jest/globals';
import { bringUpAgent } from '../../src/cli/bring-up-agent.ts';
import { resolveSettings } from '../../src/cli/resolve-settings.ts';
import { captureOutput } from './capture-output.ts';

let output: ReturnType<typeof captureOutput> | undefined;

afterEach(() => output?.end());

describe('an agent that is started', () => {
  it('is told by its command, without the token, and by nothing that it is not yet', async () => {
    const settings = await resolveSettings(
      { token: 'a-secret-token', color: false },
      'http://127.0.0.1:1/callback',
    );
    output = captureOutput();

    const agent = await bringUpAgent({ settings, options: { start: 'exit 3 # a-secret-token' } });
    await agent.close();

    expect(output.written.stderr.split('\n').slice(0, 2)).toEqual([
      'walletproof: starting the agent: exit 3 # **************',
      'walletproof: The command of --start ended with 3 before the agent answered: exit 3 # **************',
    ]);
  });
});
