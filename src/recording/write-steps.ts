import type { Printable, PrintableMap } from '../formats/document/print-document.ts';
import type { Amount } from '../money/amount.ts';
import { renderAmount } from '../money/amount.ts';
import { createPauses } from './create-pauses.ts';
import type { Note } from './note.ts';
import type { Score } from './score.ts';
import { writeExpression } from './write-amount.ts';
import { writeCall } from './write-call.ts';
import { writeComment } from './write-comment.ts';
import { writeWhere } from './write-options.ts';

export interface WrittenSteps {
  readonly steps: readonly PrintableMap[];
  readonly comments: ReadonlyMap<Printable, string>;
}

/** The steps of a recording, with what was said of each. */
export const writeSteps = (score: Score, note: Note): WrittenSteps => {
  const comments = new Map<Printable, string>();
  const pauseBefore = createPauses(score, note);
  const written = (position: number): PrintableMap[] => {
    const step = writeCall(score, position, note);
    const call = score.calls[position];
    const comment = call === undefined ? undefined : writeComment(call);
    if (step !== undefined && comment !== undefined) comments.set(step, comment);
    return step === undefined ? [] : [step];
  };
  const steps = score.groups.flatMap((group) => {
    const pause = group.length === 1 ? pauseBefore(group[0] ?? 0) : undefined;
    const calls = group.flatMap(written);
    return [
      ...(pause === undefined ? [] : [{ wait: pause }]),
      ...group.flatMap((position) => levelling(score, position, comments)),
      ...(group.length > 1 ? [{ together: { steps: calls } }] : calls),
    ];
  });
  return { steps, comments };
};

/** A bet that brings the account down to what was in it, where that matters. */
const levelling = (
  score: Score,
  position: number,
  comments: Map<Printable, string>,
): PrintableMap[] => {
  const left = score.flow.levels.get(position);
  const callback = score.calls[position]?.callback;
  const bet = left === undefined ? undefined : writeExpression(balanceLess(left));
  if (left === undefined || callback === undefined || bet === undefined) return [];
  const step = { makeBet: { bet }, ...writeWhere(score, callback) };
  comments.set(
    step,
    `Leaves ${renderAmount(left)}, as there was then: less than what follows takes.`,
  );
  return [step];
};

const balanceLess = (left: Amount) =>
  ({ kind: 'balance', sign: -1, text: renderAmount(left) }) as const;
