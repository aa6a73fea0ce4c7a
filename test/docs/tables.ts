import { defects } from '../../fixtures/agents/example/index.ts';
import { overrides } from '../../src/cli/options.ts';
import { configurationJsonSchema } from '../../src/formats/configuration.ts';
import { gamesJsonSchema } from '../../src/formats/games.ts';
import { optionNames } from '../../src/formats/scenario/call-schema.ts';
import { actions, optionsOf, scenarioJsonSchema } from '../../src/formats/scenario/scenario-schema.ts';
import { reporterNames, reporters } from '../../src/report/reporters.ts';
import { callbackTypes } from '../../src/spec/callback.ts';
import { callbacks } from '../../src/spec/callback-fields.ts';
import { namesOf } from '../../src/spec/closed-list.ts';
import { forgeries, platformFaults, signatureVariants, writtenResends } from '../../src/spec/fault.ts';
import type { Field } from '../../src/spec/field.ts';
import { httpForms } from '../../src/spec/http-form.ts';
import { likenesses, playerLikenesses } from '../../src/spec/likeness.ts';
import { costs, openPoints } from '../../src/spec/open-points.ts';
import { operationNames, operations } from '../../src/spec/operation.ts';
import { operationAnswers } from '../../src/spec/operation-answers.ts';
import { agentErrors, ownRefusals, type RefusalCode, type RefusalRecord, refusals } from '../../src/spec/refusal.ts';
import { requestChecks } from '../../src/spec/request-checks.ts';
import { requirementGroups, requirements } from '../../src/spec/requirements/catalogue.ts';
import { deliveryModes, type Setting, settings, writtenValue } from '../../src/spec/settings.ts';
import type { Level } from '../../src/spec/verdict.ts';
import { code, plain, prose, table } from './markdown-parts.ts';
import { head, rowOf, rowsOf, type SchemaPart } from './schema-rows.ts';

/** What is made of records in a page that is written by hand: a block between `<!--NAME-->` and `<!--/NAME-->`. */
export type Tables = Readonly<Record<string, () => string>>;

const allRefusals: Readonly<Record<RefusalCode, RefusalRecord>> = { ...refusals, ...ownRefusals };

const refusalTable = (codes: readonly RefusalCode[]): string =>
  table(
    ['code', 'HTTP', 'meaning'],
    codes.map((name) => [code(name), String(allRefusals[name].status), prose(allRefusals[name].meaning)]),
  );

const namesIn = (fields: readonly Field[]): string =>
  fields.map(({ name, required }) => (required ? code(name) : `[${code(name)}]`)).join(', ');

/** A value as code; a default in words as it is. */
const valueText = ({ byDefault }: Pick<Setting, 'byDefault'>): string => {
  const written = writtenValue(byDefault);
  return written.includes(' ') && !written.startsWith('[') ? written : code(written);
};

/** What a wrong guess costs at most. */
const costOf = (key: Setting['key']): (typeof costs)[number] | undefined =>
  costs.find((cost) => openPoints.some((point) => point.costs === cost && point.settings.some((each) => each === key)));

const platform: Tables = {
  checks: () =>
    table(
      ['', 'what must be so', 'else'],
      requestChecks.map(({ demands, refusal }, index) => [
        String(index + 1),
        prose(demands),
        refusal === 'its own errors' ? refusal : code(refusal),
      ]),
    ),
  operations: () =>
    table(
      ['operation', 'what it does', 'fields', '`content` of the answer', 'its own errors'],
      operationNames.map((name) => [
        code(name),
        operations[name].summary,
        namesIn(operations[name].fields.filter(({ name: field }) => !['agent_id', 'timestamp'].includes(field))),
        namesIn(operationAnswers[name].content),
        operationAnswers[name].errors.map(code).join(', '),
      ]),
    ),
  grant: () =>
    table(
      ['field', 'type', 'description'],
      operations.freespins_grant.fields
        .filter(({ assumed }) => assumed === true)
        .map(({ name, type, required, description }) => [
          required ? code(name) : `[${code(name)}]`,
          type,
          prose(description),
        ]),
    ),
  callbacks: () => {
    const all = new Map(callbackTypes.flatMap((type) => callbacks[type].fields.map((field) => [field.name, field])));
    const typesWith = (name: string) =>
      callbackTypes.filter((type) => callbacks[type].fields.some((field) => field.name === name));
    return table(
      ['field', 'type', 'in', 'description'],
      [...all.values()].map(({ name, type, description, fields = [] }) => {
        const having = typesWith(name);
        const inside = fields.length === 0 ? '' : `: ${namesIn(fields)}`;
        return [
          code(name),
          type === 'amount' ? 'float' : type,
          having.length === callbackTypes.length ? 'all' : having.map(code).join(', '),
          prose(description) + inside,
        ];
      }),
    );
  },
  delivery: () =>
    table(
      ['value', 'meaning'],
      namesOf(deliveryModes).map((mode) => [code(mode), deliveryModes[mode]]),
    ),
  refusals: () => refusalTable(namesOf(refusals)),
  'own-refusals': () => refusalTable(namesOf(ownRefusals)),
  'agent-errors': () =>
    table(
      ['code', 'meaning'],
      namesOf(agentErrors).map((name) => [code(name), prose(agentErrors[name].meaning)]),
    ),
  settings: () =>
    table(
      ['setting', 'default', 'values', 'what it decides'],
      costs
        .flatMap((cost) => settings.filter(({ key }) => costOf(key) === cost))
        .map((setting) => [
          code(setting.key),
          valueText(setting),
          setting.values?.map(code).join(', ') ?? setting.written ?? '',
          prose(setting.description),
        ]),
    ),
  'open-points': () =>
    table(
      ['what is open', 'walletproof assumes'],
      costs.flatMap((cost) =>
        openPoints
          .filter((point) => point.costs === cost && point.settings.length === 0)
          .map(({ point, choice = '' }) => [prose(point), prose(choice)]),
      ),
    ),
};

const configuration = configurationJsonSchema() as unknown as SchemaPart;

/** What stands inside a key at the top; or the key itself, where it holds a value. */
const keyTable = (key: string): string => {
  const part = configuration.properties?.[key] ?? {};
  const inner = [...rowsOf(part, `${key}.`), ...rowsOf(part.items ?? {}, `${key}[].`)];
  return table(head, inner.length > 0 ? inner : [rowOf(key, part, false)]);
};

const configurationPage: Tables = {
  overrides: () =>
    table(
      ['key', 'flag or argument', 'environment variable', ''],
      overrides.map(({ keys, flags, variable, note = '' }) => [
        keys.map(code).join(', '),
        flags.map(code).join(', '),
        variable === undefined ? '' : code(variable),
        prose(note),
      ]),
    ),
  ...Object.fromEntries(
    Object.keys(configuration.properties ?? {})
      .filter((key) => key !== 'quirks')
      .map((key) => [key, () => keyTable(key)]),
  ),
  'games-file': () => table(head, rowsOf((gamesJsonSchema() as SchemaPart).items ?? {})),
};

const scenarioSchema = scenarioJsonSchema() as unknown as SchemaPart & {
  readonly definitions: Readonly<Record<string, SchemaPart>>;
};
const { properties: stepParts = {} } = scenarioSchema.definitions['step'] ?? {};

/** Lists with a table of their own, in the chapter of values. */
const valueLists = {
  resends: writtenResends,
  signatures: signatureVariants,
  forgeries,
  likenesses,
  'player-likenesses': playerLikenesses,
  'http-forms': httpForms,
  'platform-faults': platformFaults,
};

/** `{detail}` is what a scenario says besides. */
const meaningIn = (record: string | { readonly meaning: string }): string =>
  typeof record === 'string' ? record : record.meaning.replace('{detail}', 'that text');

/** Those that a word says; the others are keys of their own. */
const { prefix: _, after: __, ...plainLikenesses } = likenesses;

const meanings = [...Object.values(valueLists), plainLikenesses].map((list) =>
  Object.entries(list)
    .map(([name, record]) => prose(`${name}: ${meaningIn(record)}`))
    .join('; '),
);

/** Rows that name a list of values, and leave its meanings to its own table. */
const shortRows = (rows: readonly (readonly string[])[]): string[][] =>
  rows.map((cells) =>
    cells.map((cell) => meanings.reduce((text, long) => text.replace(long, '[meanings](#values)'), cell)),
  );

/** The steps that have keys of their own. */
const stepsWithKeys = actions.filter((action) => rowsOf(stepParts[action] ?? {}).length > 0);

/** The keys of a step; a rollback has those of makeBet for ids that look alike, which are told once. */
const ownRows = (action: (typeof actions)[number]): string[][] =>
  rowsOf(stepParts[action] ?? {}).filter(([key = '']) => action !== 'rollback' || !key.startsWith('`alike'));

const takenBy = (action: (typeof actions)[number]): string => {
  const taken = optionsOf[action];
  if (taken.length === optionNames.length) return 'every option';
  return taken.map(code).join(', ') || 'none';
};

const scenarios: Tables = {
  keys: () =>
    table(
      head,
      Object.entries(scenarioSchema.properties ?? {}).map(([key, part]) =>
        rowOf(key, part, scenarioSchema.required?.includes(key) ?? false),
      ),
    ),
  steps: () =>
    table(
      ['step', 'options', 'what it does'],
      actions.map((action) => [code(action), takenBy(action), prose(stepParts[action]?.description ?? '')]),
    ),
  ...Object.fromEntries(stepsWithKeys.map((action) => [action, () => table(head, shortRows(ownRows(action)))])),
  options: () =>
    table(
      head,
      shortRows(
        optionNames.flatMap((option) => {
          const part = stepParts[option] ?? {};
          return [rowOf(option, part, false), ...rowsOf(part, `${option}.`)];
        }),
      ),
    ),
  ...Object.fromEntries(
    Object.entries(valueLists).map(([name, list]) => [
      name,
      () =>
        table(
          ['value', 'meaning'],
          Object.entries(list).map(([value, record]) => [code(value), prose(meaningIn(record))]),
        ),
    ]),
  ),
};

const requirementsPage: Tables = {
  requirements: () =>
    Object.entries(requirementGroups)
      .map(([group, about]) => `## ${group}: ${about}\n\n${requirementTable(group)}`)
      .join('\n\n'),
};

const requirementTable = (group: string): string =>
  table(
    ['id', 'level', 'section', 'the agent'],
    requirements
      .filter(({ id }) => id.startsWith(`${group}-`))
      .map(({ id, level, section, source, title }) => [
        id,
        level,
        source.kind === 'soundness' ? `${section}, soundness` : section,
        plain(title),
      ]),
  );

/** What the README says is caught: requirements by level, scenarios that show them, defects that prove it. */
const coverage = (shipped: readonly { readonly requirements: readonly string[] }[]): string =>
  table(
    ['group', 'about', 'must', 'should', 'observe', 'scenarios', 'defects'],
    Object.entries(requirementGroups).map(([group, about]) => {
      const isOurs = (id: string): boolean => id.startsWith(`${group}-`);
      const count = (level: Level): number =>
        requirements.filter((each) => isOurs(each.id) && each.level === level).length;
      const shown = shipped.filter((each) => each.requirements.some(isOurs)).length;
      const broken = defects.filter(({ requirement }) => isOurs(requirement)).length;
      return [code(group), about, ...[count('must'), count('should'), count('observe'), shown, broken].map(String)];
    }),
  );

/** The tables of each page, by their names. */
export const tablesOf = (
  shipped: readonly { readonly requirements: readonly string[] }[],
): Readonly<Record<string, Tables>> => ({
  'docs/reports.md': {
    reporters: () =>
      table(
        ['reporter', 'what it is for'],
        reporterNames.map((name) => [code(name), reporters[name].description]),
      ),
  },
  'README.md': { coverage: () => coverage(shipped) },
  'docs/platform.md': platform,
  'docs/configuration.md': configurationPage,
  'docs/scenarios.md': scenarios,
  'docs/requirements.md': requirementsPage,
});
