import type { ComponentChildren, VNode } from 'preact';
import { AdminRefusal } from './call-admin.ts';

/** What went wrong and what to do about it; nothing while `error` is undefined. */
export const ErrorNote = ({ error }: { readonly error: unknown }): VNode | null => {
  if (error === undefined) return null;
  const remedy = error instanceof AdminRefusal ? error.remedy : undefined;
  return (
    <div class="error" role="alert">
      <p class="what">
        <span aria-hidden="true">✗</span> {error instanceof Error ? error.message : String(error)}
      </p>
      {remedy === undefined ? null : <p>{remedy}</p>}
    </div>
  );
};

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
