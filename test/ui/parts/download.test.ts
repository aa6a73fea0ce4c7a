import { fileNameOf } from '../../../src/ui/parts/download.ts';

test.each([
  ['An answer that is lost', 'an-answer-that-is-lost'],
  ['../../etc/passwd', 'etc-passwd'],
  ['Café №7', 'cafe-no7'],
  ['Жетон', 'scenario'],
  ['', 'scenario'],
  [`${'a'.repeat(59)} b`, 'a'.repeat(59)],
])('%j is %s', (title, name) => {
  expect(fileNameOf(title)).toBe(name);
});
