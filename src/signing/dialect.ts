import type { EscapingName } from './escaping.ts';
import type { NumberStyle } from './number-text.ts';

/** A way to write the signed JSON: what a serialiser does where JSON leaves it free. */
export interface Dialect {
  readonly name: string;
  /** What is particular to it, and what it is typical of. */
  readonly sentence: string;
  /** `shallow` sorts the top level only; `deep` every level, objects in arrays too. */
  readonly order: 'shallow' | 'deep';
  readonly escaping: EscapingName;
  readonly separators: 'compact' | 'spaced';
  readonly numbers: NumberStyle;
  /** How an empty object is written: PHP's arrays do not know it from an empty list. */
  readonly emptyObject: '{}' | '[]';
}
