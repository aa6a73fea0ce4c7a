import type { VNode } from 'preact';
import type { ScenarioView } from '../../../spec/admin/views.ts';
import { Button } from '../parts/button.tsx';

interface ScenarioRowProps {
  readonly scenario: ScenarioView;
  readonly disabled: boolean;
  readonly onRun: () => void;
  readonly onRead: () => void;
}

/** A scenario: what it shows, and the buttons that run it and show its YAML. */
export const ScenarioRow = ({ scenario, disabled, onRun, onRead }: ScenarioRowProps): VNode => {
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
