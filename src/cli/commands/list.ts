import { renderTable, shorten } from '../../base/text-table.ts';
import { shippedScenarios } from '../../formats/package-files.ts';
import type { TextPage } from '../../report/page.ts';
import { settingLines } from '../../report/render-settings.ts';
import { findings } from '../../spec/finding.ts';
import { requirements } from '../../spec/requirements/catalogue.ts';
import { type Setting, settings } from '../../spec/settings.ts';
import { type ExitCode, exitCodes, usageError } from '../../spec/walletproof-error.ts';
import { knownDefects } from '../example-agent-file.ts';
import { print, printJson } from '../output.ts';
import { standardPage } from '../standard-page.ts';

/** Lists the catalogue, or one part of it. */
export const list = async (what: string | undefined, { json }: { readonly json?: true }): Promise<ExitCode> => {
  const part = what === undefined ? await loadCatalogue() : await loadPart(what);
  if (json === true) printJson(part);
  else print(renderCatalogue(part, standardPage({ color: false })));
  return exitCodes.passed;
};

/** The parts of the catalogue, by their names; rows are flat records. */
const loaders = {
  requirements: async () => {
    const scenarios = await shippedScenarios();
    return requirements.map(({ id, level, section, source, title, judgedBy }) => ({
      ...{ id, level, section, source, title, judgedBy },
      scenarios: scenarios.filter((each) => each.requirements.includes(id)).map(({ file }) => file),
    }));
  },
  scenarios: async () =>
    (await shippedScenarios()).map(({ file, title, requirements: shown }) => ({ file, title, requirements: shown })),
  defects: async () => knownDefects(),
  quirks: async () => settings,
  findings: async () => Object.entries(findings).map(([code, finding]) => ({ code, ...finding })),
} satisfies Record<string, () => Promise<readonly object[]>>;

/** What `list` knows, as `--json` prints it. */
export type ListedParts = { readonly [Name in keyof typeof loaders]: readonly object[] };

const partNames = Object.keys(loaders) as (keyof ListedParts)[];

const loadPart = async (what: string): Promise<Partial<ListedParts>> => {
  const name = partNames.find((each) => each === what);
  if (name !== undefined) return { [name]: await loaders[name]() };
  throw usageError(`There is no list of ${JSON.stringify(what)}.`, `Choose one of ${partNames.join(', ')}.`);
};

/** Every part of the catalogue, as `--json` prints it. */
export const loadCatalogue = async (): Promise<ListedParts> => {
  const parts = partNames.map(async (name) => [name, await loaders[name]()] as const);
  return Object.fromEntries(await Promise.all(parts)) as unknown as ListedParts;
};

const hidden: ReadonlySet<string> = new Set(['breaks', 'judgedBy', 'values']);

const widest = 90;

/** Parts of the catalogue as text: a heading, then a table. Settings have sentences, which are wrapped. */
export const renderCatalogue = (parts: Partial<ListedParts>, page: TextPage): string =>
  Object.entries(parts)
    .map(([name, rows]) => {
      const lines = name === 'quirks' ? settingLines(rows as readonly Setting[], page) : rowsOf(rows);
      return [`${name} (${rows.length})`, ...lines, ''].join('\n');
    })
    .join('\n');

const rowsOf = (rows: readonly object[]): string[] => {
  const heads = Object.keys(rows[0] ?? {}).filter((head) => !hidden.has(head));
  if (heads.length === 0) return [];
  return renderTable(
    heads.map((head) => ({
      head,
      align: 'left' as const,
      cells: rows.map((row) => shorten(cellOf((row as Record<string, unknown>)[head]), widest)),
    })),
  );
};

/** Of a union the kind. A long list says how many there are; a short one, what they are. */
const cellOf = (value: unknown): string => {
  if (Array.isArray(value)) {
    const [first] = value;
    if (value.length === 0) return 'none';
    return value.length > 3 ? `${String(first)} and ${value.length - 1} more` : value.join(', ');
  }
  const isUnion = typeof value === 'object' && value !== null && 'kind' in value;
  return String((isUnion ? value.kind : value) ?? '');
};
