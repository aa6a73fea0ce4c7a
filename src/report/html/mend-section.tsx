import type { VNode } from 'preact';
import { plural } from '../plural.ts';
import type { Mending } from './mending-list.ts';
import { mendingList } from './mending-list.ts';
import { RequirementLinks } from './requirement-links.tsx';
import type { Breach } from './stories.ts';

const Entry = ({ sentence, hint, code, requirements, count }: Mending): VNode => (
  <li>
    <p class="what">{sentence}</p>
    <p>{hint}</p>
    <p class="quiet">
      Breaks <RequirementLinks ids={requirements} prefix="breach" />, seen {plural(count, 'time')}{' '}
      as <code>{code}</code>.
    </p>
  </li>
);

/** Each mistake of the agent in short, with where to look: the first screen of a failing run. */
export const MendSection = ({
  breaches,
}: {
  readonly breaches: readonly Breach[];
}): VNode | null => {
  const list = mendingList(breaches.filter(({ requirement }) => requirement.known !== true));
  if (list.length === 0) return null;
  return (
    <section aria-labelledby="mend">
      <h2 id="mend">What to mend</h2>
      <ol class="mend">
        {list.map((mending) => (
          <Entry key={mending.code} {...mending} />
        ))}
      </ol>
    </section>
  );
};
