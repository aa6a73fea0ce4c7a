import type { FieldValue } from '../../spec/scenario.ts';
import type { Cursor } from '../document/cursor.ts';

/**
 * The value of a field, as YAML gives it; as `{ json: text }` where a number would lose digits, or
 * where the writer gave JSON text.
 */
export const toFieldValue = (raw: unknown, cursor: Cursor): FieldValue => {
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

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};
