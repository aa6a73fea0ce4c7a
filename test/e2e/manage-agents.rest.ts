import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { openBrowser, openPage } from './open-page.ts';
import { openServed, type Served, startServe } from './open-served.ts';
import { type Outcome, runCli } from './run-cli.ts';

let served: Served;
let browser: Browser;
beforeAll(async () => {
  [served, browser] = await Promise.all([openServed(), openBrowser()]);
});
afterAll(async () => await served?.close());

const agents = async (...args: readonly string[]): Promise<Outcome> =>
  await runCli(['agents', ...args, '--url', served.url]);

it('opens an agent from a terminal, gives it a token, changes it and closes it', async () => {
  const opened = await agents('open', '1003', '--player', 'p:USD', '--unavailable', '104,105');
  expect(opened.code).toBe(0);
  expect(opened.stdout).toMatch(/^[0-9a-f]{64}\n$/);
  expect(opened.stderr).toContain('shown this once');
  const renewed = await agents('token', '1003');
  expect(renewed.stdout).not.toBe(opened.stdout);
  await agents('set', '1003', '--callback-url', 'http://127.0.0.1:9/cb', '--available', '101');
  const listed = await agents('list', '--json');
  const [, , third] = JSON.parse(listed.stdout);
  expect(third).toMatchObject({ id: 1003, callbackUrl: 'http://127.0.0.1:9/cb', hasToken: true });
  expect(third.unavailableGames).not.toContain(101);
  expect(listed.stdout).not.toContain(renewed.stdout.trim());
  expect(await agents('close', '1003')).toMatchObject({
    code: 0,
    stdout: 'agent 1003 is closed\n',
  });
});

it('ends with 2 where the platform refuses, and with 3 where there is none', async () => {
  const refused = await agents('set', '1001', '--unavailable', '9');
  expect([refused.code, refused.stdout, refused.stderr]).toEqual([
    ...[2, '', expect.stringMatching(/There is no game 9\.\nGET .*setup/)],
  ]);
  const nobody = await runCli(['agents', 'list', '--url', 'http://127.0.0.1:9']);
  expect([nobody.code, nobody.stderr]).toEqual([3, expect.stringContaining('No platform at')]);
});

it('opens an agent on its page, shows its token once, and follows what others change', async () => {
  const { page, complaints } = await openPage(browser, `${served.url}/#/agents`);
  await page.getByRole('spinbutton', { name: 'Agent id' }).fill('1004');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByRole('region', { name: 'New token of agent 1004' }).waitFor();
  await page.getByRole('button', { name: 'I have it' }).click();
  const card = page.getByRole('region', { name: 'Agent 1004' });
  await card.getByText('it has one').waitFor();
  await card.getByRole('button', { name: 'Change agent 1004' }).click();
  await card.getByRole('textbox', { name: 'Callback URL' }).fill('http://127.0.0.1:9/cb');
  await card.getByRole('checkbox', { name: /^Orbit Roulette/ }).uncheck();
  await card.getByRole('button', { name: 'Save' }).click();
  await card.getByText('http://127.0.0.1:9/cb').waitFor();
  await card.getByText('Orbit Roulette').waitFor();
  await agents('token', '1004', '--none');
  await card.getByText('none: api_token_not_found').waitFor();
  await card.getByRole('button', { name: 'Token of agent 1004' }).click();
  await page.getByRole('button', { name: 'Regenerate it' }).click();
  const text = await page.getByRole('region', { name: 'New token of agent 1004' }).textContent();
  await page.getByRole('button', { name: 'I have it' }).click();
  await card.getByText('it has one').waitFor();
  expect(await page.content()).not.toContain(text ?? '');
  expect(complaints).toEqual([]);
});

it('warns in its log of a callback URL that is plain HTTP to a public host', async () => {
  const plain = await startServe(['http://caller:pass-word@casino.example/callback']);
  const listed = await runCli(['agents', 'list', '--url', plain.url]);
  await plain.close();
  expect(listed.code).toBe(0);
  const warning =
    'The callback URL http://***:***@casino.example/callback is plain HTTP to a public host: the specification asks for HTTPS (section 2).\n';
  expect(plain.process.output().split(warning)).toHaveLength(2);
});

it('reads the configuration file again when it is written', async () => {
  const { page } = await openPage(browser, `${served.url}/#/agents`);
  const file = join(served.folder, 'walletproof.config.yaml');
  await writeFile(file, 'agents:\n  - id: 1001\n    token: test-token\n  - id: 1005\n');
  await page.getByRole('region', { name: 'Agent 1005' }).waitFor();
});
