import { refusesInTexts } from './agents/texts.ts';
import type { HostileAgent } from './hostile-agent.ts';

/** Every hostile agent, one for each cause. */
export const hostileAgents: readonly HostileAgent[] = [...refusesInTexts];
