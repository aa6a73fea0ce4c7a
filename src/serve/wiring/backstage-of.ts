import type { AgentLines } from '../lines/open-agent-lines.ts';
import type { ScenarioDesk } from '../ports/create-scenario-desk.ts';
import type { Backstage } from '../stage-options.ts';
import type { House } from './house.ts';

/** What runs that are started here need of the platform. */
export const backstageOf = (
  { agent, clock, recorder, tail, launches, hub }: House,
  scenarios: ScenarioDesk,
  lines: AgentLines,
): Backstage => ({
  clock,
  scenarios,
  record: (exchange) => {
    // What the agent asks meanwhile is the platform's own to record.
    if (exchange.direction !== 'callback') return;
    recorder.record({ ...exchange, origin: 'run' });
    tail.wake();
  },
  platform: launches.platform,
  standAside: async () => {
    // Opened by now at the latest: a judge that comes later would not know of the run.
    await lines.to(agent.id);
    const resumptions = lines.open().map(({ judge }) => judge.standAside());
    return () => {
      for (const resume of resumptions) resume();
    };
  },
  useDialect: (dialect) => {
    if (lines.dialectOf(agent.id) === dialect) return;
    lines.useDialect(agent.id, dialect);
    // Pages show how callbacks are signed.
    hub.tell({ kind: 'gap' });
  },
  onRun: (run) => hub.tell({ kind: 'run', run }),
});
