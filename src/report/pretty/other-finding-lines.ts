import type { Finding } from '../../spec/finding.ts';
import { plural } from '../plural.ts';
import { shorten } from '../shorten.ts';
import { placeOf } from './findings-by-weight.ts';
import type { Page } from './page.ts';

const mostShown = 5;

/** Further findings of a requirement, in a line each. */
export const otherFindingLines = (others: readonly Finding[], page: Page): string[] => {
  if (others.length === 0) return [];
  const hidden = others.length - mostShown;
  return [
    '',
    `  and ${others.length} more:`,
    ...others
      .slice(0, mostShown)
      .map((finding) => `    ${finding.code}: ${finding.message} (${placeOf(finding)})`)
      .map((line) => shorten(line, page.columns)),
    ...(hidden > 0 ? [`    and ${plural(hidden, 'other')}; --reporter json has them all`] : []),
  ];
};
