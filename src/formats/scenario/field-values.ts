import type { z } from 'zod';
import { isJson } from '../../base/json.ts';
import { WrittenNumber } from '../document/print-document.ts';
import type { Path } from '../document/problem.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Fields of a body, by dotted name. A value is what YAML gives; `{ json: text }` where a number would lose
 * digits, or where the writer gave JSON text; `{ raw: text }` for text that is no JSON; `{ characters: n }`.
 */
export const toFields = (written: Fields = {}): Fields =>
  Object.fromEntries(
    Object.entries(written).map(([name, value]) => {
      const text = jsonText(value);
      return [name, text === JSON.stringify(value) ? value : { json: text }];
    }),
  );

/** The JSON text of a value that was checked, its numbers as they are written. */
const jsonText = (value: unknown): string => {
  if (value instanceof WrittenNumber) return value.text;
  if (Array.isArray(value)) return `[${value.map(jsonText).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if ('json' in value) return String(value.json);
  const members = Object.entries(value).map(([name, inner]) => `${JSON.stringify(name)}:${jsonText(inner)}`);
  return `{${members.join(',')}}`;
};

/** Tells of values that no JSON has, and of `json`, `raw` and `characters` that are not what they must be. */
export const checkFields = (value: unknown, context: z.core.$RefinementCtx, path: Path = []): void => {
  const complain = (at: Path, message: string, remedy: string, params = {}): void =>
    context.addIssue({ code: 'custom', path: [...path, ...at], message, params: { remedy, ...params } });
  if (typeof value === 'number' && !Number.isFinite(value)) {
    complain([], 'JSON has no `{value}`', 'a body that is no JSON goes into `raw`');
  }
  if (typeof value !== 'object' || value === null || value instanceof WrittenNumber) return;
  const keys = Object.keys(value);
  const key = path.length === 0 ? undefined : Object.keys(given).find((each) => keys.includes(each));
  const { [key ?? '']: rule } = given;
  if (Array.isArray(value) || key === undefined || rule === undefined) {
    for (const [name, inner] of Object.entries(value)) checkFields(inner, context, [...path, nameOf(value, name)]);
    return;
  }
  if (keys.length > 1) complain([key], `\`${key}\` stands alone`, 'leave the other keys out', { at: 'key' });
  else if (!rule.isRight((value as Fields)[key])) complain([key], `\`${key}\` expects ${rule.expects}`, rule.remedy);
};

const nameOf = (holder: object, name: string): PropertyKey => (Array.isArray(holder) ? Number(name) : name);

const longestText = 1_000_000;

/** What stands for a value that YAML cannot write. */
const given: Readonly<
  Record<string, { readonly expects: string; readonly remedy: string; isRight(value: unknown): boolean }>
> = {
  json: {
    expects: 'JSON text',
    remedy: "such as { json: '1e309' }; a body that is no JSON goes into `raw`",
    isRight: (value) => typeof value === 'string' && isJson(value),
  },
  raw: { expects: 'text', remedy: "such as { raw: 'NaN' }", isRight: (value) => typeof value === 'string' },
  characters: {
    expects: 'a length',
    remedy: `a number from 1 to ${longestText}`,
    isRight: (value) => Number.isInteger(value) && Number(value) > 0 && Number(value) <= longestText,
  },
};
