import type { Setup } from '../../../src/api/schemas/platform.ts';
import { runCommand } from '../../../src/ui/parts/commands.ts';

const setup: Setup = {
  version: '1.0.0',
  baseUrl: 'http://127.0.0.1:4600',
  agentId: 1001,
  players: [],
  games: [],
  unavailableGames: [],
  journal: 'journal.db',
  scenariosFolder: 'scenarios',
  delivery: 'none',
  timeout: '5s',
  seed: 1,
  startedAt: '2026-03-01T12:00:00.000Z',
};
const callbackUrl = 'http://127.0.0.1:8080/callback';

test.each<[string, Partial<Setup>, string | undefined]>([
  ['an agent', { callbackUrl }, `walletproof test ${callbackUrl}`],
  ['another agent id', { callbackUrl, agentId: 7 }, `walletproof test ${callbackUrl} --agent-id 7`],
  [
    'an address that a shell would take apart',
    { callbackUrl: "http://localhost/?a='b'&c=$(d)" },
    "walletproof test 'http://localhost/?a='\\''b'\\''&c=$(d)'",
  ],
  ['the bundled agent', { callbackUrl, exampleAgent: 'none' }, 'walletproof demo'],
  ['a defect', { exampleAgent: 'double-bet' }, 'walletproof demo --defect double-bet'],
  ['no agent', {}, undefined],
])('%s', (_, given, command) => {
  expect(runCommand({ ...setup, ...given })).toBe(command);
});
