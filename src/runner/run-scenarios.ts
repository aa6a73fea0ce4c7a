import type { Exchange } from '../contract/exchange.ts';
import type { Finding } from '../contract/finding.ts';
import type { Requirement } from '../contract/requirement.ts';
import type { Run, ScenarioResult } from '../contract/run.ts';
import type { TellRunEvent } from '../contract/run-event.ts';
import type { Scenario } from '../contract/scenario.ts';
import type { VerdictPolicy } from '../judges/judge-run.ts';
import { judgeRequirements, summarise, verdictOfRun } from '../judges/judge-run.ts';
import { judgeSpeed } from '../judges/judge-speed.ts';
import type { Played } from './play-scenario.ts';
import { playScenario } from './play-scenario.ts';
import type { Root } from './preflight.ts';
import { findRoot, preflight } from './preflight.ts';
import { reportExchange } from './report-exchange.ts';
import type { RunContext } from './run-context.ts';
import type { Selection } from './select.ts';
import { selectRequirements, selectScenarios } from './select.ts';

export interface RunOrder {
  readonly scenarios: readonly Scenario[];
  readonly selection: Selection;
  readonly policy: VerdictPolicy;
  readonly seed: number;
  readonly tool: Run['tool'];
  readonly tell: TellRunEvent;
}

/** One run, from the preflight to the last verdict. Never throws for what the agent does. */
export const runScenarios = async (context: RunContext, order: RunOrder): Promise<Run> => {
  const selected = selectRequirements(context.catalogue, order.selection);
  const scenarios = selectScenarios(order.scenarios, selected, order.selection);
  const { id, callbackUrl } = context.agent;
  const { seed, tell } = order;
  const agent = { id, callbackUrl };
  const startedAt = context.clock.now();
  tell({ kind: 'run-started', seed, nonce: context.nonce, agent, scenarioCount: scenarios.length });
  const before = await preflight(context);
  const known = { ...context, cast: before.cast };
  const stage =
    before.root === undefined ? await playAll(known, scenarios, tell) : nothing(before.root);
  const run: Run = {
    tool: order.tool,
    seed,
    nonce: context.nonce,
    startedAt: new Date(startedAt).toISOString(),
    durationMs: context.clock.now() - startedAt,
    agent,
    ...conclude({ context, order, selected, scenarios, before: before.exchanges, ...stage }),
  };
  tell({ kind: 'run-finished', run });
  return run;
};

interface Performance {
  readonly played: readonly Played[];
  readonly root?: Root | undefined;
}

const nothing = (root: Root): Performance => ({ played: [], root });

/** Plays the scenarios one after another; stops when the agent is gone or the run interrupted. */
const playAll = async (
  context: RunContext,
  scenarios: readonly Scenario[],
  tell: TellRunEvent,
): Promise<Performance> => {
  const played: Played[] = [];
  for (const [index, scenario] of scenarios.entries()) {
    if (context.signal.aborted) return { played };
    tell({ kind: 'scenario-started', file: scenario.file, title: scenario.title });
    const one = await playScenario(context, scenario, index + 1);
    played.push(one);
    tell({
      kind: 'scenario-finished',
      result: one.result,
      findings: one.judgements.flatMap(({ findings }) => findings),
    });
    const root = isGone(one) ? await findRoot(context) : undefined;
    if (root !== undefined) return { played, root };
  }
  return { played };
};

/** Whether the scenario ended because nobody answered any more. */
const isGone = ({ ending }: Played): boolean =>
  ending?.kind === 'inconclusive' ||
  (ending?.kind === 'breach' &&
    ['no-answer', 'too-slow', 'survived-badly'].includes(ending.finding.code));

interface Evidence extends Performance {
  readonly context: RunContext;
  readonly order: RunOrder;
  readonly selected: readonly Requirement[];
  readonly scenarios: readonly Scenario[];
  readonly before: readonly Exchange[];
}

type Conclusion = Pick<
  Run,
  'verdict' | 'summary' | 'requirements' | 'scenarios' | 'exchanges' | 'root' | 'partial'
>;

const conclude = (evidence: Evidence): Conclusion => {
  const { context, order, played, root, before } = evidence;
  const judgements = played.flatMap((each) => each.judgements);
  const exchanges = played.flatMap((each) => each.exchanges);
  const findings = judgeSpeed(exchanges);
  const requirements = judgeRequirements({
    selected: withCharged(evidence, [...judgements.flatMap((each) => each.findings), ...findings]),
    judgements,
    findings,
    skipped: skippedReasons(played),
    answered: exchanges.some(({ answer }) => answer.kind === 'answered'),
    root: root?.reason,
  });
  const isPartial = context.signal.aborted;
  const verdict = verdictOfRun(requirements, order.policy);
  return {
    verdict: isPartial && verdict === 'conformant' ? 'inconclusive' : verdict,
    ...(isPartial ? { partial: true } : {}),
    summary: summarise(requirements),
    requirements,
    scenarios: scenarioResults(evidence),
    exchanges: [
      ...before.map((each) => reportExchange(each, 'preflight')),
      ...played.flatMap(({ scenario, exchanges: own }) =>
        own.map((each) => reportExchange(each, scenario.file)),
      ),
    ],
    ...(root === undefined ? {} : { root }),
  };
};

/** What was asked for, what the played scenarios show, and every requirement seen broken. */
const withCharged = (evidence: Evidence, findings: readonly Finding[]): readonly Requirement[] => {
  const { context, order, selected, scenarios } = evidence;
  const isWhole = order.selection.only.length === 0;
  const shown = new Set(scenarios.flatMap(({ requirements }) => requirements));
  const broken = new Set(
    findings.filter(({ weight }) => weight !== 'note').map((each) => each.requirement),
  );
  const wanted = new Set(
    selected
      .filter(({ id, judgedBy }) => !isWhole || shown.has(id) || judgedBy !== 'scenarios')
      .map(({ id }) => id),
  );
  return context.catalogue.filter(({ id }) => wanted.has(id) || broken.has(id));
};

const skippedReasons = (played: readonly Played[]): Map<string, string> =>
  new Map(
    played.flatMap(({ scenario, result }) =>
      result.verdict === 'skipped' && result.reason !== undefined
        ? scenario.requirements.map((id) => [id, result.reason ?? ''] as const)
        : [],
    ),
  );

const scenarioResults = ({ scenarios, played, root }: Evidence): ScenarioResult[] =>
  scenarios.map(({ file, title, requirements }) => {
    const one = played.find(({ scenario }) => scenario.file === file);
    if (one !== undefined) return one.result;
    const [verdict, reason] =
      root === undefined
        ? (['skipped', 'interrupted'] as const)
        : (['blocked', root.reason] as const);
    return { file, title, requirements, verdict, durationMs: 0, reason };
  });
