import type { VNode } from 'preact';
import { AdminRefusal } from '../call-admin.ts';

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
