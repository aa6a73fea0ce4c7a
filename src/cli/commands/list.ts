import { findings } from '../../spec/finding.ts';
import { quirks } from '../../spec/quirks.ts';
import { requirements } from '../../spec/requirements/catalogue.ts';
import type { ExitCode } from '../../spec/walletproof-error.ts';
import { exitCodes, WalletproofError } from '../../spec/walletproof-error.ts';
import { renderCatalogue } from '../render-catalogue.ts';
import { shippedScenarios } from '../shipped-scenarios.ts';
import { packagePath } from '../tool.ts';

/** What `list` knows, as `--json` prints it. */
export interface Catalogue {
  readonly requirements: readonly object[];
  readonly scenarios: readonly object[];
  readonly defects: readonly object[];
  readonly quirks: readonly object[];
  readonly findings: readonly object[];
}

/** Lists the catalogue, or one part of it. */
export const list = async (
  what: string | undefined,
  { json }: { readonly json?: true },
): Promise<ExitCode> => {
  const catalogue = await loadCatalogue();
  const part = what === undefined ? catalogue : partOf(catalogue, what);
  const text = json === true ? `${JSON.stringify(part, null, 2)}\n` : renderCatalogue(part);
  process.stdout.write(text);
  return exitCodes.passed;
};

const partOf = (catalogue: Catalogue, what: string): Partial<Catalogue> => {
  const name = Object.keys(catalogue).find((each) => each === what) as keyof Catalogue | undefined;
  if (name !== undefined) return { [name]: catalogue[name] };
  throw new WalletproofError(
    'usage',
    `There is no list of ${JSON.stringify(what)}.`,
    `Choose one of ${Object.keys(catalogue).join(', ')}.`,
  );
};

interface Defect {
  readonly name: string;
  readonly sentence: string;
  readonly requirement: string;
}

const loadCatalogue = async (): Promise<Catalogue> => {
  const scenarios = await shippedScenarios();
  const { defects } = (await import(packagePath('fixtures/agents/example/defects.js'))) as {
    defects: readonly Defect[];
  };
  return {
    requirements: requirements.map(({ id, level, section, title, judgedBy }) => ({
      id,
      level,
      section,
      title,
      judgedBy,
      scenarios: scenarios.filter((each) => each.requirements.includes(id)).map(({ file }) => file),
    })),
    scenarios: scenarios.map(({ file, title, requirements: shown }) => ({
      file,
      title,
      requirements: shown,
    })),
    defects: defects.map(({ name, requirement, sentence }) => ({ name, requirement, sentence })),
    quirks: Object.entries(quirks).map(([name, quirk]) => ({ name, ...quirk })),
    findings: Object.entries(findings).map(([code, finding]) => ({ code, ...finding })),
  };
};
