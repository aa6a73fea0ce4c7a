import { renderTable, shorten } from '../../base/text-table.ts';
import { shippedScenarios } from '../../formats/package-files.ts';
import type { TextPage } from '../../report/page.ts';
import { settingLines } from '../../report/render-settings.ts';
import { findings } from '../../spec/finding.ts';
import { requirements } from '../../spec/requirements/catalogue.ts';
import { type Setting, settings } from '../../spec/settings.ts';
import { type ExitCode, exitCodes, WalletproofError } from '../../spec/walletproof-error.ts';
import { knownDefects } from '../example-agent-file.ts';
import { print, printJson } from '../output.ts';
import { standardPage } from '../standard-page.ts';

/** What `list` knows, as `--json` prints it. */
export interface ListedParts {
  readonly requirements: readonly object[];
  readonly scenarios: readonly object[];
  readonly defects: readonly object[];
  readonly quirks: readonly object[];
  readonly findings: readonly object[];
}

/** Lists the catalogue, or one part of it. */
export const list = async (what: string | undefined, { json }: { readonly json?: true }): Promise<ExitCode> => {
  const part = what === undefined ? await loadCatalogue() : await loadPart(what);
  if (json === true) printJson(part);
  else print(renderCatalogue(part, standardPage({ color: false })));
  return exitCodes.passed;
};

const loadPart = async (what: string): Promise<Partial<ListedParts>> => {
  const name = partNames.find((each) => each === what);
  if (name !== undefined) return { [name]: await loaders[name]() };
  throw new WalletproofError(
    'usage',
    `There is no list of ${JSON.stringify(what)}.`,
    `Choose one of ${partNames.join(', ')}.`,
  );
};

/** Every part of the catalogue, as `--json` prints it. */
export const loadCatalogue = async (): Promise<ListedParts> => ({
  requirements: await loaders.requirements(),
  scenarios: await loaders.scenarios(),
  defects: await loaders.defects(),
  quirks: await loaders.quirks(),
  findings: await loaders.findings(),
});

type Loaders = { readonly [Name in keyof ListedParts]: () => Promise<ListedParts[Name]> };

const loaders: Loaders = {
  requirements: async () => {
    const scenarios = await shippedScenarios();
    return requirements.map(({ id, level, section, source, title, judgedBy }) => ({
      ...{ id, level, section, source, title, judgedBy },
      scenarios: scenarios.filter((each) => each.requirements.includes(id)).map(({ file }) => file),
    }));
  },
  scenarios: async () =>
    (await shippedScenarios()).map(({ file, title, requirements: shown }) => ({
      ...{ file, title },
      requirements: shown,
    })),
  defects: async () => knownDefects(),
  quirks: async () => settings,
  findings: async () => Object.entries(findings).map(([code, finding]) => ({ code, ...finding })),
};

const partNames = Object.keys(loaders) as (keyof ListedParts)[];

/** A part of the catalogue: its rows are flat records. */
type ListRows = readonly object[];

const hidden: ReadonlySet<string> = new Set(['breaks', 'judgedBy', 'values']);

const widest = 90;

/** Parts of the catalogue as text: a heading, then a table. */
export const renderCatalogue = (parts: Partial<ListedParts>, page: TextPage): string =>
  Object.entries(parts)
    .map(([name, rows]) => [`${name} (${rows.length})`, ...linesOf(name, rows, page), ''].join('\n'))
    .join('\n');

/** Settings have sentences, which are wrapped; other rows are a line each. */
const linesOf = (name: string, rows: ListRows, page: TextPage): string[] =>
  name === 'quirks' ? settingLines(rows as readonly Setting[], page) : rowsOf(rows);

const rowsOf = (rows: ListRows): string[] => {
  const [first] = rows;
  if (first === undefined) return [];
  const heads = Object.keys(first).filter((head) => !hidden.has(head));
  return renderTable(
    heads.map((head) => ({
      head,
      align: 'left' as const,
      cells: rows.map((row) => cellOf((row as Record<string, unknown>)[head])),
    })),
  );
};

const cellOf = (value: unknown): string => {
  const text = Array.isArray(value) ? listOf(value) : String(kindIn(value) ?? '');
  return shorten(text, widest);
};

/** Of a union the kind. */
const kindIn = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'kind' in value ? value.kind : value;

/** A list of scenario files says how many they are; a short one, what they are. */
const listOf = (values: readonly unknown[]): string => {
  const [first] = values;
  if (values.length === 0) return 'none';
  return values.length > 3 ? `${String(first)} and ${values.length - 1} more` : values.join(', ');
};
