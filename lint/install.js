// Installs the tools that only checks and packing need, where they are not there as lint/package-lock.json has them.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';

const lock = 'lint/package-lock.json';
const installed = 'lint/node_modules/.installed-lock.json';
const isInstalled = existsSync(installed) && readFileSync(installed, 'utf8') === readFileSync(lock, 'utf8');

if (!isInstalled) {
  console.error('Installs linters and bundlers of types: npm ci --prefix lint');
  const { status } = spawnSync('npm', ['ci', '--prefix', 'lint', '--no-audit', '--no-fund'], {
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exit(status ?? 1);
  copyFileSync(lock, installed);
}
