import type { VNode } from 'preact';
import type { Setup } from '../../../api/schemas/platform.ts';
import type { RunView } from '../../../api/schemas/runs.ts';
import type { ScenarioView } from '../../../api/schemas/scenarios.ts';
import { ErrorNote } from '../../parts/blocks.tsx';
import { Button } from '../../parts/button.tsx';
import { callAdmin } from '../../parts/call-admin.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { runCommand, serveCommand, serveExampleCommand } from '../../parts/commands.ts';
import { useAction, useLoaded } from '../../parts/requests.ts';
import { store } from '../../parts/store.ts';
import { RunHistory } from './run-history.tsx';
import { RunProgress, startRun } from './run-page.tsx';
import { ScenarioList } from './scenario-list.tsx';

/** Runs the suite or a scenario, and tells what came of every run. */
export const ConformancePage = (): VNode => {
  const runs = store.runs.value;
  const running = runs.find(({ state }) => state === 'running');
  const read = useLoaded(
    () => callAdmin<readonly ScenarioView[]>('GET', '/scenarios'),
    `${store.scenarioChanges.value} ${store.refreshes.value}`,
    'scenarios',
  );
  const scenarios = read.kind === 'loaded' ? read.value : [];
  return (
    <div class="conformance">
      <h1>Conformance</h1>
      <RunSuite
        count={suiteOf(scenarios)}
        isRunning={running !== undefined}
        isFirst={!runs.some(isOver)}
      />
      {running === undefined ? null : <RunProgress run={running} />}
      {runs.some(isOver) ? <RunHistory runs={runs.filter(isOver)} /> : null}
      <ErrorNote error={read.kind === 'failed' ? read.error : undefined} />
      <ScenarioList scenarios={scenarios} isRunning={running !== undefined} />
    </div>
  );
};

const isOver = ({ state }: RunView): boolean => state !== 'running';

const suiteOf = (scenarios: readonly ScenarioView[]): number =>
  scenarios.filter(({ home }) => home === 'suite').length;

interface RunSuiteProps {
  /** How many scenarios the suite has; 0 while that is not known. */
  readonly count: number;
  readonly isRunning: boolean;
  /** Whether nothing was run yet. */
  readonly isFirst: boolean;
}

/** What the suite is, the button that runs it, and the same for the terminal. */
const RunSuite = ({ count, isRunning, isFirst }: RunSuiteProps): VNode => {
  const [act, { busy, error }] = useAction();
  const setup = store.setup.value;
  if (setup !== undefined && setup.callbackUrl === undefined) return <NoAgent setup={setup} />;
  const run = (): void => act(() => startRun({}));
  return (
    <section class="card run-suite">
      {isFirst ? (
        <p>
          <strong>Nothing was run yet. Begin with the whole suite:</strong> it calls your agent at{' '}
          <code>{setup?.callbackUrl ?? '…'}</code> with right and with wrong callbacks, compares
          every balance with its own ledger, and ends with a verdict and a report. It gives back
          what it moved.
        </p>
      ) : null}
      <p class="row">
        <Button look="main" onPress={run} disabled={busy || isRunning}>
          Run the whole suite{count === 0 ? '' : ` (${count} scenarios)`}
        </Button>
        {isRunning ? <span class="quiet">One run at a time: this one first.</span> : null}
      </p>
      <ErrorNote error={error} />
      {setup === undefined ? null : <InTerminal setup={setup} />}
    </section>
  );
};

const InTerminal = ({ setup }: { readonly setup: Setup }): VNode | null => {
  const command = runCommand(setup);
  if (command === undefined) return null;
  return (
    <>
      <p class="quiet">
        The same in the terminal or in CI
        {setup.exampleAgent === undefined ? (
          <>
            {' '}
            (with the token in <code>WALLETPROOF_TOKEN</code>, or in the configuration)
          </>
        ) : null}
        :
      </p>
      <CodeBlock text={command} label="Command that runs the suite" />
    </>
  );
};

const NoAgent = ({ setup }: { readonly setup: Setup }): VNode => (
  <section class="card run-suite">
    <p>
      <strong>There is no agent to run against:</strong> agent {setup.agentId} has no callback URL.
      Start the platform with the address that your agent takes callbacks at:
    </p>
    <CodeBlock text={serveCommand} label="Command that starts the platform with a callback URL" />
    <p>or with the bundled agent, to see how it works:</p>
    <CodeBlock
      text={serveExampleCommand}
      label="Command that starts the platform with the bundled agent"
    />
  </section>
);
