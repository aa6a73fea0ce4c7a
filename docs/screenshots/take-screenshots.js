// Takes the pictures of docs/: `npm run build && node docs/screenshots/take-screenshots.js`.
// Starts the platform with a bundled agent that forgets a bet whose answer was lost, and plays it into trouble.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { AnsiUp } from 'ansi_up';
import { chromium } from 'playwright-core';
import { findBrowser } from '../../test/setup/find-browser.js';

const here = fileURLToPath(new URL('.', import.meta.url));
const executable = fileURLToPath(new URL('../../bin/walletproof.js', import.meta.url));

const startPlatform = async (folder) => {
  const child = spawn(
    process.execPath,
    [executable, 'serve', '--port', '0', '--defect', 'undelivered-forgotten', '--seed', '12', '--nonce', 'docs'],
    { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [line] = await once(createInterface(child.stdout), 'line');
  return {
    url: line.replace('walletproof ready on ', ''),
    close: async () => {
      child.kill('SIGINT');
      await once(child, 'exit');
    },
  };
};

const openGame = async (context, platform, order) => {
  const response = await post(platform, 'sessions', order);
  const { link, sessionId } = await response.json();
  const page = await context.newPage();
  await page.goto(`${platform.url}${link}`);
  return { page, sessionId };
};

const press = async (page, name) => {
  await page.getByRole('button', { name, exact: true }).click();
  await page.waitForTimeout(400);
};

const post = async ({ url }, path, body) =>
  await fetch(`${url}/__admin/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const loseNextAnswer = async (platform) =>
  await post(platform, 'faults', {
    ...{ direction: 'callback', fault: 'answer-lost', on: 'makeBet', times: 1 },
  });

/** Some rounds, a win, and a bet whose answer is lost. */
const play = async (page, platform) => {
  for (let round = 0; round < 5; round += 1) await press(page, 'Spin');
  await press(page, 'Win ×');
  await press(page, 'Spin');
  await loseNextAnswer(platform);
  await press(page, 'Lose');
  await press(page, 'Spin');
  await page.getByText('attempt 2').first().waitFor();
  await page.waitForTimeout(600);
};

const take = async (page, name) => await page.screenshot({ path: join(here, `${name}.png`) });

const takeAll = async (context, platform) => {
  const game = await openGame(context, platform, { playerId: 'player-1', gameId: 101 });
  await play(game.page, platform);
  await take(game.page, 'slot');
  const crash = await openGame(context, platform, { playerId: 'player-2', gameId: 109 });
  await press(crash.page, 'Win ×');
  await press(crash.page, 'Bet');
  await crash.page.waitForTimeout(2_500);
  await take(crash.page, 'crash');
  const page = await context.newPage();
  const show = async (hash, name) => {
    await page.goto(`${platform.url}/#/${hash}`);
    await page.waitForTimeout(800);
    await take(page, name);
  };
  await show('', 'findings');
  await page.emulateMedia({ colorScheme: 'dark' });
  await take(page, 'findings-dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.getByRole('button', { name: /^Send a callback/ }).click();
  await page.getByRole('button', { name: /^Send getBalance|^Send makeBet/ }).click();
  await page.waitForTimeout(800);
  await take(page, 'composer');
  await page.keyboard.press('Escape');
  const { rows } = await (await fetch(`${platform.url}/__admin/exchanges?verdict=wrong`)).json();
  await show(`exchanges/${rows.at(-1).id}`, 'traffic');
  await show('players/player-1', 'player');
  await show(`sessions/${game.sessionId}`, 'session');
  await show('controls', 'controls');
  await show('conformance', 'conformance');
  await page.getByRole('button', { name: /^Run the whole suite/ }).click();
  const { id } = await finishedRun(platform);
  await page.waitForTimeout(800);
  await take(page, 'conformance');
  await page.goto(`${platform.url}/#/runs/${id}`);
  await page.locator('header.verdict').waitFor();
  await take(page, 'run');
  await page.goto(`${platform.url}/__admin/runs/${id}/report`);
  await take(page, 'report');
};

const finishedRun = async ({ url }) => {
  for (;;) {
    const [run] = await (await fetch(`${url}/__admin/runs`)).json();
    if (run?.state === 'finished') return run;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
};

/** What a terminal shows of a run that finds a bug. */
const takeFailingRun = async (context) => {
  const command = 'demo --defect win-kept --only RB-02';
  const options = ['--seed', '12', '--nonce', 'docs'];
  const { stdout } = spawnSync(process.execPath, [executable, ...command.split(' '), ...options], {
    encoding: 'utf8',
    env: { ...process.env, FORCE_COLOR: '1' },
  });
  const page = await context.newPage();
  await page.setContent(`<style>${terminalStyle}</style>
    <pre>$ npx walletproof ${command}\n\n${colours.ansi_to_html(stdout.trimEnd())}</pre>`);
  await page.locator('pre').screenshot({ path: join(here, 'failing-run.png') });
};

const colours = Object.assign(new AnsiUp(), { use_classes: true });

const terminalStyle = `.ansi-red-fg { color: #ff7b7b; } .ansi-cyan-fg { color: #5ccfe6; }
  body { margin: 0; background: #16181d; }
  pre { margin: 0; padding: 20px 24px; width: max-content; background: #16181d; color: #d6d9e0;
    font: 14px/1.45 'DejaVu Sans Mono', Menlo, Consolas, monospace; }`;

const executablePath = findBrowser();
if (executablePath === undefined) throw new Error('No Chromium was found: name one in CHROME_PATH.');
const folder = await mkdtemp(join(tmpdir(), 'walletproof-'));
const platform = await startPlatform(folder);
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  const viewport = { width: 1360, height: 850 };
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
  await takeFailingRun(context);
  await takeAll(context, platform);
} finally {
  await browser.close();
  await platform.close();
  await rm(folder, { recursive: true });
}
