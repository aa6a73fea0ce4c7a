#!/usr/bin/env node
// Uses walletproof as other people's projects do: installed from its tarball. `node test/at-home/run.js [NAME…]`
//
// A project is a folder test/at-home/NAME with an executable `try.sh`. It is run
// - in an empty temporary folder, which is removed afterwards; its own files are beside it: `cp -R "$(dirname "$0")/project/." .`
// - with WALLETPROOF_TARBALL, the path of what `npm pack` made, in its environment: `npm install "$WALLETPROOF_TARBALL"`
// - beside one other project, for at most twenty minutes (a registry may be slow, the machine busy); nothing of the repository but its own folder belongs to it.
// Each line that it prints as `ok WHAT` or `not ok WHAT` is a check; without any, the project is one check by its exit code.
// A project that ends with another code than 0 has failed, and what it printed is shown.
// The counts go to .walletproof/at-home.json: { passed, failed, projects: [{ name, passed, failed, seconds }] }.
// WALLETPROOF_TARBALL given beforehand is used as it is; else the tree is built and packed.
import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../..', import.meta.url));
const here = fileURLToPath(new URL('.', import.meta.url));
const atOnce = 2;
const longestMs = 1_200_000;

/** npm asks the registry only for what its cache does not have, and says nothing of money. */
const environment = {
  ...process.env,
  npm_config_prefer_offline: 'true',
  npm_config_fund: 'false',
  npm_config_audit: 'false',
  npm_config_update_notifier: 'false',
  npm_config_progress: 'false',
};

const run = promisify(execFile);

const pack = async (folder) => {
  // `prepare` builds what is not built yet.
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: root,
    env: environment,
    maxBuffer: 64 * 1024 * 1024,
  });
  const packed = JSON.parse(stdout.slice(stdout.search(/^[[{]/m)));
  const [{ filename }] = Array.isArray(packed) ? packed : Object.values(packed);
  return join(folder, filename);
};

const tryProject = async (name, tarball) => {
  const cwd = mkdtempSync(join(tmpdir(), `walletproof-${name}-`));
  const began = performance.now();
  const { output, exitCode } = await runScript(join(here, name, 'try.sh'), {
    cwd,
    env: { ...environment, WALLETPROOF_TARBALL: tarball },
  });
  rmSync(cwd, { recursive: true, force: true, maxRetries: 3 });
  const seconds = Math.round((performance.now() - began) / 1000);
  return { name, output, exitCode, seconds, ...countChecks(output, exitCode) };
};

const runScript = (script, options) =>
  new Promise((resolve) => {
    // A group of its own: what it started ends with it.
    const child = spawn(script, { ...options, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
    const limit = setTimeout(() => {
      output += `\n${script} took longer than ${longestMs / 1000} s\n`;
      endGroup(child.pid);
    }, longestMs);
    child.on('error', (error) => {
      clearTimeout(limit);
      resolve({ output: `${output}${error.message}\n`, exitCode: 1 });
    });
    child.on('exit', () => {
      clearTimeout(limit);
      endGroup(child.pid);
    });
    child.on('close', (code) => resolve({ output, exitCode: code ?? 1 }));
  });

const endGroup = (pid) => {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
};

const countChecks = (output, exitCode) => {
  const count = (pattern) => output.match(pattern)?.length ?? 0;
  const passed = count(/^ok /gm);
  const failed = count(/^not ok /gm);
  if (passed + failed === 0) return exitCode === 0 ? { passed: 1, failed } : { passed, failed: 1 };
  return { passed, failed: exitCode !== 0 && failed === 0 ? 1 : failed };
};

const report = ({ name, output, passed, failed, seconds }) => {
  const checks = failed === 0 ? `${passed} passed` : `${passed} passed, ${failed} failed`;
  console.log(`${failed === 0 ? 'ok' : 'FAILED'} ${name}: ${checks}, ${seconds} s`);
  if (failed > 0) console.log(output.replaceAll(/^/gm, '  | '));
};

/** What takes longest, so that it does not begin last. */
const long = ['ci', 'package', 'jest', 'vitest', 'slurm'];

const rankOf = (name) => (long.includes(name) ? long.indexOf(name) : long.length);

const projectNames = () =>
  readdirSync(here)
    .filter((name) => existsSync(join(here, name, 'try.sh')))
    .toSorted((a, b) => rankOf(a) - rankOf(b) || a.localeCompare(b));

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !projectNames().includes(name));
if (unknown.length > 0) {
  console.error(`no such project: ${unknown.join(', ')}; there are ${projectNames().join(', ')}`);
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), 'walletproof-tarball-'));
const tarball = process.env['WALLETPROOF_TARBALL'] ?? (await pack(folder));
const waiting = asked.length > 0 ? asked : projectNames();
const projects = [];
const work = async () => {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const outcome = await tryProject(name, tarball);
    report(outcome);
    const { passed, failed, seconds } = outcome;
    projects.push({ name, passed, failed, seconds });
  }
};
await Promise.all(Array.from({ length: atOnce }, work));
rmSync(folder, { recursive: true });

const sum = (field) => projects.reduce((total, project) => total + project[field], 0);
const counts = { passed: sum('passed'), failed: sum('failed') };
mkdirSync(join(root, '.walletproof'), { recursive: true });
writeFileSync(join(root, '.walletproof/at-home.json'), `${JSON.stringify({ ...counts, projects }, null, 2)}\n`);
console.log(JSON.stringify(counts));
process.exitCode = counts.failed === 0 && counts.passed > 0 ? 0 : 1;
