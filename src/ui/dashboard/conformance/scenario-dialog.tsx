import type { VNode } from 'preact';
import type { ScenarioView } from '../../../spec/admin/views.ts';
import { callAdmin } from '../call-admin.ts';
import { CodeBlock } from '../parts/code-block.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { useLoaded } from '../parts/use-loaded.ts';

/** The YAML of a scenario, to read and to copy. */
export const ScenarioDialog = ({
  scenario,
  onClose,
}: {
  readonly scenario: ScenarioView | undefined;
  readonly onClose: () => void;
}): VNode => (
  <Dialog title={scenario?.title ?? 'Scenario'} isOpen={scenario !== undefined} onClose={onClose}>
    {scenario === undefined ? null : <Source file={scenario.file} />}
  </Dialog>
);

const Source = ({ file }: { readonly file: string }): VNode => {
  const read = useLoaded(
    () => callAdmin<unknown>('GET', `/scenarios/source?file=${encodeURIComponent(file)}`),
    file,
  );
  return (
    <>
      <p class="id">{file}</p>
      {read.kind === 'loading' ? <p class="quiet">Reading…</p> : null}
      {read.kind === 'failed' ? <ErrorNote error={read.error} /> : null}
      {read.kind === 'loaded' ? (
        <CodeBlock text={yamlOf(read.value)} label="Scenario, YAML" />
      ) : null}
    </>
  );
};

const yamlOf = (answer: unknown): string => {
  const { yaml } = (answer ?? {}) as { readonly yaml?: unknown };
  return typeof yaml === 'string' ? yaml : '';
};
