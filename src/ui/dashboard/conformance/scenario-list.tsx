import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { ScenarioView } from '../../../spec/admin/views.ts';
import { ErrorNote } from '../parts/error-note.tsx';
import { Field } from '../parts/field.tsx';
import { useAction } from '../parts/use-action.ts';
import { findScenarios } from './find-scenarios.ts';
import { ScenarioDialog } from './scenario-dialog.tsx';
import { ScenarioRow } from './scenario-row.tsx';
import { startRun } from './start-run.ts';

/** Every scenario that can be run by itself, with a search. */
export const ScenarioList = ({
  scenarios,
  isRunning,
}: {
  readonly scenarios: readonly ScenarioView[];
  readonly isRunning: boolean;
}): VNode => {
  const [search, setSearch] = useState('');
  const [read, setRead] = useState<ScenarioView>();
  const [act, { busy, error }] = useAction();
  const found = findScenarios(scenarios, search);
  return (
    <section class="scenarios">
      <h2>Scenarios</h2>
      <Field label="Search" help="Title, file or requirement, such as IDEM-01">
        <input
          type="search"
          value={search}
          onInput={(event) => setSearch(event.currentTarget.value)}
        />
      </Field>
      <p class="quiet" role="status">
        {found.length} of {scenarios.length}
      </p>
      <ErrorNote error={error} />
      <ul>
        {found.map((scenario) => (
          <ScenarioRow
            key={scenario.file}
            scenario={scenario}
            disabled={busy || isRunning}
            onRun={() => act(() => startRun({ scenarios: [scenario.file] }))}
            onRead={() => setRead(scenario)}
          />
        ))}
      </ul>
      <ScenarioDialog scenario={read} onClose={() => setRead(undefined)} />
    </section>
  );
};
