import type { Cursor } from '../document/cursor.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** A value with `${NAME}` in its texts replaced; `$${` stands for `${`. Complains of unset names. */
export const expandEnvironment = (value: unknown, cursor: Cursor, env: Environment): unknown => {
  if (typeof value === 'string') return expandText(value, cursor, env);
  if (Array.isArray(value)) {
    return value.map((item, index) => expandEnvironment(item, cursor.at(index), env));
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [
    key,
    expandEnvironment(inner, cursor.at(key), env),
  ]);
  return Object.fromEntries(entries);
};

const reference = /\$\$\{|\$\{([A-Za-z_]\w*)\}|\$\{[^}]*\}?/g;

const expandText = (text: string, cursor: Cursor, env: Environment): string =>
  text.replaceAll(reference, (whole: string, name: string | undefined) => {
    if (whole === '$${') return '${';
    if (name === undefined) {
      const remedy = 'a name has letters, digits and `_`; `$${` stands for `${` itself';
      // The text may be a secret: it is not repeated here.
      cursor.complainOf(whole, 'this `${` names no environment variable', remedy);
      return '';
    }
    const value = env[name];
    if (value === undefined) {
      const remedy = `set ${name}, or write \`$\${\` for \`\${\` itself`;
      cursor.complainOf(whole, `the environment variable ${name} is not set`, remedy);
    }
    return value ?? '';
  });
