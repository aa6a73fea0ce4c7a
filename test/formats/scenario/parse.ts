import { parseScenario } from '../../../src/formats/scenario/parse-scenario.ts';
import type { Step } from '../../../src/formats/scenario/scenario.ts';

/** The scenario of a YAML text. */
export const parse = (text: string) => parseScenario({ text, file: 'x.yaml' });

/** The steps of a scenario, from their YAML lines. */
export const stepsOf = (...lines: readonly string[]): readonly Step[] =>
  parse(['scenario: T', 'steps:', ...lines.map((line) => `  ${line}`)].join('\n')).steps;

/** The last of them. */
export const stepOf = (...lines: readonly string[]): Step | undefined => stepsOf(...lines).at(-1);
