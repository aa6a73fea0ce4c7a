import type { VNode } from 'preact';
import type { AnyVerdict } from './verdict-look.ts';
import { verdictLook } from './verdict-look.ts';

/** A verdict as a sign and a word; nothing where there is none. */
export const VerdictMark = ({
  verdict,
}: {
  readonly verdict: AnyVerdict | undefined;
}): VNode | null => {
  const look = verdict === undefined ? undefined : verdictLook[verdict];
  if (look === undefined) return null;
  return (
    <span class={`mark tone-${look.tone}`}>
      <span aria-hidden="true">{look.sign}</span> {look.word}
    </span>
  );
};
