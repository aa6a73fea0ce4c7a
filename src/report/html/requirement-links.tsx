import type { VNode } from 'preact';

/** Ids of requirements, each leading to where the report tells it. */
export const RequirementLinks = ({
  ids,
  prefix,
}: {
  readonly ids: readonly string[];
  readonly prefix: 'breach' | 'requirement';
}): VNode => (
  <>
    {ids.map((id, index) => (
      <span key={id}>
        {index === 0 ? '' : ', '}
        <a class="link" href={`#${prefix}-${id}`}>
          {id}
        </a>
      </span>
    ))}
  </>
);
