import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** What axe finds against a page, by rule and element. */
export const violationsOn = async (page: Page): Promise<readonly string[]> => {
  await page.evaluate(axe.source);
  return await page.evaluate<readonly string[]>(
    `axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html }) => id + ': ' + html.slice(0, 200))))`,
  );
};
