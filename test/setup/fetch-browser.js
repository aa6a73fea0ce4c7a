// @ts-check
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findBrowser } from './find-browser.js';

/** The ways to get a browser here, best first. */
const ways = () => [
  ...(process.getuid?.() === 0 && existsSync('/etc/debian_version')
    ? [['sh', '-c', 'apt-get update && apt-get install -y chromium-headless-shell']]
    : []),
  ['npx', 'playwright-core', 'install', 'chromium'],
];

/** Fetches a browser where there is none. Tests that need one say so themselves when this fails. */
const fetchBrowser = () => {
  for (const [command = '', ...args] of ways()) {
    if (findBrowser() !== undefined) return;
    console.error(`No browser for the browser tests: ${[command, ...args].join(' ')}`);
    spawnSync(command, args, { stdio: ['ignore', 2, 2] });
  }
};

fetchBrowser();
