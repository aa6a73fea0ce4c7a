import type { VNode } from 'preact';
import type { Setup } from '../../../api/schemas/platform.ts';
import type { ScenarioView } from '../../../api/schemas/scenarios.ts';
import { EmptyState, ErrorNote } from '../../parts/blocks.tsx';
import { Button } from '../../parts/button.tsx';
import { callAdmin } from '../../parts/call-admin.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { runCommand, serveCommand, serveExampleCommand } from '../../parts/commands.ts';
import { useLoaded } from '../../parts/requests.ts';
import { store } from '../../parts/store.ts';
import { type RunControls, useRunControls } from './run-controls.ts';
import { RunHistory } from './run-history.tsx';
import { RunState } from './run-state.tsx';
import { countStandings, type LastResults, lastResults, standingOf } from './scenario-groups.ts';
import { ScenarioTree } from './scenario-tree.tsx';
import { WatchButton } from './watch-button.tsx';

/** The scenarios of the suite and those that were saved, read again whenever their list changes. */
const useScenarios = () =>
  useLoaded(
    (signal) => callAdmin<readonly ScenarioView[]>('GET', '/scenarios', undefined, signal),
    `scenarios ${store.scenarioChanges.value}`,
    'scenarios',
  );

/** The scenarios with what they came to last, what plays them, and the runs so far. */
export const ConformancePage = (): VNode => {
  const runs = store.runs.value;
  const setup = store.setup.value;
  const controls = useRunControls();
  const read = useScenarios();
  const scenarios = read.kind === 'loaded' ? read.value : [];
  const results = lastResults(runs);
  if (setup !== undefined && setup.callbackUrl === undefined) return <NoAgent setup={setup} />;
  return (
    <div class="conformance">
      <header>
        <h1>Conformance</h1>
        <RunButtons {...{ scenarios, results, controls }} />
      </header>
      <div class="main">
        <ErrorNote error={controls.error ?? (read.kind === 'failed' ? read.error : undefined)} />
        <RunState {...{ runs, controls }} counts={countStandings(scenarios, results)} />
        <ScenarioTree {...{ scenarios, runs, results, controls }} />
      </div>
      <aside>
        <RunHistory runs={runs} />
        {setup === undefined ? null : <InTerminal setup={setup} />}
      </aside>
    </div>
  );
};

interface RunButtonsProps {
  readonly scenarios: readonly ScenarioView[];
  readonly results: LastResults;
  readonly controls: RunControls;
}

/** Plays the whole suite, or what failed last; once, or whenever something changed. */
const RunButtons = ({ scenarios, results, controls }: RunButtonsProps): VNode => {
  const { start, fuzz, isBusy } = controls;
  const suite = scenarios.filter(({ home }) => home === 'suite').length;
  const failed = scenarios.map(({ file }) => file).filter((file) => standingOf(results.get(file)) === 'failed');
  return (
    <div class="row">
      <WatchButton />
      <Button onPress={fuzz} disabled={isBusy} hint="draws sequences of calls that no scenario has, for a minute">
        Fuzz
      </Button>
      <Button onPress={() => start(failed)} disabled={isBusy || failed.length === 0}>
        Run failed ({failed.length})
      </Button>
      <Button look="main" onPress={() => start()} disabled={isBusy}>
        Run the whole suite{suite === 0 ? '' : ` (${suite})`}
      </Button>
    </div>
  );
};

const InTerminal = ({ setup }: { readonly setup: Setup }): VNode | null => {
  const command = runCommand(setup);
  if (command === undefined) return null;
  return (
    <details class="in-terminal">
      <summary>The same in the terminal or in CI</summary>
      {setup.exampleAgent === undefined ? (
        <p class="quiet">
          The token comes from <code>WALLETPROOF_TOKEN</code> or from the configuration.
        </p>
      ) : null}
      <CodeBlock text={command} label="Command that runs the suite" />
    </details>
  );
};

const NoAgent = ({ setup }: { readonly setup: Setup }): VNode => (
  <>
    <h1>Conformance</h1>
    <EmptyState title={`Agent ${setup.agentId} has no callback URL`}>
      <p>Start the platform with the address that your agent takes callbacks at:</p>
      <CodeBlock text={serveCommand} label="Command that starts the platform with a callback URL" />
      <p>or with the bundled agent, to see how it works:</p>
      <CodeBlock text={serveExampleCommand} label="Command that starts the platform with the bundled agent" />
    </EmptyState>
  </>
);
