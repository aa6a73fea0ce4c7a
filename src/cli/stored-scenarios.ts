import type { Run } from '../spec/run.ts';
import type { Scenario } from '../spec/scenario.ts';
import { WalletproofError } from '../spec/walletproof-error.ts';

/** The scenarios of a stored run, as it played them. `file`: where the run was read from. */
export const storedScenarios = async (run: Run, file: string): Promise<Scenario[]> => {
  const { parseScenario } = await import('../formats/scenario/parse-scenario.ts');
  return run.scenarios.map((stored) => {
    if (stored.source === undefined) throw withoutSource(file, stored.file);
    return parseScenario({ text: stored.source, file: stored.file });
  });
};

const withoutSource = (file: string, scenario: string): WalletproofError =>
  new WalletproofError(
    'usage',
    `${file} does not hold the text of the scenario ${scenario}.`,
    'Make the run again with --reporter json=FILE: a stored run carries its scenarios.',
  );
