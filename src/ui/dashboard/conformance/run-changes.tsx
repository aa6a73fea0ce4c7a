import type { VNode } from 'preact';
import type { Comparison, Difference } from '../../../spec/comparison.ts';
import { callAdmin } from '../call-admin.ts';
import { useLoaded } from '../parts/use-loaded.ts';

/** What a run changed since another: newly failing and fixed requirements, by id. */
export const RunChanges = ({
  id,
  since,
}: {
  readonly id: string;
  readonly since: string;
}): VNode => {
  const read = useLoaded(
    () =>
      callAdmin<Comparison>(
        'GET',
        `/runs/${encodeURIComponent(id)}/changes?since=${encodeURIComponent(since)}`,
      ),
    JSON.stringify([id, since]),
  );
  if (read.kind === 'loading') return <span class="quiet">…</span>;
  if (read.kind === 'failed') return <span class="quiet">cannot be compared</span>;
  return <Changes comparison={read.value} />;
};

const Changes = ({ comparison }: { readonly comparison: Comparison }): VNode => {
  const { newlyFailing, fixed, changed, stillFailing } = comparison;
  if (newlyFailing.length + fixed.length + changed.length === 0) {
    return <span class="quiet">nothing changed{still(stillFailing.length)}</span>;
  }
  return (
    <ul class="changes">
      <Told sign="✗" word="newly failing" tone="bad" differences={newlyFailing} />
      <Told sign="✓" word="fixed" tone="good" differences={fixed} />
      <Told sign="·" word="otherwise changed" tone="none" differences={changed} />
    </ul>
  );
};

const still = (count: number): string => (count === 0 ? '' : `, ${count} still failing`);

const shownAtMost = 6;

const Told = ({
  sign,
  word,
  tone,
  differences,
}: {
  readonly sign: string;
  readonly word: string;
  readonly tone: 'bad' | 'good' | 'none';
  readonly differences: readonly Difference[];
}): VNode | null => {
  if (differences.length === 0) return null;
  const more = differences.length - shownAtMost;
  return (
    <li>
      <span class={`tone-${tone}`}>
        <span aria-hidden="true">{sign}</span> {word}:
      </span>{' '}
      {differences.slice(0, shownAtMost).map(({ requirement, title }, index) => (
        <span key={requirement} title={title}>
          {index === 0 ? '' : ', '}
          {requirement}
        </span>
      ))}
      {more > 0 ? ` and ${more} more` : ''}
    </li>
  );
};
