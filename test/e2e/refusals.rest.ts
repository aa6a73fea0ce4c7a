import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { refusals } from '../../src/spec/refusal.ts';
import { startServe } from './open-served.ts';
import { packageFolder } from './run-cli.ts';

const executable = join(packageFolder, 'bin/walletproof.js');
const page = readFileSync(join(packageFolder, 'docs/platform.md'), 'utf8');
const [, script = ''] = /<!--curl-->\n```bash\n([\s\S]*?)```/.exec(page) ?? [];
const [setup = '', ...rest] = script.split(/^# (?=\d{3} )/m);

/** The commands of the page, each with the refusal that the line above it names. */
const shown = rest.map((part) => {
  const [title = '', ...command] = part.trim().split('\n');
  const [status = '', code = ''] = title.split(' ');
  return { status: Number(status), code, command: command.join('\n') };
});

let platform: Awaited<ReturnType<typeof startServe>>;

beforeAll(async () => {
  platform = await startServe();
});

afterAll(async () => await platform.close());

const bash = async (command: string): Promise<string> => {
  const words = [
    `walletproof() { '${process.execPath}' '${executable}' "$@"; }`,
    setup.replace('http://127.0.0.1:4600', platform.url),
    command,
  ];
  const child = spawn('bash', ['-c', words.join('\n')], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  await new Promise((resolve) => child.once('close', resolve));
  return output;
};

it('shows every refusal of section 7 in docs/platform.md', () => {
  const statuses = Object.fromEntries(shown.map(({ code, status }) => [code, status]));
  const specified = Object.entries(refusals).map(([code, { status }]) => [code, status]);
  expect(statuses).toEqual(Object.fromEntries(specified));
});

it.each(shown)('$code is had with the command of docs/platform.md', async ({ code, command, status }) => {
  const flags = command.startsWith('curl') ? command : command.replace('| sh', "| sed 's/$/ -i/' | sh");
  const output = await bash(flags.replace(/^curl/, 'curl -i'));

  expect(output).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(output).toContain(`"error":"${code}"`);
  expect(output).not.toContain('test-token');
});

it('answers its health', async () => {
  const response = await fetch(`${platform.url}/__admin/health`);
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ status: 'ok' });
});
