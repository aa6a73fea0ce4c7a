import { execFileSync } from 'node:child_process';
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

describe('the package', () => {
  const packed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: root,
    encoding: 'utf8',
  });
  const [{ files }] = JSON.parse(packed.slice(packed.search(/^[[{]/m))) as [
    { readonly files: readonly { readonly path: string }[] },
  ];
  const travels = (target: string): boolean =>
    files.some(({ path }) => path === target || path.startsWith(`${target.replace(/\/$/, '')}/`));

  it.each(pages.filter(({ path }) => travels(path)))('has everything that $path links to', (page) => {
    const targets = linksOf(page).map((url) => join(dirname(page.path), url.split('#')[0] ?? ''));
    expect(targets.filter((target) => target !== dirname(page.path) && !travels(target))).toEqual([]);
  });

  it('has every page of docs', () => {
    const missing = pages.filter(({ path }) => path.startsWith('docs/') && !travels(path));
    expect(missing).toEqual([]);
  });
});

it('docs has at most 40,000 words', () => {
  const words = pages.filter(({ path }) => path.startsWith('docs/')).map(({ text }) => text.trim().split(/\s+/).length);
  expect(words.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(40_000);
});
