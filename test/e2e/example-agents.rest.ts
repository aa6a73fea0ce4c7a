import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { idsWith, reportOf } from './report-of.ts';
import { runCli } from './run-cli.ts';

interface Runtime {
  readonly language: string;
  /** A command that ends with 0 where the runtime is there. */
  readonly probe: readonly [string, ...string[]];
  /** The Debian packages that bring it. */
  readonly packages: string;
  /** What is run once before the agent can be started. */
  readonly build?: readonly [string, ...string[]];
  readonly start: string;
}

const runtimes: readonly Runtime[] = [
  {
    language: 'php',
    probe: ['php', '-r', 'exit(in_array("sqlite", PDO::getAvailableDrivers()) ? 0 : 1);'],
    packages: 'php-cli php-sqlite3',
    start: 'php serve.php',
  },
  {
    language: 'python',
    probe: ['python3', '--version'],
    packages: 'python3',
    start: 'python3 agent.py',
  },
  {
    language: 'go',
    probe: ['go', 'version'],
    packages: 'golang-go',
    build: ['go', 'build', '-o', 'agent', '.'],
    start: './agent',
  },
  { language: 'node', probe: ['node', '--version'], packages: 'nodejs', start: 'node agent.mjs' },
];

const root = mkdtempSync(join(tmpdir(), 'walletproof-examples-'));
afterAll(async () => await rm(root, { recursive: true, force: true }));

describe.each(runtimes)('the example agent in $language', (runtime) => {
  const folder = join(root, runtime.language);
  const pidFile = join(folder, 'agent.pid');

  afterAll(async () => {
    const pid = Number(await readFile(pidFile, 'utf8').catch(() => '0'));
    if (pid > 0) process.kill(pid, 'SIGTERM');
  });

  it('is copied out, starts, and is conformant across a restart', async () => {
    demandRuntime(runtime);
    const copied = await runCli(['init', '--example', runtime.language, folder]);
    expect(copied.stderr).toBe('');
    build(runtime, folder);
    const callbackUrl = await start(runtime, folder);
    await addRestart(join(folder, 'walletproof.config.yaml'), callbackUrl);

    expect(await sendChunked(callbackUrl)).toEqual([403, 'invalid_signature']);
    const { code, run } = await reportOf(['test', '--strict'], { cwd: folder });

    expect(idsWith(run, 'failed', 'warned', 'inconclusive', 'blocked')).toEqual([]);
    expect(idsWith(run, 'skipped').filter((id) => !id.startsWith('REQ-'))).toEqual([]);
    expect(idsWith(run, 'passed')).toEqual(
      expect.arrayContaining(['SIG-10', 'SIG-11', 'SIG-12', 'SIG-13', 'IDEM-09', 'ISO-02']),
    );
    expect(run.verdict).toBe('conformant');
    expect(code).toBe(0);
  });
});

describe('init', () => {
  it('overwrites nothing', async () => {
    const folder = join(root, 'taken');
    await runCli(['init', folder]);

    const { code, stderr } = await runCli(['init', '--example', 'node', folder]);

    expect(code).toBe(2);
    expect(stderr).toContain('walletproof.config.yaml already exists');
    expect(existsSync(join(folder, 'agent.mjs'))).toBe(false);
  });

  it('writes a configuration that is valid, and says what to run next', async () => {
    const folder = join(root, 'alone');
    const { code, stdout } = await runCli(['init', folder]);

    expect(code).toBe(0);
    expect(stdout).toContain(`\nNext:\n  cd ${folder}\n`);
    expect(await runCli(['validate', join(folder, 'walletproof.config.yaml')])).toMatchObject({
      code: 0,
    });
  });

  it('names the examples when there is none of that name', async () => {
    const { code, stderr } = await runCli(['init', '--example', 'cobol', join(root, 'cobol')]);

    expect(code).toBe(2);
    expect(stderr).toContain('php, python, go, node');
  });
});

const demandRuntime = ({ language, probe: [command, ...args], packages }: Runtime): void => {
  if (spawnSync(command, args).status === 0) return;
  throw new Error(`This test needs a runtime for ${language}: on Debian, apt-get install -y ${packages}.`);
};

const build = ({ build: command }: Runtime, folder: string): void => {
  if (command === undefined) return;
  const [program, ...args] = command;
  const env = { ...process.env, GOFLAGS: '-mod=mod', GOPROXY: 'off', GOCACHE: join(root, 'cache') };
  const { status, stderr } = spawnSync(program, args, { cwd: folder, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command.join(' ')} failed: ${stderr}`);
};

/** Starts the agent in the background, on a free port that it keeps; its callback URL. */
const start = async ({ start: command }: Runtime, folder: string): Promise<string> => {
  // The first start takes a free port, each other one that port.
  await writeFile(
    join(folder, 'restart.sh'),
    `cd '${folder}'
if [ -f agent.pid ]; then
  # PHP's own server is a child with a process group of its own, which ends with it at a SIGTERM alone.
  servers=$([ "$1" = -KILL ] && cat /proc/$(cat agent.pid)/task/*/children)
  kill "\${1:--TERM}" "$(cat agent.pid)"
  for server in $servers; do kill -KILL "-$server" 2>/dev/null; done
  for _ in $(seq 1200); do kill -0 "$(cat agent.pid)" 2>/dev/null || break; sleep 0.05; done
fi
PORT=$(sed -n 's/.*:\\([0-9]*\\)\\/callback$/\\1/p' agent.out 2>/dev/null)
export PORT="\${PORT:-0}"
${command} >agent.out 2>agent.err </dev/null &
echo $! >agent.pid
for _ in $(seq 1200); do grep -q '^agent ready' agent.out && exit 0; sleep 0.05; done
cat agent.err >&2
exit 1
`,
  );
  const { status, stderr } = spawnSync('sh', [join(folder, 'restart.sh')], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} did not start: ${stderr}`);
  const [, url] = /^agent ready on (\S+)$/m.exec(await readFile(join(folder, 'agent.out'), 'utf8')) ?? [];
  return url ?? '';
};

/** A body that does not say how long it is: read whole, so that the signature is what is refused. */
const sendChunked = async (url: string): Promise<[number, unknown]> => {
  const body = new Blob(['{"type":', '"getBalance"}']).stream();
  const response = await fetch(url, { method: 'POST', body, duplex: 'half' } as RequestInit);
  return [response.status, ((await response.json()) as { error?: unknown }).error];
};

/** Gives the configuration that `init` wrote the agent's port, a restart, and one without a word beforehand. */
const addRestart = async (file: string, callbackUrl: string): Promise<void> => {
  const text = await readFile(file, 'utf8');
  const changed = text.replace('http://127.0.0.1:8080/callback', callbackUrl);
  await writeFile(file, `${changed}hooks: { restart: sh restart.sh, kill: sh restart.sh -KILL }\n`);
};
