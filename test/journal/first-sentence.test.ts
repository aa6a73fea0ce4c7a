import { expect, it } from '@jest/globals';
import { firstSentence } from '../../src/journal/sqlite-errors.ts';

it.each([
  [
    'Could not locate the bindings file. Tried:\n → /app/node_modules/a.node\n → /app/b.node',
    'Could not locate the bindings file',
  ],
  [
    "Cannot find package 'better-sqlite3' imported from /app/thread.js",
    "Cannot find package 'better-sqlite3' imported from /app/thread.js",
  ],
  ['The module /app/a.node\nwas compiled against a different Node.js version.', 'The module /app/a.node'],
  ["libc.so.6: version `GLIBC_2.38' not found.", "libc.so.6: version `GLIBC_2.38' not found"],
  ['Tried:\n → /app/a.node', 'Tried'],
  ['', ''],
])('%j is told as %j', (message, told) => {
  expect(firstSentence(message)).toBe(told);
});
