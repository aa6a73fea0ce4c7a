import { readFileSync } from 'node:fs';
import { fromMarkdown } from 'mdast-util-from-markdown';

const page = readFileSync(new URL('../../../docs/signing.md', import.meta.url), 'utf8');

const fences = fromMarkdown(page).children.flatMap((node) =>
  node.type === 'code' ? [{ lang: node.lang, meta: node.meta ?? '', text: node.value }] : [],
);

const only = (found: readonly { readonly text: string }[], what: string): string => {
  const [fence, ...more] = found;
  if (fence !== undefined && more.length === 0) return fence.text;
  throw new Error(`docs/signing.md has ${found.length} code fences of ${what}, not one.`);
};

/** docs/signing.md: what a reader sees is what is run. */
export const signingPage = {
  text: page,
  /** The code of a language. */
  snippet: (lang: string): string =>
    only(
      fences.filter((fence) => fence.lang === lang && fence.meta === ''),
      lang,
    ),
  /** A worked example, by the word behind the fence's language. */
  example: (name: string): string =>
    only(
      fences.filter((fence) => fence.meta === name),
      name,
    ),
};
