import { join } from 'node:path';
import type { AgentMemory } from '../serve/agent-memory.ts';
import { openAgentMemory } from '../serve/agent-memory.ts';
import { plainText } from '../text/visible-text.ts';
import { log } from './output.ts';

/** What is known of agents in this working folder, for `test`, `play`, `trigger` and `serve` alike. */
export const openMemory = (): AgentMemory =>
  openAgentMemory({
    file: join('.walletproof', 'agents.json'),
    tell: (sentence) => log(`${plainText(sentence)}\n`),
  });
