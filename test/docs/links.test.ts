import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import GithubSlugger from 'github-slugger';
import { nodesOf, type Page, pages, plainTextOf, treeOf } from './pages.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The anchors that a page has: its headings, and ids that it sets. */
const anchorsOf = (page: Page): ReadonlySet<string> => {
  const slugger = new GithubSlugger();
  const headings = nodesOf(treeOf(page)).filter(({ type }) => type === 'heading');
  const ids = [...page.text.matchAll(/<a (?:id|name)="([^"]+)"/g)].map(([, id]) => id ?? '');
  return new Set([...headings.map((each) => slugger.slug(plainTextOf(each))), ...ids]);
};

const linksOf = (page: Page): readonly string[] =>
  nodesOf(treeOf(page))
    .filter(({ type }) => ['link', 'image', 'definition'].includes(type))
    .flatMap(({ url }) => url ?? [])
    .filter((url) => !/^[a-z]+:/.test(url));

const anchors = new Map(pages.map((page) => [page.path, anchorsOf(page)]));

const problemOf = ({ path }: Page, url: string): string | undefined => {
  const [file = '', anchor] = url.split('#');
  const target = file === '' ? path : join(dirname(path), file);
  if (!existsSync(root + target)) return `${url}: there is no ${target}`;
  const known = anchors.get(target);
  if (anchor === undefined || known === undefined || known.has(anchor)) return undefined;
  return `${url}: ${target} has no heading ${anchor}`;
};

describe.each(pages)('$path', (page) => {
  it('links to what is there', () => {
    expect(linksOf(page).flatMap((url) => problemOf(page, url) ?? [])).toEqual([]);
  });
});

it('is linked from the index, whichever page of docs it is', () => {
  const index = pages.find(({ path }) => path === 'docs/README.md');
  const linked = index === undefined ? [] : linksOf(index).map((url) => `docs/${url.split('#')[0]}`);
  const missing = pages.filter(
    ({ path }) => path.startsWith('docs/') && path !== 'docs/README.md' && !linked.includes(path),
  );
  expect(missing.map(({ path }) => path)).toEqual([]);
});
