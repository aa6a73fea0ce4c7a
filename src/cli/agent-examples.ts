/** An example agent that `init` copies out. */
export interface AgentExample {
  readonly files: readonly string[];
  /** The shell command that starts it, in its folder. */
  readonly start: string;
}

/** By language, which is also the folder in fixtures/agents. docs/agents.md tells more of each. */
export const agentExamples: ReadonlyMap<string, AgentExample> = new Map([
  ['php', { files: ['agent.php', 'serve.php'], start: 'php serve.php' }],
  ['python', { files: ['agent.py'], start: 'python3 agent.py' }],
  ['go', { files: ['agent.go', 'wallet.go', 'go.mod'], start: 'go build -o agent . && ./agent' }],
  ['node', { files: ['agent.mjs', 'wallet.mjs'], start: 'node agent.mjs' }],
]);
