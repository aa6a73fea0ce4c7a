import { afterAll } from '@jest/globals';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { findChromium } from './find-chromium.ts';

const launched: Promise<Browser>[] = [];

/** The browser of the tests: what a page does, and what it complains of. Closed after the last of them. */
export const openBrowser = (): Promise<Browser> => {
  const browser = chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
  launched.push(browser);
  return browser;
};

// Also where a platform did not start beside it: Jest would wait for a browser that nobody closes.
afterAll(async () => {
  for (const browser of await Promise.allSettled(launched)) {
    if (browser.status === 'fulfilled') await browser.value.close();
  }
});

export interface OpenedPage {
  readonly page: Page;
  /** Hosts that the page asked anything of. */
  readonly hosts: ReadonlySet<string>;
  /** Errors of scripts, dialogs, and what the console calls an error. */
  readonly complaints: readonly string[];
}

/** Opens an address in a context of its own. */
export const openPage = async (
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<OpenedPage> => {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  // Time enough on a busy machine: what never comes ends the test.
  page.setDefaultTimeout(120_000);
  const hosts = new Set<string>();
  const complaints: string[] = [];
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('dialog', (dialog) => {
    complaints.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.goto(url);
  return { page, hosts, complaints };
};
