/** A key that a flag or an environment variable overrides, or more than one key. */
interface Override {
  readonly keys: readonly string[];
  /** Flags, and arguments of commands. */
  readonly flags: readonly string[];
  readonly variable?: string;
  /** What is to be known besides. */
  readonly note?: string;
}

/** The environment variables that override the configuration file. */
export const variables = {
  agentId: 'WALLETPROOF_AGENT_ID',
  token: 'WALLETPROOF_TOKEN',
  callbackUrl: 'WALLETPROOF_CALLBACK_URL',
} as const;

/** What overrides which keys of the configuration file, for its reference page. */
export const overrides: readonly Override[] = [
  {
    keys: ['agents[].id'],
    flags: ['--agent-id'],
    variable: variables.agentId,
    note: 'Chooses the agent. Without it the first agent of the file is tested.',
  },
  { keys: ['agents[].token'], flags: ['--token'], variable: variables.token },
  {
    keys: ['agents[].callbackUrl'],
    flags: ['[callback-url]', '--callback-url'],
    variable: variables.callbackUrl,
    note: '--callback-url is for play.',
  },
  {
    keys: ['agents[].players'],
    flags: ['--player'],
    note: 'Once for each player; replaces the players of the file.',
  },
  { keys: ['agents[].players[].language'], flags: ['--language'] },
  { keys: ['agents[].dialect'], flags: ['--dialect'], note: 'auto detects the dialect again.' },
  { keys: ['agents[].ca', 'callbacks.ca'], flags: ['--ca'] },
  { keys: ['callbacks.timeout'], flags: ['--timeout'] },
  { keys: ['quirks.accept'], flags: ['--accept'], note: 'For serve.' },
  {
    keys: ['hosts'],
    flags: ['--public-url'],
    note: 'Adds the host of this URL to the list.',
  },
];
