import type { Alias, Node } from 'yaml';
import type { Page } from './page.ts';

/** A YAML text that was read: its plain value, and the nodes to find any part of it again. */
export interface Source {
  readonly page: Page;
  /** Mappings as objects, lists as arrays; numbers as JavaScript's, their exact text in the nodes. */
  readonly value: unknown;
  readonly root: Node;
  /** What each alias stands for. */
  readonly targets: ReadonlyMap<Alias, Node>;
}
