import { readSource } from '../../../src/formats/document/read-source.ts';
import { errorOf } from './error-of.ts';

const read = (text: string) => readSource({ text, file: 'x.yaml', code: 'scenario', expects: 'a list of games' });
const messageOf = (text: string) => errorOf(() => read(text)).message;

describe('readSource', () => {
  it('gives mappings, lists and scalars as plain values', () => {
    expect(read('a: [1, 1.5, yes, true, null]\nb:\n  c: |\n    text\n').value).toEqual({
      a: [1, 1.5, 'yes', true, null],
      b: { c: 'text\n' },
    });
  });

  it('reads a byte-order mark and CRLF line ends', () => {
    expect(read('\uFEFFa: 1\r\nb: 2\r\n').value).toEqual({ a: 1, b: 2 });
    expect(messageOf('\uFEFF{ a: 1, a: 2 }')).toContain('x.yaml:1:9: `a` is given twice');
    expect(messageOf('\uFEFFa: 1\r\na: 2\r\n')).toBe(
      'x.yaml:2:1: `a` is given twice\n  |\n2 | a: 2\n  | ^ keep one of them',
    );
  });

  it('reads JSON, tabs and all', () => {
    expect(read('{\n\t"a": [\n\t\t1\n\t]\n}\n').value).toEqual({ a: [1] });
  });

  it('carries the code of the error and a remedy', () => {
    const error = errorOf(() => read('a: ['));
    expect(error.code).toBe('scenario');
    expect(error.remedy).toBe('Correct the file where the caret points.');
  });
});

describe('what readSource refuses', () => {
  it.each(['', '\n\n', '# only a comment\n', '---\n', '---\n...\n', 'null', '~'])(
    'says what the empty file %j is expected to be',
    (text) => {
      expect(messageOf(text)).toContain('x.yaml:1:1: the file is empty');
      expect(messageOf(text)).toContain('^ expected a list of games');
    },
  );

  it('tells of a tab', () => {
    expect(messageOf('a:\n\t- b\n')).toBe(
      'x.yaml:2:1: a tab indents this line\n  |\n2 | \t- b\n  | ^ indent with spaces, two for each level',
    );
  });

  it.each([
    ['!mine 1', '!mine'],
    ['!!str 10', '!!str'],
    ['!!binary aGk=', '!!binary'],
    ['!!set { b }', '!!set'],
    ['!!timestamp 2026-01-01', '!!timestamp'],
    ['!<tag:example.com,2000:x> 1', 'tag:example.com,2000:x'],
  ])('refuses the tag of %s', (value, tag) => {
    const message = messageOf(`a: ${value}\n`);
    expect(message).toContain(tag);
    expect(message).toContain('x.yaml:1:4: ');
    expect(message).toContain('leave the tag out');
  });
});

describe('readSource and aliases', () => {
  it.each(['a: &x 1\nb: *y\n', 'a: *x\nb: &x 1\n'])('refuses the unknown alias in %j', (text) => {
    expect(messageOf(text)).toMatch(/no anchor `&[xy]` comes before this alias/);
  });

  it('follows aliases to the last anchor before them', () => {
    expect(read('a: &x 1\nb: *x\nc: &x 2\nd: *x\n').value).toEqual({ a: 1, b: 1, c: 2, d: 2 });
  });

  it('follows an alias inside a copy to what it stood for', () => {
    const text = 'a: &x 1\nb: &y [&x 2, *x]\nc: &x 3\nd: *y\ne: *x\n';
    expect(read(text).value).toEqual({ a: 1, b: [2, 2], c: 3, d: [2, 2], e: 3 });
  });

  it('refuses aliases that multiply', () => {
    const levels = ['b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].map(
      (name, index) => `${name}: &${name} [${'*_,'.repeat(9).replaceAll('_', 'abcdefgh'.charAt(index))}]`,
    );
    const text = ['a: &a [1, 1, 1, 1, 1, 1, 1, 1, 1]', ...levels].join('\n');
    expect(messageOf(text)).toContain('aliases stand for more than 10000 values');
    expect(messageOf(`a: [${'1, '.repeat(100_000)}1]`)).toContain('the document has more than 100000 values');
  });

  it('refuses mappings that are opened over and over, and never closed', () => {
    const text = Array.from({ length: 6_000 }, () => '  - {a: b 1').join('\n');
    expect(messageOf(`steps:\n${text}`)).toContain('nested deeper than 64 levels');
  });

  it('refuses an alias to what holds it', () => {
    expect(messageOf('a: &a [*a]\n')).toContain('x.yaml:1:8: nested deeper than 64 levels');
  });
});

describe('the bounds of readSource', () => {
  it.each([
    ['[', 100_000],
    ['- ', 100_000],
    ['{ a: ', 50_000],
    ['? ', 50_000],
  ])('refuses %j nested without end', (opening, times) => {
    expect(messageOf(opening.repeat(times))).toContain('nested deeper than 64 levels');
  });

  it('refuses a %YAML line of another version', () => {
    expect(messageOf('%YAML 1.1\n---\na: yes\n')).toContain('leave the %YAML line out');
  });

  it('refuses a second document', () => {
    expect(messageOf('a: 1\n---\nb: 2\n')).toContain('x.yaml:2:1: a second document begins here');
  });

  it('refuses the key __proto__', () => {
    expect(messageOf('a: { __proto__: 1 }\n')).toContain('x.yaml:1:6: the key `__proto__`');
  });

  it('refuses a key that is no text', () => {
    expect(messageOf('? [a]\n: 1\n')).toContain('a key is plain text');
  });

  it('tells of several syntax errors, the first with its line', () => {
    const message = messageOf('a: 1\na: 2\nb: 1\nb: 2\n');
    expect(message).toContain('x.yaml:2:1: `a` is given twice');
    expect(message).toContain('\nx.yaml:4:1: `b` is given twice\n');
  });
});
