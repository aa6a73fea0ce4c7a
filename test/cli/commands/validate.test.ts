import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { validate } from '../../../src/cli/commands/validate.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'validate-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A configuration with these lines, beside a file of that text. */
const write = async (text: string, beside: string, content: string): Promise<string> => {
  await writeFile(join(folder, beside), content);
  const file = join(folder, 'a.config.yaml');
  await writeFile(file, text);
  return file;
};

describe('validate of a configuration', () => {
  it('looks into the file of games that it names', async () => {
    const file = await write('games: games.json\n', 'games.json', '[{"id":1}]');
    await expect(validate([file])).rejects.toThrow('games.json:1:2: item 1 needs the key `title`');
  });

  it('wants the file of games to be there', async () => {
    const file = await write('games: none.json\n', 'games.json', '[]');
    await expect(validate([file])).rejects.toThrow('none.json: there is no such file');
  });

  it('looks into the certificates that it names', async () => {
    const file = await write('agents: [{ id: 1, ca: own.pem }]\n', 'own.pem', 'nothing');
    await expect(validate([file])).rejects.toThrow('there is no certificate in');
  });
});

describe('what validate tells', () => {
  it('is a line for each file, whatever names and titles hold', async () => {
    const file = join(folder, 'a\u001b[2J\n::set-env name=x::y.yaml');
    const title = JSON.stringify('b\u001b[8m\n##vso[x]\u202e');
    await writeFile(file, `scenario: ${title}\nsteps:\n  - makeBet: { bet: 1, win: 0 }\n`);
    const spy = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    await validate([file]);
    const told = spy.mock.calls.map(([chunk]) => String(chunk)).join('');
    spy.mockRestore();
    expect(told).toBe(`ok  ${join(folder, 'a')} ::set-env name=x::y.yaml  b #\\u{0023}vso[x]\n`);
  });
});

describe('validate --json', () => {
  const asked = async (...files: readonly string[]) => {
    const spy = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    const code = await validate(files, { json: true });
    const told = spy.mock.calls.map(([chunk]) => String(chunk)).join('');
    spy.mockRestore();
    return { code, problems: JSON.parse(told) };
  };

  it('has every problem of every file, with its place and what to do', async () => {
    const file = join(folder, 'bet.yaml');
    const steps = '  - makeBet: { bet: 10,5 }\n  - resend: frist\n';
    await writeFile(file, `scenario: T\nsteps:\n${steps}`);
    const { code, problems } = await asked(file);
    expect(code).toBe(2);
    expect(problems).toEqual([
      {
        file,
        line: 3,
        column: 21,
        message: '`bet`: `10,5` has a decimal comma',
        remedy: 'write 10.5',
        severity: 'error',
      },
      expect.objectContaining({ file, line: 4, column: 13, severity: 'error' }),
    ]);
  });

  it('has no place where a file cannot be read', async () => {
    const { code, problems } = await asked(join(folder, 'nowhere.yaml'));
    expect(code).toBe(2);
    expect(problems).toMatchObject([{ line: null, column: null, severity: 'error' }]);
  });

  it('is an empty list where all is right', async () => {
    const file = join(folder, 'right.yaml');
    await writeFile(file, 'scenario: T\nsteps:\n  - getBalance: {}\n');
    expect(await asked(file)).toEqual({ code: 0, problems: [] });
  });
});

it('validate says which files are right beside those that are not, and tells of all of these', async () => {
  const files = ['one', 'two', 'three'].map((name) => join(folder, `${name}.yaml`));
  const texts = ['scenario: T\nstep: []\n', 'scenario: T\nsteps:\n  - getBalance: {}\n', '- 1\n'];
  for (const [index, file] of files.entries()) await writeFile(file, texts[index] ?? '');
  const spy = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  const told = await validate(files).catch(({ message }: Error) => message);
  expect(spy.mock.calls.map(([chunk]) => String(chunk)).join('')).toBe(`ok  ${files[1]}  T\n`);
  spy.mockRestore();
  expect(told).toContain(`${files[0]}:2:1: unknown key`);
  expect(told).toContain(`${files[2]}:1:1: the file: expected a mapping`);
});
