import { agentsThatChange } from './agents/changing.ts';
import { agentsWithoutEnd } from './agents/endless.ts';
import { agentsOfFraming } from './agents/framing.ts';
import { agentsOfJson } from './agents/json.ts';
import { rightAgents } from './agents/right.ts';
import { agentsOfTexts } from './agents/texts.ts';
import { agentsOfWallets } from './agents/wallets.ts';
import type { HostileAgent } from './hostile-agent.ts';

/** Hostile agents, one for each cause. */
export const hostileAgents: readonly HostileAgent[] = [
  ...agentsOfTexts,
  ...agentsWithoutEnd,
  ...agentsOfFraming,
  ...agentsOfJson,
  ...agentsOfWallets,
  ...agentsThatChange,
  ...rightAgents,
];
