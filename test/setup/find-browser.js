// @ts-check
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';

const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** @param {string} file */
const isExecutable = (file) => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/**
 * The browser of the tests: CHROME_PATH, else a Chromium or Chrome on PATH, else Playwright's own.
 * Undefined when there is none.
 *
 * @returns {string | undefined}
 */
export const findBrowser = () => {
  const { CHROME_PATH: chosen, PATH: path = '' } = process.env;
  const onPath = path.split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  const candidates = [...(chosen === undefined ? [] : [chosen]), ...onPath, chromium.executablePath()];
  return candidates.find(isExecutable);
};
