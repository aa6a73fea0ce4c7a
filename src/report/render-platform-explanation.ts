import { wrappedLines } from '../base/text-table.ts';
import type { ExampleValue, Field } from '../spec/field.ts';
import { writtenValue } from '../spec/settings.ts';
import { type ExplanationPart, entryLines, type NamedText } from './entry-lines.ts';
import type {
  AgentErrorExplanation,
  CallbackExplanation,
  OperationExplanation,
  PlatformExplanation,
  RefusalExplanation,
  SettingExplanation,
} from './explain-platform.ts';
import { labelledLines, proseColumns, type TextPage } from './page.ts';

/** What there is to tell of the platform, part by part. */
export const platformParts = (told: PlatformExplanation, page: TextPage): readonly ExplanationPart[] => {
  switch (told.kind) {
    case 'operation':
      return operationParts(told, page);
    case 'callback':
      return callbackParts(told, page);
    case 'refusal':
      return refusalParts(told, page);
    case 'agent-error':
      return agentErrorParts(told, page);
    case 'setting':
      return settingParts(told, page);
  }
};

const operationParts = (told: OperationExplanation, page: TextPage): ExplanationPart[] => [
  head(`${told.name}: ${told.summary}`, page),
  facts(
    [
      ['request', `POST {base_url}${told.path}, signed in X-Signature`],
      [
        'specification',
        told.assumed ? 'section 4 names it, and shows none of its fields: what is marked assumed is ours' : 'section 4',
      ],
    ],
    page,
  ),
  fieldsPart('Fields of the request', told.fields, page),
  fieldsPart('Fields where quirks.listFilters is apply', told.furtherFields, page),
  bodyPart('A request', told.example),
  fieldsPart('content of the answer', told.content, page),
  bodyPart('An answer', told.exampleAnswer),
  {
    title: 'Errors',
    lines: entryLines(
      told.errors.map(({ code, status, meaning }) => [`${status} ${code}`, meaning]),
      page,
    ),
  },
  { title: 'Good to know', lines: told.notes.flatMap((note) => itemLines(noteText(note), page)) },
  openPart(told, page),
  seePart(told.commands),
];

const callbackParts = (told: CallbackExplanation, page: TextPage): ExplanationPart[] => [
  head(`${told.type}: ${told.summary}`, page),
  facts(
    [
      ['sent', told.when],
      ['callback', 'POST {callback_url}, signed in X-Signature'],
      ['specification', 'section 6'],
    ],
    page,
  ),
  fieldsPart('Fields of the callback', told.fields, page),
  bodyPart('A callback', told.example),
  {
    title: 'What the agent does',
    lines: told.handling.flatMap((step, index) => itemLines(plain(step), page, `${index + 1}.`)),
  },
  fieldsPart('The answer', told.answer, page),
  bodyPart('An answer', told.exampleAnswer),
  fieldsPart('Or an error', told.errorAnswer, page),
  {
    title: 'Recommended error codes',
    lines: entryLines(
      told.errors.map(({ code, meaning }) => [code, meaning]),
      page,
    ),
  },
  openPart(told, page),
  seePart(told.commands),
];

const refusalParts = (told: RefusalExplanation, page: TextPage): ExplanationPart[] => [
  head(`${told.code}: the platform answers it with HTTP ${told.status}`, page),
  facts(
    [
      ['means', told.meaning],
      ['when', told.when],
      ['what to do', told.remedy],
      ['operations', told.operations.length === 0 ? 'requests to other paths' : told.operations.join(', ')],
      ['specification', told.source === 'ours' ? 'not in it: the code is ours (assumed)' : told.source],
    ],
    page,
  ),
  openPart(told, page),
];

const agentErrorParts = (told: AgentErrorExplanation, page: TextPage): ExplanationPart[] => [
  head(`${told.code}: an agent answers it to callbacks`, page),
  facts(
    [
      ['means', told.meaning],
      ['when', told.when],
      ['what to do', told.remedy],
      ['fits', told.callbacks.join(', ')],
      ['specification', `${told.source}: recommended; it shows no HTTP status`],
    ],
    page,
  ),
  openPart(told, page),
];

const settingParts = (told: SettingExplanation, page: TextPage): ExplanationPart[] => [
  head(`${told.key}: ${told.description}`, page),
  facts(
    [
      ['default', writtenValue(told.byDefault)],
      ['values', told.values?.join(', ') ?? told.written ?? ''],
      ['why', told.why],
      ['specification', `section ${told.section} leaves it open`],
      ['set it', howToSet(told)],
    ],
    page,
  ),
  {
    title: 'What it decides',
    lines: told.openPoints.flatMap(({ section, point, choice }) =>
      pointLines({ section, point: `Section ${section}: ${point}`, choice, settings: [] }, page),
    ),
  },
];

const howToSet = ({ key, byDefault }: SettingExplanation): string => {
  if (key.startsWith('--')) return `${key} with serve, test, play, demo and trigger`;
  const [room = '', name = ''] = key.split('.');
  const list = room.replace('[]', '');
  if (list !== room) return `${list}: [{ id: 1001, ${name}: … }] in walletproof.config.yaml`;
  const place = name === '' ? room : `${room}: { ${name}: … }`;
  const plain = key.startsWith('quirks.') ? place.replace('…', writtenValue(byDefault)) : place;
  return `${plain} in walletproof.config.yaml`;
};

const head = (text: string, page: TextPage): ExplanationPart => ({
  lines: wrappedLines(text, proseColumns(page, 0)).map((line) => page.paint.bold(line)),
});

const facts = (rows: readonly NamedText[], page: TextPage): ExplanationPart => ({
  lines: rows.flatMap(([label, text]) => labelledLines({ page, indent: 2, width: 15 }, label, text)),
});

const fieldsPart = (title: string, fields: readonly Field[], page: TextPage): ExplanationPart => ({
  title,
  lines: entryLines(
    fields.flatMap((field) => fieldRows(field, '')),
    page,
  ),
});

/** A field and those inside it: `games[].id`, `freespins.played`. */
const fieldRows = (field: Field, place: string): NamedText[] => {
  const name = place + field.name;
  const inside = `${name}${field.type === 'array' ? '[]' : ''}.`;
  return [
    [name, `${fieldFacts(field)}: ${describeField(field)}`],
    ...(field.fields ?? []).flatMap((each) => fieldRows(each, inside)),
  ];
};

/** With its values where they are a closed list. */
const describeField = ({ description, values = [] }: Field): string =>
  values.length === 0 || values.length > mostValues
    ? description
    : `${description}: ${values.length === 1 ? 'always ' : ''}${values.join(', ')}`;

/** More are no help in a line. */
const mostValues = 5;

/** Type and presence in a few words: `integer, required, assumed`. */
const fieldFacts = ({ type, required, nullable, assumed }: Field): string =>
  [
    type === 'amount' ? 'float' : type,
    ...(nullable === true ? ['or null'] : []),
    required ? 'required' : 'optional',
    ...(assumed === true ? ['assumed'] : []),
  ].join(', ');

const bodyPart = (title: string, body: Readonly<Record<string, ExampleValue>>): ExplanationPart => ({
  title,
  lines: JSON.stringify(body, null, 2)
    .split('\n')
    .map((line) => `  ${line}`),
});

const noteText = ({ text, assumed }: OperationExplanation['notes'][number]): string =>
  plain(assumed === true ? `Assumed: ${text}` : text);

/** The sentences are the page's, too, where code is marked. */
const plain = (text: string): string => text.replaceAll('`', '');

const itemLines = (text: string, page: TextPage, mark = '-'): string[] =>
  labelledLines({ page, indent: 2, width: mark.length + 1 }, mark, text);

const openPart = ({ openPoints }: Pick<PlatformExplanation, 'openPoints'>, page: TextPage): ExplanationPart => ({
  title: 'What the specification leaves open',
  lines: openPoints.flatMap((told) => pointLines(told, page)),
});

/** What is open, and below it what is done. */
const pointLines = (
  { point, choice, settings }: PlatformExplanation['openPoints'][number],
  page: TextPage,
): string[] => {
  const by = settings.length === 0 ? '' : `Settings: ${settings.join(', ')}.`;
  return [
    ...itemLines(plain(point), page),
    ...[plain(choice ?? ''), by].filter(Boolean).flatMap((text) => itemLines(text, page, ' ')),
  ];
};

const seePart = (commands: readonly string[]): ExplanationPart => ({
  title: 'See it',
  lines: commands.map((command) => `  ${command}`),
});
