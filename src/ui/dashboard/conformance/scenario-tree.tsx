import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { RunView } from '../../../api/schemas/runs.ts';
import type { ScenarioView } from '../../../api/schemas/scenarios.ts';
import { plural } from '../../../base/quantities.ts';
import { Button } from '../../parts/button.tsx';
import { readKept, writeKept } from '../../parts/kept.ts';
import { currentRoute, hrefOf } from '../../parts/routes.ts';
import type { RunControls } from './run-controls.ts';
import { StandingSummary, standingWords } from './run-state.tsx';
import {
  countStandings,
  findScenarios,
  groupScenarios,
  isTrouble,
  type LastResults,
  lastResults,
  type ScenarioGroup,
  type Standing,
  standings,
} from './scenario-groups.ts';
import { ScenarioRow } from './scenario-row.tsx';

interface ScenarioTreeProps {
  readonly scenarios: readonly ScenarioView[];
  /** Newest first; one of them may be under way. */
  readonly runs: readonly RunView[];
  /** Those of the runs. */
  readonly results: LastResults;
  readonly controls: RunControls;
}

/**
 * The scenarios by group with what they came to last. While a run goes on results appear where the
 * rows are: what is shown, and in which order, goes by the runs that are over.
 */
export const ScenarioTree = ({ scenarios, runs, results, controls }: ScenarioTreeProps): VNode => {
  const [folds, setFolds] = useState(readFolds);
  const { text = '', standing, scenario: named } = treeQuery();
  const run = runs.find(({ state }) => state === 'running');
  const settled = lastResults(runs.filter(({ state }) => state !== 'running'));
  const found = findScenarios(scenarios, { text, standing }, settled);
  const isAll = text === '' && standing === undefined;
  return (
    <section class="tree" aria-label="Scenarios">
      <TreeFilter scenarios={scenarios} results={settled} />
      <p class="row found">
        <span class="quiet" role="status">
          {isAll ? '' : `${found.length} of `}
          {scenarios.length} scenarios
        </span>
        {isAll || found.length === 0 ? null : (
          <Button onPress={() => controls.start(found.map(({ file }) => file))} disabled={controls.isBusy}>
            Run these {found.length}
          </Button>
        )}
      </p>
      <ul class="groups">
        {groupScenarios(found, settled).map((group) => (
          <Group
            key={group.title}
            {...{ group, controls, named, settled, results, run }}
            isOpen={!isAll || (folds[group.title] ?? isToOpen(group, settled, named))}
            onFold={(isOpen) => setFolds(rememberFold(group.title, isOpen))}
          />
        ))}
      </ul>
    </section>
  );
};

/** What did not pass is there to be read. */
const isToOpen = ({ scenarios }: ScenarioGroup, results: LastResults, named: string | undefined): boolean =>
  scenarios.some(({ file }) => file === named || isTrouble(results.get(file)));

/** Which groups were opened or closed by hand. */
type Folds = Readonly<Record<string, boolean>>;

const readFolds = (): Folds => JSON.parse(readKept('groups') ?? '{}') as Folds;

const rememberFold = (title: string, isOpen: boolean): Folds => {
  const folds = { ...readFolds(), [title]: isOpen };
  writeKept('groups', JSON.stringify(folds));
  return folds;
};

interface TreeQuery {
  readonly text?: string;
  readonly standing?: Standing;
  /** File of a scenario that is shown unfolded. */
  readonly scenario?: string;
}

/** What the address asks for. */
const treeQuery = (): TreeQuery => {
  const { standing, ...others } = Object.fromEntries(new URLSearchParams(currentRoute.value.query));
  return { ...others, standing: standings.find((known) => known === standing) };
};

/** The address is the state; every letter typed is no step of the browser's history. */
const ask = (query: TreeQuery): void => {
  const set = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  location.replace(hrefOf('conformance', undefined, new URLSearchParams(set).toString()));
};

const TreeFilter = ({
  scenarios,
  results,
}: {
  readonly scenarios: readonly ScenarioView[];
  readonly results: LastResults;
}): VNode => {
  const { text = '', standing } = treeQuery();
  const counts = countStandings(scenarios, results);
  return (
    <search class="row">
      <input
        type="search"
        aria-label="Search scenarios"
        placeholder="Title, file or requirement, such as IDEM-01"
        value={text}
        onInput={(event) => ask({ standing, text: event.currentTarget.value })}
      />
      {standings.map((each) => (
        <Button
          key={each}
          pressed={standing === each}
          onPress={() => ask({ text, standing: standing === each ? undefined : each })}
        >
          {standingWords[each].slice(0, 2).join(' ')} {counts[each]}
        </Button>
      ))}
    </search>
  );
};

interface GroupProps {
  readonly group: ScenarioGroup;
  readonly results: LastResults;
  /** Those of the runs that are over. */
  readonly settled: LastResults;
  /** The run under way. */
  readonly run: RunView | undefined;
  readonly named: string | undefined;
  readonly controls: RunControls;
  readonly isOpen: boolean;
  readonly onFold: (isOpen: boolean) => void;
}

const Group = (props: GroupProps): VNode => {
  const { group, results, run, controls, isOpen, onFold } = props;
  const { title, about, scenarios } = group;
  return (
    <li class="group">
      <details
        open={isOpen}
        onToggle={({ currentTarget: { open } }) => {
          if (open !== isOpen) onFold(open);
        }}
      >
        <summary>
          <h2>{title}</h2>
          <span class="quiet about">{run === undefined ? about : progressOf(props, run)}</span>
          <StandingSummary counts={countStandings(scenarios, results)} />
        </summary>
        {isOpen ? <Members {...props} /> : null}
      </details>
      <Button
        onPress={() => controls.start(scenarios.map(({ file }) => file))}
        disabled={controls.isBusy}
        label={`Run ${scenarios.length} of ${title}`}
      >
        Run {scenarios.length}
      </Button>
    </li>
  );
};

/** What did not pass, then the others: folded where there is something to look at before. */
const Members = (props: GroupProps): VNode => {
  const { group, settled, named } = props;
  const isFirst = ({ file }: ScenarioView) => file === named || isTrouble(settled.get(file));
  const first = group.scenarios.filter(isFirst);
  const others = group.scenarios.filter((scenario) => !isFirst(scenario));
  if (first.length === 0 || others.length === 0) return <Rows {...props} of={group.scenarios} />;
  return (
    <>
      <Rows {...props} of={first} />
      <details class="rest">
        <summary>{plural(others.length, 'more scenario')}</summary>
        <Rows {...props} of={others} />
      </details>
    </>
  );
};

const Rows = ({ of, results, run, named, controls }: GroupProps & { readonly of: readonly ScenarioView[] }): VNode => (
  <ul>
    {of.map((scenario) => (
      <ScenarioRow
        key={scenario.file}
        {...{ scenario, controls, result: results.get(scenario.file) }}
        isPlaying={run?.playing?.includes(scenario.file) === true}
        isOld={run !== undefined && results.get(scenario.file)?.runId !== run.id}
        isNamed={named === scenario.file}
      />
    ))}
  </ul>
);

/** `12 played, 1 under way`, of the run under way. */
const progressOf = ({ group, results }: GroupProps, { id, playing = [] }: RunView): string => {
  const files = group.scenarios.map(({ file }) => file);
  const done = files.filter((file) => results.get(file)?.runId === id).length;
  const now = files.filter((file) => playing.includes(file)).length;
  return `${done} played${now === 0 ? '' : `, ${now} under way`}`;
};
