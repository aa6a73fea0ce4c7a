// The licences of what is bundled, which have to go with it.
import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';

/** Writes the notices of every package that one of these files is of; a text that several share stands once. */
export const writeNotices = async (files) => {
  const folders = new Set(files.flatMap((file) => packageFolder.exec(file)?.[0] ?? []));
  const notices = [...folders].map(noticeOf).toSorted((one, other) => (one.title < other.title ? -1 : 1));
  const byText = groupBy(notices, ({ text }) => words(text));
  const parts = [...byText.values()].map((alike) =>
    [...new Set(alike.map(({ title }) => title)), alike[0].text].join('\n\n'),
  );
  const opening = 'walletproof contains the following packages, under these licences.';
  await writeFile('dist/THIRD-PARTY-NOTICES.txt', `${[opening, ...parts].join(line)}\n`);
};

const line = `\n\n${'-'.repeat(80)}\n\n`;

const packageFolder = /.*node_modules\/(?:@[^/]+\/)?[^/]+/;

const noticeOf = (folder) => {
  const { name, version, license, author } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  if (license === undefined) throw new Error(`${folder} names no licence: it cannot be bundled`);
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
  const text =
    file === undefined
      ? `Copyright ${author?.name ?? author ?? `the authors of ${name}`}, see https://spdx.org/licenses/${license}.html`
      : readFileSync(`${folder}/${file}`, 'utf8');
  const isHolder = (row) => /^\W*copyright\b.*\d{4}/i.test(row);
  const holders = text
    .split('\n')
    .filter(isHolder)
    .map((row) => row.trim());
  return {
    title: [`${name} ${version} (${license})`, ...holders].join('\n'),
    text: text
      .split('\n')
      .filter((row) => !isHolder(row))
      .join('\n')
      .trim(),
  };
};

/** What two copies of one licence have alike: not where their lines end, nor their headings. */
const words = (text) =>
  text
    .replace(/^\W*(the )?mit licen[cs]e\W*(\(mit\)\W*)?$/gim, '')
    .replace(/\s+/g, ' ')
    .trim();

const groupBy = (items, keyOf) => {
  const groups = new Map();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
};
