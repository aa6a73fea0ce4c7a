import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

/** A document for people. */
export interface Page {
  /** From the folder of the project: `docs/signing.md`. */
  readonly path: string;
  readonly text: string;
}

const root = fileURLToPath(new URL('../..', import.meta.url));

const own = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'bench/README.md'];

/** Every page but the changelog and the decisions, which tell what was. */
export const pages: readonly Page[] = [
  ...own,
  ...readdirSync(`${root}docs`)
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
].map((path) => ({ path, text: readFileSync(root + path, 'utf8') }));

/** A page as a tree of mdast. */
export const treeOf = ({ text }: Page): Node =>
  fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });

/** What these tests read of a node. */
export interface Node {
  readonly type: string;
  readonly url?: string;
  readonly value?: string;
  readonly lang?: string | null;
  readonly children?: readonly Node[];
}

/** All nodes of a tree, in order. */
export const nodesOf = (node: Node): readonly Node[] => [node, ...(node.children ?? []).flatMap(nodesOf)];

/** The text of a node without its marks. */
export const plainTextOf = (node: Node): string => node.value ?? (node.children ?? []).map(plainTextOf).join('');
