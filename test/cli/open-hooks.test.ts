import { expect, it } from '@jest/globals';
import { openHooks } from '../../src/cli/open-hooks.ts';

const commandOf = (restart: string) =>
  ({
    settings: { configuration: { hooks: { restart } } },
    isPlatformNeeded: false,
    signal: new AbortController().signal,
  }) as unknown as Parameters<typeof openHooks>[0];

it('tells in one line without controls why a restart failed', async () => {
  const command = "printf 'x\\nCONFORMANT\\033[31m' >&2\nexit 3";
  const { hooks } = await openHooks(commandOf(command));
  const told = await hooks.restart?.();
  expect(told).toMatch(/^hooks\.restart \(printf [ -~]+ exit 3\) ended with 3\. x CONFORMANT$/);
});
