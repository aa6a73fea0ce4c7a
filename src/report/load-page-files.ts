import { readFile } from 'node:fs/promises';

/** Two folders up from here, and from the bundle that this ends up in. */
const folder = new URL('../../assets/report/', import.meta.url);

/** Style and script of the HTML report, as the package carries them. */
export const loadPageFiles = async (): Promise<{ css: string; js: string }> => {
  const [css, js] = await Promise.all(
    ['report.css', 'report.js'].map((file) => readFile(new URL(file, folder), 'utf8')),
  );
  return { css: css ?? '', js: js ?? '' };
};
