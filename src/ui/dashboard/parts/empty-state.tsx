import type { ComponentChildren, VNode } from 'preact';

/** What stands where nothing is yet: says why, and what to do first. */
export const EmptyState = ({
  title,
  children,
}: {
  readonly title: string;
  readonly children?: ComponentChildren;
}): VNode => (
  <section class="empty">
    <h2>{title}</h2>
    {children}
  </section>
);
