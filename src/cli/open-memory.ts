import { join } from 'node:path';
import { plainText } from '../base/visible-text.ts';
import { type AgentMemory, openAgentMemory } from '../serve/agent-memory.ts';
import { log } from './output.ts';

/** What is known of agents in this working folder, ready to be asked. */
export const openMemory = async (): Promise<AgentMemory> => {
  const memory = openLateMemory();
  await memory.ready();
  return memory;
};

/** The same, for `test`, `play`, `trigger` and `serve` alike; not ready yet. */
export const openLateMemory = (): AgentMemory =>
  openAgentMemory({
    file: join('.walletproof', 'agents.json'),
    tell: (sentence) => log(`${plainText(sentence)}\n`),
  });
