import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { createScenarioStore } from '../../src/serve/scenario-store.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'walletproof-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const yaml = 'scenario: One bet\nsteps:\n  - makeBet: { bet: 1, win: 0 }\n';

const openDesk = () => {
  let changes = 0;
  const desk = createScenarioStore({
    suite: async () => [],
    folder: join(folder, 'saved'),
    playArguments: () => ['--callback-url', 'http://127.0.0.1:8080/call back'],
    onChange: () => {
      changes += 1;
    },
  });
  return { desk, changes: () => changes };
};

it('saves a scenario as it was written, and says how to play it', async () => {
  const { desk, changes } = openDesk();
  const { file, command } = await desk.save('one-bet', yaml);
  expect(await readFile(file, 'utf8')).toBe(yaml);
  expect(command).toBe(`walletproof play ${file} --callback-url 'http://127.0.0.1:8080/call back'`);
  expect(changes()).toBe(1);
  expect(await desk.list()).toEqual([{ file, title: 'One bet', requirements: [], home: 'saved' }]);
  expect(await desk.source(file)).toBe(yaml);
});

it('overwrites nothing', async () => {
  const { desk } = openDesk();
  const { file } = await desk.save('a', yaml);
  await expect(desk.save('a', yaml.replace('One', 'Two'))).rejects.toThrow('already exists');
  expect(await readFile(file, 'utf8')).toBe(yaml);
});

it.each(['', '../a', 'a/b', '.a', 'a\u0000', 'x'.repeat(81), 'con', '-a', 'a.'])(
  'takes no name that leaves the folder: %j',
  async (name) => {
    const { desk } = openDesk();
    await expect(desk.save(name, yaml)).rejects.toThrow('is not a valid name for a scenario');
  },
);

it('writes nothing that play would not take', async () => {
  const { desk } = openDesk();
  await expect(desk.save('a', 'scenario: x\nsteps: [{ mkBet: {} }]\n')).rejects.toThrow('mkBet');
  expect(await desk.list()).toEqual([]);
});

it('lists a broken file with its error, and the others', async () => {
  const { desk } = openDesk();
  await desk.save('a', yaml);
  await writeFile(join(folder, 'saved', 'b.yaml'), 'scenario: [');
  const [whole, broken] = await desk.list();
  expect(whole).toMatchObject({ title: 'One bet' });
  expect(broken).toMatchObject({ home: 'saved', error: expect.stringContaining('b.yaml:1') });
  expect((await desk.all()).saved).toHaveLength(1);
});
