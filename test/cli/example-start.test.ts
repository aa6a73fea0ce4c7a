import { expect, it } from '@jest/globals';
import { startOfExample } from '../../src/cli/commands/serve.ts';

it('is waited for until it is over', async () => {
  const start = startOfExample(true);
  const waited = start.wait();
  expect(waited).toBeInstanceOf(Promise);
  start.end();
  await waited;
  expect(start.wait()).toBeUndefined();
});

it('is nothing to wait for where no example agent is started', () => {
  expect(startOfExample(false).wait()).toBeUndefined();
});
