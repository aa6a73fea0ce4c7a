import { z } from 'zod';
import { parseDocument } from '../../../src/formats/document/parse-document.ts';
import { errorOf } from './error-of.ts';

const item = z.strictObject({
  id: z.string().min(1),
  count: z.int().min(1).max(9).default(1),
  demo: z.boolean().optional(),
  as: z.union([z.enum(['exact', 'stale']), z.strictObject({ after: z.int() })]).optional(),
  size: z.union([z.number(), z.literal('any')], { error: 'expected a number or `any`' }).optional(),
  names: z.record(z.string().regex(/^[a-z]+$/, { error: 'expected small letters' }), z.int()).optional(),
});
const schema = z.strictObject({ title: z.string(), items: z.array(item).min(1).optional() });

const parse = (text: string) =>
  parseDocument({
    text,
    file: 'x.yaml',
    code: 'configuration',
    expects: 'a title',
    schema,
    convert: (value) => value,
  });
const messageOf = (text: string) => errorOf(() => parse(text)).message;
const itemMessage = (fields: string) => messageOf(`title: T\nitems:\n  - ${fields}\n`).split('\n');

describe('parseDocument and keys', () => {
  it('gives the typed value with its defaults', () => {
    expect(parse('title: T\nitems: [{ id: a }]\n')).toEqual({
      title: 'T',
      items: [{ id: 'a', count: 1 }],
    });
  });

  it('points at an unknown key and names the one that was meant', () => {
    expect(messageOf('title: T\nitmes: []\n')).toBe(
      'x.yaml:2:1: unknown key `itmes`\n  |\n2 | itmes: []\n  | ^^^^^ did you mean `items`?',
    );
  });

  it('lists the known keys where none is near', () => {
    expect(messageOf('title: T\nxyz: []\n')).toContain('^^^ known here: `title` and `items`');
  });

  it('points at the mapping that lacks a key', () => {
    expect(itemMessage('{ count: 2 }')).toEqual([
      'x.yaml:3:5: `items[0]` needs the key `id`',
      '  |',
      '3 |   - { count: 2 }',
      '  |     ^ add `id: …`',
    ]);
  });

  it('tells of a misspelt required key once', () => {
    expect(itemMessage('{ idd: a }')).toEqual([
      'x.yaml:3:7: unknown key `idd`',
      '  |',
      '3 |   - { idd: a }',
      '  |       ^^^ did you mean `id`?',
    ]);
  });
});

describe('parseDocument and values', () => {
  it.each([
    ['{ id: 12 }', 'x.yaml:3:11: `id`: expected text, not `12`', 'put it in quotes'],
    ['{ id: a, count: 1.5 }', '`count`: expected a whole number, not `1.5`', ''],
    ['{ id: a, count: 10 }', '`count`: expected at most 9, not `10`', ''],
    ['{ id: a, count: 0 }', '`count`: expected at least 1, not `0`', ''],
    ['{ id: a, count: "1" }', '`count`: expected a number, not `"1"`', 'leave the quotes out'],
    ['{ id: a, demo: yes }', '`demo`: expected `true` or `false`, not `yes`', 'write `true`'],
    ['{ id: "" }', '`id`: expected some text, not `""`', ''],
    ['{ id: a, as: exacty }', '`as`: expected `exact` or `stale`', 'did you mean `exact`?'],
    ['{ id: a, as: { after: x } }', 'x.yaml:3:27: `after`: expected a number, not `x`', ''],
    ['{ id: a, as: { afte: 1 } }', 'x.yaml:3:20: unknown key `afte`', 'did you mean `after`?'],
    ['{ id: a, size: [] }', '`size`: expected a number or `any`, not an empty list', ''],
    ['{ id: a, names: { B: 1 } }', 'x.yaml:3:23: `B`: expected small letters', ''],
    ['{ id: a, names: }', 'x.yaml:3:14: `names`: expected a mapping', 'write `names: {}`'],
    ['[]', 'x.yaml:3:5: `items[0]`: expected a mapping (`key: value`), not an empty list', ''],
  ])('explains %s', (fields, problem, remedy) => {
    const [headline, , , caret = ''] = itemMessage(fields);
    expect(headline).toContain(problem);
    expect(caret.replace(/^[ |^]*/, '')).toBe(remedy);
  });

  it('names the file where the whole of it has another type', () => {
    expect(messageOf('- 1\n')).toContain('x.yaml:1:1: the file: expected a mapping');
  });
});

describe('what parseDocument shows', () => {
  it('shows twenty problems with their lines, in the order of the file, and counts the others', () => {
    const keys = Array.from({ length: 23 }, (_, index) => `key${index}xyz: 1`);
    const message = messageOf(`title: 1\n${keys.join('\n')}\n`);
    expect(message.match(/^x\.yaml:\d+:1: unknown key/gm)).toHaveLength(19);
    expect(message.split('\n').slice(4, 6)).toEqual(['x.yaml:2:1: unknown key `key0xyz`', '  |']);
    expect(message.split('\n').at(-1)).toBe('and 4 more problems');
  });

  it('has every problem for scripts, each once', () => {
    const error = errorOf(() => parse('title: 1\nitmes: []\n'));
    expect(error).toMatchObject({
      problems: [
        { file: 'x.yaml', line: 1, column: 8, remedy: 'put it in quotes' },
        { file: 'x.yaml', line: 2, column: 1, message: 'unknown key `itmes`' },
      ],
    });
  });

  it('points into what an alias stands for', () => {
    expect(messageOf('title: &t 5\nitems: [{ id: *t }]\n')).toContain('x.yaml:1:11: `id`');
  });

  it('counts characters, so that the caret stands below its own', () => {
    const [headline, , line = '', caret = ''] = messageOf('title: { "🎲é": 1 }\n').split('\n');
    expect(headline).toContain('x.yaml:1:8: `title`: expected text, not a mapping');
    expect([...caret].indexOf('^')).toBe([...line].indexOf('{'));
    expect(messageOf('{ "🎲": 1, x: 2, title: T }')).toContain('x.yaml:1:3: unknown key `🎲`');
    expect(messageOf('{ "title": "🎲", xyzxyz: 2 }')).toContain('x.yaml:1:17: unknown key');
  });

  it('cuts a long line around the caret', () => {
    const text = `{ title: ${'a'.repeat(500)}, xyzxyz: 2, items: [{ id: ${'b'.repeat(500)} }] }`;
    const [headline, , line = '', caret = ''] = messageOf(text).split('\n');
    expect(headline).toContain('x.yaml:1:512: unknown key `xyzxyz`');
    expect(line).toBe(`1 | …${'a'.repeat(58)}, xyzxyz: 2, items: [{ id: ${'b'.repeat(14)}…`);
    expect(line.slice(caret.indexOf('^'), caret.lastIndexOf('^') + 1)).toBe('xyzxyz');
  });

  it('shows no control character of the file', () => {
    expect(messageOf('title: [ "\u001b[31m" ]\n')).not.toContain('\u001b');
  });
});
