import type { Setup } from '../../api/schemas/platform.ts';
import { shellCommand } from '../../base/shell-command.ts';

/** Starts the platform with the address of an agent. */
export const serveCommand = 'walletproof serve http://127.0.0.1:8080/callback';

/** Starts the platform with the bundled agent. */
export const serveExampleCommand = 'walletproof serve --example-agent';

/** The terminal's way to run the whole suite against the same agent; undefined without an agent. */
export const runCommand = ({ agentId, callbackUrl, exampleAgent }: Setup): string | undefined => {
  if (exampleAgent !== undefined) {
    const defect = exampleAgent === 'none' ? [] : ['--defect', exampleAgent];
    return shellCommand(['walletproof', 'demo', ...defect]);
  }
  if (callbackUrl === undefined) return undefined;
  const agent = agentId === 1001 ? [] : ['--agent-id', String(agentId)];
  return shellCommand(['walletproof', 'test', callbackUrl, ...agent]);
};
