import type { Scenario } from '../../spec/scenario.ts';
import type { RawScenario } from '../../spec/schemas/scenario.ts';
import { scenarioSchema } from '../../spec/schemas/scenario.ts';
import type { Cursor } from '../document/cursor.ts';
import { parseDocument } from '../document/parse-document.ts';
import { suggest } from '../document/suggest.ts';
import { checkNames } from './check-names.ts';
import { countCalls } from './count-calls.ts';
import { innerSteps } from './inner-steps.ts';
import { toDecimal } from './to-amount.ts';
import { toNeeds } from './to-needs.ts';
import { toStep } from './to-step.ts';
import { writtenCalls } from './written-calls.ts';

export interface ScenarioText {
  readonly text: string;
  /** How errors and reports name the file. */
  readonly file: string;
  /** The catalogue's ids; ids are checked by their form only when left out. */
  readonly knownRequirements?: readonly string[];
}

/** More would be a load test. */
const mostCalls = 10_000;

/** A scenario from its YAML. Throws a WalletproofError that points at whatever is wrong with it. */
export const parseScenario = ({ text, file, knownRequirements }: ScenarioText): Scenario =>
  parseDocument({
    text,
    file,
    code: 'scenario',
    expects: 'a scenario: `scenario: title`, and `steps:`',
    schema: scenarioSchema,
    convert: (raw, root) => {
      if (knownRequirements !== undefined) checkRequirements(raw, root, knownRequirements);
      return { file, ...toScenario(raw, root), source: text };
    },
  });

const toScenario = (raw: RawScenario, root: Cursor): Omit<Scenario, 'file'> => {
  const calls = writtenCalls(raw.steps, root);
  checkNames(calls);
  const steps = innerSteps({ steps: raw.steps }, root).map((step) => toStep(step.raw, step.cursor));
  const count = countCalls(steps);
  if (count > mostCalls) {
    const message = `the scenario comes to ${count} calls`;
    root.at('steps').complainOfKey(message, `${mostCalls} are the most`);
  }
  return {
    title: raw.scenario,
    ...(raw.description === undefined ? {} : { description: raw.description }),
    requirements: raw.requirements,
    ...toNeeds(raw, calls),
    fund: toDecimal(raw.fund, root.at('fund')),
    steps,
  };
};

const checkRequirements = (raw: RawScenario, root: Cursor, known: readonly string[]): void => {
  for (const [index, id] of raw.requirements.entries()) {
    if (known.includes(id)) continue;
    const remedy = suggest(id, known);
    root.at('requirements', index).complain(`no requirement has the id \`${id}\``, remedy);
  }
};
