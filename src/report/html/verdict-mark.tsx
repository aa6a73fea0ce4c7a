import type { VNode } from 'preact';
import type { Verdict } from '../../spec/verdict.ts';

const signs = {
  failed: '✗',
  warned: '!',
  inconclusive: '?',
  blocked: '⊘',
  observed: '·',
  passed: '✓',
  skipped: '–',
} as const satisfies Record<Verdict, string>;

/** A verdict as a word with a sign: never by colour alone. */
export const VerdictMark = ({ verdict }: { readonly verdict: Verdict }): VNode => (
  <span class={`mark ${verdict}`}>
    <span aria-hidden="true">{signs[verdict]}</span> {verdict}
  </span>
);
