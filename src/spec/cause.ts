import { namesOf } from './closed-list.ts';

/**
 * What a cause does to the requirements that it keeps from being judged. `skipped`: a legal choice
 * of the agent rules them out. `blocked`: something failed before the deed. `inconclusive`: nobody
 * can tell. `none`: the run went on, and judged everything.
 */
export type CauseEffect = 'skipped' | 'blocked' | 'inconclusive' | 'none';

export interface CauseRecord {
  readonly effect: CauseEffect;
  /** What it means, for any agent. */
  readonly sentence: string;
  /** The setting that cures it, or what to change. */
  readonly remedy: string;
}

const records = {
  'opening-refused': {
    effect: 'blocked',
    sentence: 'The agent refuses the first getBalance of a scenario.',
    remedy: 'Name players and currencies that the agent knows: --player ID:USD.',
  },
  'funding-refused': {
    effect: 'blocked',
    sentence: 'The agent refuses the win-only makeBet that funds an account.',
    remedy: 'Give the players money, 1000.00 in each account, so that no account has to be funded.',
  },
  'unknown-session': {
    effect: 'blocked',
    sentence: 'The agent accepts callbacks only in sessions that it opened itself.',
    remedy: 'Configure hooks.launch, so that the agent opens the sessions; or name a session: --session player-1=ID.',
  },
  'own-session-ids': {
    effect: 'none',
    sentence: "The agent accepts only its own agent_session_id as session_id, and refuses the platform's id.",
    remedy:
      'Nothing to fix if your platform sends that id. quirks.sessionId: agent-session-id uses it from the first call.',
  },
  'opened-by-balance': {
    effect: 'none',
    sentence: 'The agent accepts calls only in a session whose first callback is a getBalance.',
    remedy: 'Nothing to fix if your platform asks for the balance when it opens a game.',
  },
  'rate-limited': {
    effect: 'none',
    sentence: 'The agent limits the rate of calls.',
    remedy: 'Nothing to fix. --rate N/s stays below the limit from the first call.',
  },
  'stake-limited': {
    effect: 'skipped',
    sentence: 'The agent refuses bets above a limit of its own.',
    remedy: 'Nothing to fix. --max-stake keeps every call below the limit; raise the limit to test the rest.',
  },
  'refused-alike': {
    effect: 'blocked',
    sentence: 'The agent refuses calls of many scenarios with the same answer.',
    remedy: "Search the agent's code for that message.",
  },
  'certificate-refused': {
    effect: 'blocked',
    sentence: "This machine does not trust the agent's certificate.",
    remedy: 'Name the authority that signed it: --ca FILE.',
  },
  'moved-elsewhere': {
    effect: 'inconclusive',
    sentence: 'Something else moved the money of an account.',
    remedy: 'Use a player that nothing else uses.',
  },
  'applies-late': {
    effect: 'blocked',
    sentence: 'The agent answers before it moves the money, and waiting for it took as long as a run waits.',
    remedy: 'Move the money, then answer. --patience 10m waits that long for it.',
  },
  'own-delay': {
    effect: 'inconclusive',
    sentence: 'walletproof itself was late: the machine was too busy.',
    remedy: 'Run on a less busy machine, or allow more time for each call: --timeout 20s.',
  },
  'short-patience': {
    effect: 'none',
    sentence: 'The run was too short to see whether the agent forgets.',
    remedy: '--patience 8s waits as long as `test` does, --patience 10m for minutes.',
  },
  'forgets-all': {
    effect: 'skipped',
    sentence: 'The agent begins anew with each process: it keeps its data in memory.',
    remedy: 'Nothing to fix where only tests run it so. Give it a database that outlives its process to test the rest.',
  },
  'not-killed': {
    effect: 'skipped',
    sentence: 'The agent goes on after the command of --start was killed.',
    remedy:
      'Nothing to fix. Configure hooks.kill to test that, or start the agent so that it stays a child of the command.',
  },
  'split-answers': {
    effect: 'none',
    sentence: 'The agent sends headers and body in two writes, and waits between them.',
    remedy: 'Set TCP_NODELAY, or send the answer in one write.',
  },
} as const satisfies Record<string, CauseRecord>;

export type CauseCode = keyof typeof records;

/** The closed list of causes: why something was not judged, once for all that hangs on it. */
export const causes: Readonly<Record<CauseCode, CauseRecord>> = records;

export const causeCodes = namesOf(causes);
