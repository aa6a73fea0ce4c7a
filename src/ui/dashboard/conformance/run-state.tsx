import type { VNode } from 'preact';
import type { RunView } from '../../../api/schemas/runs.ts';
import { plural } from '../../../base/quantities.ts';
import { visibleText } from '../../../base/visible-text.ts';
import { Button } from '../../parts/button.tsx';
import { hrefOf } from '../../parts/routes.ts';
import { Ago } from '../../parts/time.tsx';
import type { RunControls } from './run-controls.ts';
import { RunVerdictText } from './run-history.tsx';
import type { StandingCounts } from './scenario-groups.ts';
import { StandingSummary } from './standing-summary.tsx';

interface RunStateProps {
  /** Newest first. */
  readonly runs: readonly RunView[];
  /** The last results of all scenarios. */
  readonly counts: StandingCounts;
  readonly controls: RunControls;
}

/** The run under way, or the newest one: a line and a bar that keep their places when it begins and ends. */
export const RunState = ({ runs, counts, controls }: RunStateProps): VNode => {
  const running = runs.find(({ state }) => state === 'running');
  const [newest] = runs;
  return (
    <section class="card run-state" aria-label="The newest run">
      {running !== undefined ? (
        <Progress run={running} controls={controls} />
      ) : newest === undefined ? (
        <NothingYet />
      ) : (
        <>
          <p class="row">
            <RunVerdictText run={newest} />
            <a href={hrefOf('runs', newest.id)}>{visibleText(newest.title)}</a>
            <span class="quiet">
              <Ago at={newest.startedAt} />
            </span>
          </p>
          <StandingSummary counts={counts} />
        </>
      )}
    </section>
  );
};

const NothingYet = (): VNode => (
  <p>
    <strong>Nothing was run yet.</strong> The suite calls your agent with right and with wrong callbacks, compares every
    balance with its own ledger, and gives back what it moved.
  </p>
);

/** How far a run is, and what failed so far. */
export const Progress = ({ run, controls }: { readonly run: RunView; readonly controls: RunControls }): VNode => {
  const { id, title, done, total, scenarios } = run;
  const bad = scenarios.filter(({ verdict }) => verdict === 'failed').length;
  return (
    <>
      <p class="row">
        <span class="mark playing">▸ {total === 0 ? 'starting' : `${done} of ${total}`}</span>
        <a href={hrefOf('runs', id)}>{visibleText(title)}</a>
        <span role="status" class={bad === 0 ? 'quiet' : 'mark tone-bad'}>
          {bad === 0 ? 'nothing failed so far' : `${plural(bad, 'scenario')} failed so far`}
        </span>
      </p>
      <Button look="danger" onPress={controls.interrupt}>
        Interrupt
      </Button>
      <progress max={Math.max(1, total)} value={done} aria-label="Scenarios played" />
    </>
  );
};
