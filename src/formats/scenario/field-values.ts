import type { Cursor } from '../document/cursor.ts';
import type { FieldValue } from './scenario.ts';

/** Fields of a body as a scenario sets them, by dotted name. */
export const toFields = (
  raw: Readonly<Record<string, unknown>> = {},
  cursor: Cursor,
): Readonly<Record<string, FieldValue>> =>
  Object.fromEntries(Object.entries(raw).map(([name, value]) => [name, toFieldValue(value, cursor.at(name))]));

/**
 * The value of a field, as YAML gives it; as `{ json: text }` where a number would lose digits, or
 * where the writer gave JSON text.
 */
const toFieldValue = (raw: unknown, cursor: Cursor): FieldValue => {
  const text = jsonText(raw, cursor);
  return text === JSON.stringify(raw) ? raw : { json: text };
};

/** The JSON text of a value, its numbers as they are written. */
const jsonText = (raw: unknown, cursor: Cursor): string => {
  if (typeof raw === 'number') return numberText(raw, cursor);
  if (Array.isArray(raw)) {
    return `[${raw.map((item, index) => jsonText(item, cursor.at(index))).join(',')}]`;
  }
  if (typeof raw !== 'object' || raw === null) return JSON.stringify(raw);
  if ('json' in raw) return givenText(raw, cursor);
  if ('raw' in raw || 'characters' in raw) checkGiven(raw, cursor);
  const members = Object.entries(raw).map(
    ([name, value]) => `${JSON.stringify(name)}:${jsonText(value, cursor.at(name))}`,
  );
  return `{${members.join(',')}}`;
};

/** `-0`, `10.50` and `1e309` are JSON as they stand; `.5` and `0x1F` only by their value. */
const numberText = (raw: number, cursor: Cursor): string => {
  const written = cursor.text() ?? String(raw);
  if (/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(written)) return written;
  if (Number.isFinite(raw)) return JSON.stringify(raw);
  cursor.complain(`JSON has no \`${written}\``, 'a body that is no JSON goes into `raw`');
  return 'null';
};

const givenText = (raw: object, cursor: Cursor): string => {
  const { json, ...others } = raw as { readonly json: unknown };
  if (Object.keys(others).length > 0) {
    cursor.at('json').complainOfKey('`json` stands alone', 'leave the other keys out');
  }
  if (typeof json === 'string' && isJson(json)) return json;
  const remedy = "such as { json: '1e309' }; a body that is no JSON goes into `raw`";
  cursor.at('json').complain('`json` expects JSON text', remedy);
  return 'null';
};

/** `{ raw: NaN }` and `{ characters: 4096 }` stay as they are until a body is written. */
const checkGiven = (raw: object, cursor: Cursor): void => {
  const [[key, value] = ['', undefined], other] = Object.entries(raw);
  if (other !== undefined) {
    cursor.at(key).complainOfKey(`\`${key}\` stands alone`, 'leave the other keys out');
  } else if (key === 'raw' && typeof value !== 'string') {
    cursor.at(key).complain('`raw` expects text', "such as { raw: 'NaN' }");
  } else if (key === 'characters' && !isLength(value)) {
    cursor.at(key).complain('`characters` expects a length', `a number from 1 to ${longestText}`);
  }
};

const longestText = 1_000_000;

const isLength = (value: unknown): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= longestText;

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};
