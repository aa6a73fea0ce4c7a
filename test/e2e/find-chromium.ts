import { findBrowser } from '../setup/find-browser.js';

/**
 * The browser of these tests.
 * @throws Error, when there is none: a test of a page that no browser has opened says nothing.
 */
export const findChromium = (): string => {
  const found = findBrowser();
  if (found !== undefined) return found;
  throw new Error(
    'No Chromium was found to open the report with. Install one (apt-get install -y chromium, or ' +
      'npx playwright-core install chromium), or name one in CHROME_PATH.',
  );
};
