import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { Recording, RecordOrder, SavedScenario } from '../../../api/schemas/scenarios.ts';
import { fileNameOf } from '../../../base/file-name.ts';
import { ErrorNote } from '../../parts/blocks.tsx';
import { Button } from '../../parts/button.tsx';
import { callAdmin } from '../../parts/call-admin.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { downloadText } from '../../parts/download.ts';
import { Field } from '../../parts/field.tsx';
import { useAction } from '../../parts/requests.ts';
import { startRun } from '../conformance/run-controls.ts';

/** A session, or a few calls, written as a scenario, to look through, save and play. */
export const RecordView = ({ order }: { readonly order: RecordOrder }): VNode => {
  const [act, { busy, error }] = useAction();
  const [recording, setRecording] = useState<Recording>();
  const record = (): void =>
    act(async () => {
      setRecording(await callAdmin<Recording>('POST', '/scenarios/record', order));
    });
  return (
    <section class="record">
      <p>
        Everything that was done {order.sessionId === undefined ? 'here' : 'in this session'} becomes a scenario: ids
        get names, amounts stay relative to the balance. A right agent passes it, an agent with the mistake that was
        seen here fails it: in CI, too.
      </p>
      <p>
        <Button look={recording === undefined ? 'main' : undefined} onPress={record} disabled={busy}>
          {recording === undefined ? 'Write the scenario' : 'Write it again'}
        </Button>
      </p>
      <ErrorNote error={error} />
      {recording === undefined ? null : <RecordingForm key={recording.yaml} recording={recording} />}
    </section>
  );
};

/** The YAML of a recording, to be changed, named and saved. */
const RecordingForm = ({ recording }: { readonly recording: Recording }): VNode => {
  const [yaml, setYaml] = useState(recording.yaml);
  const [name, setName] = useState(fileNameOf(recording.title));
  const [saved, setSaved] = useState<SavedScenario>();
  const [act, { busy, error }] = useAction();
  const save = (): void =>
    act(async () => {
      setSaved(undefined);
      const path = `/scenarios/${encodeURIComponent(fileNameOf(name))}`;
      setSaved(await callAdmin<SavedScenario>('PUT', path, { yaml }));
    });
  return (
    <form
      class="recording"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Notes notes={recording.notes} />
      <Field label="Scenario, YAML">
        <textarea
          rows={Math.min(30, yaml.split('\n').length + 2)}
          spellcheck={false}
          value={yaml}
          onInput={(event) => setYaml(event.currentTarget.value)}
        />
      </Field>
      <div class="row">
        <Field label="File name" help={`Saved as ${fileNameOf(name)}.yaml`}>
          <input value={name} onInput={(event) => setName(event.currentTarget.value)} required />
        </Field>
        <Button type="submit" look="main" disabled={busy}>
          Save
        </Button>
        <Button
          onPress={() => downloadText({ name: `${fileNameOf(name)}.yaml`, type: 'application/yaml', text: yaml })}
        >
          Download
        </Button>
      </div>
      <ErrorNote error={error} />
      {saved === undefined ? null : <SavedNote saved={saved} />}
    </form>
  );
};

const Notes = ({ notes }: { readonly notes: readonly string[] }): VNode | null =>
  notes.length === 0 ? null : (
    <div class="note">
      <p>
        <strong>What to know of it</strong>
      </p>
      <ul>
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </div>
  );

/** Where a scenario was saved, and how it is played: here, or in the terminal. */
const SavedNote = ({ saved }: { readonly saved: SavedScenario }): VNode => {
  const [act, { busy, error }] = useAction();
  const run = (): void => act(() => startRun({ scenarios: [saved.file] }));
  return (
    <div class="saved" role="status">
      <p>
        <span class="tone-good">✓ Saved</span> as <code>{saved.file}</code>. Play it in the terminal:
      </p>
      <CodeBlock text={saved.command} label="Command that plays the scenario" />
      <p>
        <Button onPress={run} disabled={busy}>
          Play it now
        </Button>
      </p>
      <ErrorNote error={error} />
    </div>
  );
};
