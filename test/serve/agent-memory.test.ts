import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { openAgentMemory } from '../../src/serve/agent-memory.ts';

const agent = { callbackUrl: 'http://127.0.0.1:8080/callback', agentId: 1001 };

let folder = '';
const told: string[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'walletproof-memory-'));
  told.length = 0;
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

const open = async () => {
  const file = join(folder, '.walletproof', 'agents.json');
  const memory = openAgentMemory({ file, tell: (sentence) => told.push(sentence) });
  await memory.ready();
  return { file, ...memory };
};

it('remembers an agent by its callback URL and its id, over processes', async () => {
  (await open()).keep(agent, { dialect: 'php', latencyMs: 12 });
  (await open()).keep({ ...agent, agentId: 1002 }, { dialect: 'minimal' });
  const memory = await open();
  expect(memory.of(agent)).toEqual({ dialect: 'php', latencyMs: 12 });
  expect(memory.of({ ...agent, agentId: 1002 })).toEqual({ dialect: 'minimal' });
  expect(memory.of({ ...agent, callbackUrl: 'http://127.0.0.1:8081/callback' })).toEqual({});
});

it('corrects what it knew', async () => {
  const memory = await open();
  memory.keep(agent, { dialect: 'php', connections: 'fresh' });
  memory.keep(agent, { dialect: 'minimal' });
  expect(memory.of(agent)).toEqual({ dialect: 'minimal' });
});

it('keeps no secret of a URL', async () => {
  const memory = await open();
  const secret = { ...agent, callbackUrl: 'http://me:geheim@127.0.0.1:8080/callback?key=geheim' };
  memory.keep(secret, { dialect: 'php' });
  expect(await readFile(memory.file, 'utf8')).not.toContain('geheim');
  expect(memory.of(secret)).toEqual({ dialect: 'php' });
});

it('knows nothing where nobody has written yet, and says nothing of it', async () => {
  expect((await open()).of(agent)).toEqual({});
  expect(told).toEqual([]);
});

it.each([
  ['a text', 'hello'],
  ['half a file', '[{"callbackUrl":"http://127'],
  ['another shape', '{"agents":1}'],
])('moves a damaged file aside with a sentence: %s', async (_, text) => {
  const memory = await open();
  memory.keep(agent, { dialect: 'php' });
  await writeFile(memory.file, text);
  expect(memory.of(agent)).toEqual({});
  expect(told).toEqual([expect.stringContaining('agents.json.damaged')]);
  expect(await readFile(`${memory.file}.damaged`, 'utf8')).toBe(text);
  memory.keep(agent, { dialect: 'go' });
  expect(memory.of(agent)).toEqual({ dialect: 'go' });
});

it('says that it cannot write, and goes on', async () => {
  await writeFile(join(folder, '.walletproof'), 'a file where a folder is needed');
  (await open()).keep(agent, { dialect: 'php' });
  expect(told).toEqual([expect.stringContaining('is not kept')]);
});

it('forgets agents that were not called for long', async () => {
  const memory = await open();
  memory.keep(agent, { dialect: 'php' });
  for (let n = 0; n < 100; n += 1) memory.keep({ ...agent, agentId: n }, { latencyMs: n });
  expect(memory.of(agent)).toEqual({});
  expect(memory.of({ ...agent, agentId: 99 })).toEqual({ latencyMs: 99 });
});
