import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';

const root = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');

/** The files that a page quotes whole: a line with the name, and the text in a block below. */
const quotesOf = (page: string): ReadonlyMap<string, string> =>
  new Map(
    [...read(page).matchAll(/^`([\w.-]+)`:\n```\w+\n(.*?)\n```$/gms)].map(([, name = '', text = '']) => [
      name,
      `${text}\n`,
    ]),
  );

const project = (name: string): string => `test/at-home/${name}/project/`;

const quoted: readonly [page: string, folder: string, files: readonly string[]][] = [
  ['docs/languages.md', project('phpunit'), ['WalletTest.php']],
  ['docs/languages.md', project('pytest'), ['conftest.py', 'test_wallet.py']],
  ['docs/languages.md', project('go-testing'), ['wallet_test.go']],
  ['docs/containers.md', project('compose'), ['compose.yaml', 'walletproof.config.yaml']],
];

it.each(quoted)('%s quotes the files of %s as CI runs them', (page, folder, files) => {
  const quotes = quotesOf(page);
  for (const file of files) expect([file, quotes.get(file)]).toEqual([file, read(folder + file)]);
});

it('everything that the pages quote is a file that CI runs', () => {
  for (const page of ['docs/languages.md', 'docs/containers.md']) {
    const known = quoted.flatMap(([of, , files]) => (of === page ? files : []));
    expect(new Set(quotesOf(page).keys())).toEqual(new Set(known));
  }
  // Each of them is a project that test/at-home/run.js finds.
  for (const [, folder] of quoted) {
    expect(readdirSync(new URL(`${folder}../`, root))).toContain('try.sh');
  }
});
