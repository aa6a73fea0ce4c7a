import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { type StartedAgent, startAgent } from '../../src/cli/start-agent.ts';

let agent: StartedAgent | undefined;

afterEach(async () => {
  await agent?.close();
  agent = undefined;
});

const start = (command: string, secrets: readonly string[] = []): StartedAgent => {
  agent = startAgent(command, secrets);
  return agent;
};

/** What it wrote, once that matches. */
const written = async (started: StartedAgent, pattern: RegExp): Promise<RegExpExecArray> => {
  for (;;) {
    const match = pattern.exec(started.output().text);
    if (match !== null) return match;
    await delay(5);
  }
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** The reaper of orphans may take a moment. */
const isGone = async (pid: number): Promise<void> => {
  while (isAlive(pid)) await delay(5);
};

const node = JSON.stringify(process.execPath);

/** Lives until it is ended, and says its pid. */
const living = (script = '') => `${node} -e 'setInterval(() => {}, 1e6); ${script} console.log("pid " + process.pid)'`;

describe('startAgent', () => {
  it('ends what the shell of the command has started', async () => {
    const started = start(`echo begin; ${living()}; echo never`);
    const [, pid] = await written(started, /pid (\d+)/);
    await started.close();
    await isGone(Number(pid));
    expect(started.output().text).not.toContain('never');
  });

  it('ends what was left in the background of a command that has ended', async () => {
    const started = start(`${living()} &`);
    const [, pid] = await written(started, /pid (\d+)/);
    expect(started.failed.aborted).toBe(false);
    await started.close();
    await isGone(Number(pid));
  });

  it('asks with SIGTERM first: the agent may end in order', async () => {
    const inOrder = 'process.on("SIGTERM", () => { console.log("in order"); process.exit(0); });';
    const started = start(living(inOrder));
    await written(started, /pid/);
    await started.close();
    await written(started, /in order/);
    expect(started.output().exitCode).toBeDefined();
    expect(started.failed.aborted).toBe(false);
  });
});

describe('what a started agent wrote', () => {
  it('says that a command ended with an error, and what it wrote on both streams', async () => {
    const started = start('echo out; echo err >&2; exit 7');
    await new Promise((resolve) => started.failed.addEventListener('abort', resolve));
    await written(started, /out[\s\S]*err|err[\s\S]*out/);
    expect(started.output()).toMatchObject({
      command: 'echo out; echo err >&2; exit 7',
      exitCode: 7,
    });
  });

  it('keeps the last 64 Ki characters, whole lines', async () => {
    const started = start(`${node} -e 'for (let i = 0; i < 20000; i += 1) console.log("line " + i)'`);
    await written(started, /line 19999\n/);
    const { text, leftOut = 0 } = started.output();
    expect(text.length).toBeLessThanOrEqual(64 * 1024);
    expect(text).toMatch(/^line \d+\n/);
    expect(leftOut).toBeGreaterThan(100_000);
  });

  it('shows no secret, neither of the command nor of what it writes', async () => {
    const started = start('echo my-secret-token; echo done', ['my-secret-token', '']);
    await written(started, /done/);
    expect(JSON.stringify(started.output())).not.toContain('my-secret');
  });
});

describe('killing what was started', () => {
  it('ends it without a word, what has left its process group as well, and starts it again', async () => {
    const left = `require("child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1e6)"], { detached: true, stdio: "ignore" }).pid`;
    const started = start(living(`process.on("SIGTERM", () => console.log("bye")); console.log("left " + ${left});`));
    const [, other] = await written(started, /left (\d+)/);
    const [, pid] = await written(started, /pid (\d+)/);
    await started.kill();
    await Promise.all([pid, other].map(async (each) => await isGone(Number(each))));
    expect(started.output().text).not.toContain('bye');

    started.startAgain();
    const [, second] = await written(started, /pid \d+\n[\s\S]*pid (\d+)/);
    expect(isAlive(Number(second))).toBe(true);
    expect([started.isRunning(), started.failed.aborted]).toEqual([true, false]);
  });

  it('still tells that what was started again has failed', async () => {
    const started = start(`${living()}`);
    await written(started, /pid (\d+)/);
    await started.kill();
    started.startAgain();
    const [, second] = await written(started, /pid \d+\n[\s\S]*pid (\d+)/);
    process.kill(Number(second), 'SIGKILL');
    await started.ended();
    expect(started.failed.aborted).toBe(true);
  });
});
