import type { VNode } from 'preact';
import type { RunView } from '../../../api/schemas/runs.ts';
import { plural } from '../../../base/quantities.ts';
import { visibleText } from '../../../base/visible-text.ts';
import { VerdictBar, VerdictMark } from '../../../components/verdict-mark.tsx';
import { Button } from '../../parts/button.tsx';
import { hrefOf } from '../../parts/routes.ts';
import { Ago } from '../../parts/time.tsx';
import type { RunControls } from './run-controls.ts';
import type { Standing, StandingCounts } from './scenario-groups.ts';

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
        <p>
          <strong>Nothing was run yet.</strong> The suite calls your agent with right and with wrong callbacks, compares
          every balance with its own ledger, and gives back what it moved.
        </p>
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

/** How far a run is, and what failed so far. */
export const Progress = ({ run, controls }: { readonly run: RunView; readonly controls: RunControls }): VNode => {
  const { id, title, done, total, drawn, scenarios } = run;
  const bad = scenarios.filter(({ verdict }) => verdict === 'failed').length;
  return (
    <>
      <p class="row">
        <span class="mark playing">
          ▸{' '}
          {total === 0
            ? 'starting'
            : `${done} of ${total}${drawn === undefined ? '' : ` s, ${plural(drawn, 'sequence')}`}`}
        </span>
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

/** The verdict of a run, or why it has none. */
export const RunVerdictText = ({ run }: { readonly run: RunView }): VNode => {
  switch (run.state) {
    case 'running':
      return <span class="tone-none">… running</span>;
    case 'failed':
      return <span class="tone-unsure">? could not be run</span>;
    case 'finished':
      return (
        <>
          <VerdictMark verdict={run.verdict} />
          {run.partial === true ? <span class="quiet"> interrupted</span> : null}
        </>
      );
  }
};

/** How scenarios stand, as a sign and a word; each has its place, so that groups compare at sight. */
export const standingWords = {
  passed: ['✓', 'passed', 'good'],
  failed: ['✗', 'failed', 'bad'],
  doubtful: ['!', 'in doubt', 'warn'],
  unplayed: ['–', 'not played', 'none'],
} as const satisfies Record<Standing, readonly [sign: string, word: string, tone: string]>;

const noOthers = { observed: 0, blocked: 0, inconclusive: 0 } as const;

/** How many scenarios passed, failed and so on: in figures, and as a bar that says the same. */
export const StandingSummary = ({ counts }: { readonly counts: StandingCounts }): VNode => {
  const { passed, failed, doubtful: warned, unplayed: skipped } = counts;
  return (
    <>
      <span class="standings">
        {(Object.keys(standingWords) as Standing[]).map((standing) => {
          const [sign, word, tone] = standingWords[standing];
          return (
            <span key={standing} class={`tone-${tone}`}>
              {counts[standing] === 0 ? null : (
                <>
                  {sign} {counts[standing]}
                  <span class="unseen"> {word}, </span>
                </>
              )}
            </span>
          );
        })}
      </span>
      <span aria-hidden="true">
        <VerdictBar counts={{ ...noOthers, passed, failed, warned, skipped }} />
      </span>
    </>
  );
};
