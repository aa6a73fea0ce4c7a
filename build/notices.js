// The licences of the packages that are bundled, which have to go with them. Comments that have to stay are left in the
// files by esbuild (`legalComments`).
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const packageFolder = /.*node_modules\/(?:@[^/]+\/)?[^/]+/;

/** Writes the notice of every package that one of these files is of; a text that several share stands once. */
export const writeNotices = (files) => {
  const folders = new Set(files.flatMap((file) => packageFolder.exec(file)?.[0] ?? []));
  const byText = new Map();
  for (const { title, text } of [...folders].toSorted(byName).map(noticeOf)) {
    const words = text.replace(/\s+/g, ' ');
    byText.set(words, { text, titles: [...(byText.get(words)?.titles ?? []), title] });
  }
  const notices = [...byText.values()].map(({ titles, text }) => [...titles, text].join('\n\n'));
  const opening = 'walletproof contains the following packages, under these licences.';
  writeFileSync('dist/THIRD-PARTY-NOTICES.txt', `${[opening, ...notices].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`);
};

const byName = (one, other) => (one < other ? -1 : 1);

/** Its name with the holders, and the text without them. */
const noticeOf = (folder) => {
  const { name, version, license, author } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  if (license === undefined) throw new Error(`${folder} names no licence: it cannot be bundled`);
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
  const rows =
    file === undefined
      ? [
          `Copyright ${author?.name ?? author ?? `the authors of ${name}`}, see https://spdx.org/licenses/${license}.html`,
        ]
      : readFileSync(`${folder}/${file}`, 'utf8').split(/\r?\n/);
  const isHolder = (row) => /^\W*copyright\b.*\d{4}/i.test(row);
  const isHeading = (row) => /^\W*(the )?mit licen[cs]e\W*(\(mit\)\W*)?$/i.test(row);
  return {
    title: [`${name} ${version} (${license})`, ...rows.filter(isHolder).map((row) => row.trim())].join('\n'),
    text: rows
      .filter((row) => !isHolder(row) && !isHeading(row))
      .join('\n')
      .trim(),
  };
};
