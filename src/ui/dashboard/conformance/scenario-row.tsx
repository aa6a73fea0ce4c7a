import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ScenarioView } from '../../../api/schemas/scenarios.ts';
import { durationText } from '../../../base/quantities.ts';
import { visibleText } from '../../../base/visible-text.ts';
import { amountsIn } from '../../../components/money.tsx';
import { VerdictMark } from '../../../components/verdict-mark.tsx';
import { ErrorNote } from '../../parts/blocks.tsx';
import { Button } from '../../parts/button.tsx';
import { callAdmin } from '../../parts/call-admin.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { ExplainRequirement } from '../../parts/explain.tsx';
import { useLoaded } from '../../parts/requests.ts';
import { hrefOf } from '../../parts/routes.ts';
import { Ago } from '../../parts/time.tsx';
import { hrefOfTraffic } from '../traffic/traffic-filter.ts';
import type { RunControls } from './run-controls.ts';
import type { LastResult } from './scenario-groups.ts';

interface ScenarioRowProps {
  readonly scenario: ScenarioView;
  readonly result: LastResult | undefined;
  readonly isPlaying: boolean;
  /** Whether a run is under way that its result is not of. */
  readonly isOld: boolean;
  /** Whether the address names it: it is shown unfolded. */
  readonly isNamed: boolean;
  readonly controls: RunControls;
}

/** A scenario with what it came to last, in two lines of one height; it unfolds to all there is of it. */
export const ScenarioRow = (props: ScenarioRowProps): VNode => {
  const { scenario, result, isPlaying, isOld, isNamed } = props;
  const { file, title, requirements, error } = scenario;
  const [isOpen, setOpen] = useState(isNamed);
  const element = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isNamed) element.current?.scrollIntoView({ block: 'start' });
  }, []);
  return (
    <li class={isOld && !isPlaying ? 'scenario old' : 'scenario'} ref={element}>
      <details open={isNamed} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <Mark result={result} isPlaying={isPlaying} />
          <span class="title">{visibleText(title)}</span>
          <span class="quiet when">{result === undefined ? null : <Ago at={result.startedAt} />}</span>
          <span class="quiet took">{tookText(result)}</span>
          <span class="quiet why">
            {requirements.slice(0, 3).join(' ')} {result?.known === true ? 'known: ' : ''}
            {error === undefined && result?.reason !== undefined
              ? amountsIn(visibleText(result.reason))
              : visibleText(error ?? file)}
          </span>
        </summary>
        {isOpen ? <Unfolded {...props} /> : null}
      </details>
      <PlayButton {...props} />
    </li>
  );
};

const Mark = ({ result, isPlaying }: Pick<ScenarioRowProps, 'result' | 'isPlaying'>): VNode => {
  if (isPlaying) return <span class="mark playing">▸ playing</span>;
  if (result === undefined) return <span class="mark tone-none">– not played</span>;
  return <VerdictMark verdict={result.verdict} />;
};

const tookText = (result: LastResult | undefined): string =>
  result?.durationMs === undefined ? '' : durationText(result.durationMs);

const PlayButton = ({ scenario: { title, file }, controls }: ScenarioRowProps): VNode => (
  <Button onPress={() => controls.start([file])} disabled={controls.isBusy} label={`Run ${visibleText(title)}`}>
    Run
  </Button>
);

/** Its last result with what leads to the calls, what it shows, and its text. */
const Unfolded = ({ scenario, result }: ScenarioRowProps): VNode => (
  <div class="unfolded">
    {result === undefined ? (
      <p class="quiet">It was not played yet.</p>
    ) : (
      <>
        {result.reason === undefined ? null : <p class="reason">{amountsIn(visibleText(result.reason))}</p>}
        <p class="row">
          <a href={hrefOfTraffic({ run: result.runId, scenario: scenario.file })}>Its calls</a>
          <a href={hrefOf('runs', result.runId, placeQuery(scenario))}>The report of its run</a>
        </p>
      </>
    )}
    {scenario.requirements.map((id) => (
      <ExplainRequirement key={id} id={id} />
    ))}
    <Source file={scenario.file} />
  </div>
);

/** Where the report tells what it shows. */
const placeQuery = ({ requirements: [first] }: ScenarioView): string =>
  first === undefined ? '' : new URLSearchParams({ at: `requirement-${first}` }).toString();

const Source = ({ file }: { readonly file: string }): VNode => {
  const read = useLoaded(
    () => callAdmin<{ readonly yaml: string }>('GET', `/scenarios/source?file=${encodeURIComponent(file)}`),
    file,
  );
  return (
    <>
      <p class="id">{visibleText(file)}</p>
      {read.kind === 'failed' ? <ErrorNote error={read.error} /> : null}
      {read.kind === 'loaded' ? <CodeBlock text={read.value.yaml} label="Scenario, YAML" /> : null}
    </>
  );
};
