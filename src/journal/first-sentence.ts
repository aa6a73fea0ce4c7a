/**
 * What a message of several lines says first, without the mark at its end: its first line, up to the
 * last whole sentence. `Could not locate the bindings file. Tried:` has a list below it.
 */
export const firstSentence = (message: string): string => {
  const line = (message.split('\n')[0] ?? '').trim();
  const whole = line.endsWith(':') ? line.replace(/([.!?])\s[^.!?]*:$/, '$1') : line;
  return whole.replace(/[.:]$/, '');
};
