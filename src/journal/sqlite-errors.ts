/** What SQLite calls it, such as `SQLITE_BUSY`; empty where it is no error of SQLite. */
const codeOf = (error: unknown): string => {
  const { code } = Object(error) as { readonly code?: unknown };
  return typeof code === 'string' && code.startsWith('SQLITE_') ? code : '';
};

/** What went wrong, as SQLite or the system says it. */
export const causeText = (error: unknown): string => {
  const { message } = Object(error) as { readonly message?: unknown };
  return typeof message === 'string' ? message : String(error);
};

/** Whether the file itself is not as it should be: its pages, or its tables. */
export const isDamage = (error: unknown): boolean =>
  /^SQLITE_(?:NOTADB|CORRUPT)/.test(codeOf(error)) ||
  (codeOf(error) === 'SQLITE_ERROR' && /no such (?:table|column)/.test(causeText(error)));

/** Whether it may work the next time: a lock, a full disk, a folder that may not be written to. */
export const mayPass = (error: unknown): boolean =>
  /^SQLITE_(?:BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|PROTOCOL|NOMEM|PERM)/.test(codeOf(error)) || isOfSystem(error);

/** What the operating system says of a file, such as EACCES. */
const isOfSystem = (error: unknown): boolean => {
  const { code, syscall } = Object(error) as {
    readonly code?: unknown;
    readonly syscall?: unknown;
  };
  return typeof code === 'string' && typeof syscall === 'string';
};

/**
 * What a message of several lines says first, without the mark at its end: its first line, up to the
 * last whole sentence. `Could not locate the bindings file. Tried:` has a list below it.
 */
export const firstSentence = (message: string): string => {
  const line = (message.split('\n')[0] ?? '').trim();
  const whole = line.endsWith(':') ? line.replace(/([.!?])\s[^.!?]*:$/, '$1') : line;
  return whole.replace(/[.:]$/, '');
};
