import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { ScenarioView } from '../../../api/schemas/scenarios.ts';
import { Dialog, ErrorNote } from '../../parts/blocks.tsx';
import { Button } from '../../parts/button.tsx';
import { callAdmin } from '../../parts/call-admin.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { Field } from '../../parts/field.tsx';
import { useAction, useLoaded } from '../../parts/requests.ts';
import { startRun } from './run-page.tsx';

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

/** The scenarios that have every word of the search in title, file or requirements; saved ones first. */
export const findScenarios = (
  scenarios: readonly ScenarioView[],
  search: string,
): readonly ScenarioView[] => {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const found = scenarios.filter((scenario) => {
    const text = textOf(scenario);
    return words.every((word) => text.includes(word));
  });
  return [
    ...found.filter(({ home }) => home === 'saved'),
    ...found.filter(({ home }) => home !== 'saved'),
  ];
};

const textOf = ({ title, file, requirements }: ScenarioView): string =>
  `${title} ${file} ${requirements.join(' ')}`.toLowerCase();

interface ScenarioRowProps {
  readonly scenario: ScenarioView;
  readonly disabled: boolean;
  readonly onRun: () => void;
  readonly onRead: () => void;
}

/** A scenario: what it shows, and the buttons that run it and show its YAML. */
const ScenarioRow = ({ scenario, disabled, onRun, onRead }: ScenarioRowProps): VNode => {
  const { title, file, requirements, home } = scenario;
  return (
    <li>
      <div>
        <p>
          {home === 'saved' ? <span class="home">saved</span> : null} {title}
        </p>
        <p class="quiet">
          <span class="id">{file}</span> {requirements.join(', ')}
        </p>
      </div>
      <div class="row">
        <Button onPress={onRead} label={`Read ${title}`}>
          Read
        </Button>
        <Button onPress={onRun} disabled={disabled} label={`Run ${title}`}>
          Run
        </Button>
      </div>
    </li>
  );
};

/** The YAML of a scenario, to read and to copy. */
const ScenarioDialog = ({
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
