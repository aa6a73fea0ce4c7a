import { findings } from '../../spec/finding.ts';
import type { FindingRecord } from '../../spec/finding-record.ts';
import type { BaselineEntry } from '../../spec/run.ts';
import { baselineSchema } from '../../spec/schemas/baseline.ts';
import type { Cursor } from '../document/cursor.ts';
import { parseDocument } from '../document/parse-document.ts';

/** A YAML text; `file` is how errors name it. */
export interface BaselineText {
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
    convert: ({ known }, root) => {
      for (const [index, entry] of known.entries()) {
        const cursor = root.at('known', index);
        complainOfTwin(known.slice(0, index), entry, { cursor, root });
        complainOfRequirement(entry, cursor);
      }
      return known.map(toEntry);
    },
  });

type Written = ReturnType<typeof baselineSchema.parse>['known'][number];

const toEntry = ({ requirement, code, reason, expires }: Written): BaselineEntry => ({
  requirement,
  code,
  reason: reason.trim(),
  ...(expires === undefined ? {} : { expires }),
});

const complainOfTwin = (
  earlier: readonly Written[],
  { requirement, code }: Written,
  { cursor, root }: { readonly cursor: Cursor; readonly root: Cursor },
): void => {
  const first = earlier.findIndex(
    (entry) => entry.requirement === requirement && entry.code === code,
  );
  if (first < 0) return;
  const { line } = root.at('known', first).place();
  cursor.complain(`another entry has \`${code}\` of ${requirement}`, `see line ${line}`);
};

/** Some findings always break one requirement: with another the entry would never be met. */
const complainOfRequirement = ({ requirement, code }: Written, cursor: Cursor): void => {
  const { breaks }: FindingRecord = findings[code];
  if (breaks === undefined || breaks === requirement) return;
  cursor
    .at('requirement')
    .complain(`\`${code}\` is never a breach of ${requirement}`, `write ${breaks}`);
};
