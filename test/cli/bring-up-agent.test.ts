import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { bringUpAgent } from '../../src/cli/bring-up-agent.ts';
import { resolveSettings } from '../../src/cli/resolve-settings.ts';
import { captureOutput } from './capture-output.ts';

let output: ReturnType<typeof captureOutput> | undefined;

afterEach(() => output?.end());

/** Where nobody listens. */
const freeAddress = async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  taken.close();
  const url = `http://127.0.0.1:${port}/callback`;
  const settings = await resolveSettings({ token: 'a-secret-token', color: false }, url);
  return { port, url, settings };
};

describe('an agent that is started', () => {
  it('is told by its command, without the token, and by nothing that it is not yet', async () => {
    const settings = await resolveSettings({ token: 'a-secret-token', color: false }, 'http://127.0.0.1:1/callback');
    output = captureOutput();

    const agent = await bringUpAgent({ settings, options: { start: 'exit 3 # a-secret-token' } });
    await agent.close();

    expect(output.written.stderr.split('\n').slice(0, 2)).toEqual([
      'walletproof: starting the agent: exit 3 # **************',
      'walletproof: The command of --start ended with 3 before the agent answered: exit 3 # **************',
    ]);
  });
});

describe('an agent that is to be started where another one answers', () => {
  it('is not started: the other one would be tested in its place', async () => {
    const other = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}/callback`;
    const settings = await resolveSettings({ token: 'a-secret-token', color: false }, url);
    output = captureOutput();

    const agent = await bringUpAgent({ settings, options: { start: 'exit 3' } });
    await agent.close();
    await once(other.close(), 'close');

    const reason = `Something already answers at ${url}: it is not the agent that --start would start.`;
    expect(agent.root?.reason).toBe(reason);
    expect(agent.output()).toBeUndefined();
    expect(output.written.stderr.split('\n')[0]).toBe(`walletproof: ${reason}`);
  });
});

describe('the command of an agent', () => {
  it('is told when it ends with an error after the agent has answered', async () => {
    const { port, settings } = await freeAddress();
    // It answers once, and dies of that.
    const script = `require('node:http').createServer((_, answer) => answer.end('{}', () => {
      console.log('FATAL boom');
      process.exit(9);
    })).listen(${port}, '127.0.0.1')`;
    const start = `exec ${JSON.stringify(process.execPath)} -e "${script}"`;
    output = captureOutput();

    const agent = await bringUpAgent({ settings, options: { start } });
    const failure = await agent.failure(true);
    await agent.close();

    expect([agent.root ?? failure]).toEqual([
      {
        reason: expect.stringMatching(/^The command of --start ended with 9 .*FATAL boom$/),
        remedy: expect.any(String),
      },
    ]);
  });
});

describe('a process that the command has left behind', () => {
  it('is told when it serves the callback URL after the end of the command', async () => {
    const { port, url, settings } = await freeAddress();
    const serve = `console.log('pid', process.pid);
      require('node:http').createServer((_, answer) => answer.end('{}')).listen(${port}, '127.0.0.1')`;
    // A group of its own.
    const encoded = Buffer.from(serve).toString('base64');
    const script = `const spawn = require('node:child_process').spawn;
      spawn(process.execPath, ['-e', Buffer.from('${encoded}', 'base64').toString()], { detached: true, stdio: 'inherit' });`;
    const start = `exec ${JSON.stringify(process.execPath)} -e "${script}"`;
    output = captureOutput();

    const agent = await bringUpAgent({ settings, options: { start } });
    await agent.close();
    process.kill(Number(/pid (\d+)/.exec(agent.output()?.text ?? '')?.[1]));

    expect(agent.root).toBeUndefined();
    expect(output.written.stderr).toContain(
      `${url} still answers after the command of --start was ended: a process that it left behind serves it.`,
    );
  });
});
