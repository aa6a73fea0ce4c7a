import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { Recording, SavedScenario } from '../../../spec/admin/views.ts';
import { callAdmin } from '../call-admin.ts';
import { Button } from '../parts/button.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { Field } from '../parts/field.tsx';
import { useAction } from '../parts/use-action.ts';
import { downloadText } from './download-text.ts';
import { fileNameOf } from './file-name-of.ts';
import { SavedNote } from './saved-note.tsx';

/** The YAML of a recording, to be changed, named and saved. */
export const RecordingForm = ({ recording }: { readonly recording: Recording }): VNode => {
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
          onPress={() =>
            downloadText({ name: `${fileNameOf(name)}.yaml`, type: 'application/yaml', text: yaml })
          }
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
