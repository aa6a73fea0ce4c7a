import { type Document, isMap, isSeq, parseDocument as parseYaml } from 'yaml';
import { z } from 'zod';
import { findingCodes, findings } from '../spec/finding.ts';
import { requirements } from '../spec/requirements/catalogue.ts';
import type { Complaint } from './document/locate.ts';
import { parseDocument } from './document/parse-document.ts';
import type { Path } from './document/problem.ts';
import type { BaselineEntry } from './run.ts';
import { jsonSchemaOf } from './schema.ts';

/** A YAML text; `file` is how errors name it. */
interface BaselineText {
  readonly text: string;
  readonly file: string;
}

/** The entries of a baseline. Throws a WalletproofError that points at whatever is wrong. */
export const parseBaseline = ({ text, file }: BaselineText): BaselineEntry[] =>
  parseDocument({
    text,
    file,
    code: 'configuration',
    expects: '`known:`, a list of {requirement, code, reason, expires}',
    schema: baselineSchema,
    check: complaintsOf,
    convert: ({ known }) => known.map((entry) => ({ ...entry, reason: entry.reason.trim() })),
  });

function* complaintsOf(
  { known }: z.output<typeof baselineSchema>,
  lineOf: (path: Path) => number,
): Generator<Complaint> {
  for (const [index, { requirement, code }] of known.entries()) {
    const first = known.findIndex((entry) => entry.requirement === requirement && entry.code === code);
    if (first < index) {
      const remedy = `see line ${lineOf(['known', first])}`;
      yield { path: ['known', index], message: `another entry has \`${code}\` of ${requirement}`, remedy };
    }
    // Some findings always break one requirement: with another the entry would never be met.
    const { breaks = requirement } = findings[code];
    if (breaks === requirement) continue;
    const message = `\`${code}\` is never a breach of ${requirement}`;
    yield { path: ['known', index, 'requirement'], message, remedy: `write ${breaks}` };
  }
}

const ids = requirements.map(({ id }) => id);

/** A note fails no run: there is nothing to excuse. */
const codes = findingCodes.filter((code) => findings[code].weight !== 'note');

const entrySchema = z.strictObject({
  requirement: z
    .enum(ids, { error: 'expected the id of a requirement (walletproof list requirements)' })
    .meta({ description: 'The requirement that is broken.' }),
  code: z
    .enum(codes, { error: 'expected the code of a breach (walletproof list findings)' })
    .meta({ description: 'The finding, as reports name it.' }),
  reason: z
    .string()
    .regex(/\S/, { error: 'expected why the breach is known, such as a ticket' })
    .meta({ description: 'Why it is known: told with the breach.' }),
  expires: z.iso
    .date({ error: 'expected a day such as 2026-12-31' })
    .optional()
    .meta({ description: 'The last day, UTC, on which the entry counts.' }),
});

/** A baseline file as its writer writes it. */
const baselineSchema = z.strictObject({
  known: z.array(entrySchema).meta({ description: 'Breaches that are known and fail no run.' }),
});

/** The JSON Schema of a baseline file, for editors. */
export const baselineJsonSchema = (): Readonly<Record<string, unknown>> =>
  jsonSchemaOf(baselineSchema, {
    title: 'walletproof baseline',
    description: 'Breaches that are known: a run tells them, and does not fail for them.',
  });

interface ListEdit {
  /** The key of the list at the top of the document; it is made where the text has none. */
  readonly key: string;
  /** Positions (from 0) of the items that go. */
  readonly without: ReadonlySet<number>;
  /** Items that come to the end. */
  readonly with: readonly unknown[];
}

/** A YAML text with items of a list taken out and others added; comments and the rest stay. */
export const editList = (text: string, edit: ListEdit): string => {
  const document: Document = parseYaml(text, { version: '1.2', schema: 'core' });
  if (!isMap(document.contents)) document.contents = document.createNode({});
  if (!isSeq(document.get(edit.key))) document.set(edit.key, document.createNode([]));
  const list = document.get(edit.key);
  if (!isSeq(list)) return text;
  list.items = [
    ...list.items.filter((_, index) => !edit.without.has(index)),
    ...edit.with.map((item) => document.createNode(item)),
  ];
  // Many entries in one line, as `[]` would have them, are hard to read.
  if (list.items.length > 0) list.flow = false;
  return document.toString({ lineWidth: 100 });
};
