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
    sentence: 'The agent refuses the getBalance that a scenario begins with.',
    remedy: 'Name players and currencies that the agent has: --player ID:USD.',
  },
  'funding-refused': {
    effect: 'blocked',
    sentence: 'The agent refuses the win-only makeBet that funds an account.',
    remedy:
      'Give the players money to play with, 1000.00 in each account, so that none has to be funded.',
  },
  'unknown-session': {
    effect: 'blocked',
    sentence: 'The agent takes callbacks only in sessions that it opened itself.',
    remedy:
      'Configure hooks.launch, so that sessions are opened by the agent; or name one: --session player-1=ID.',
  },
  'own-session-ids': {
    effect: 'none',
    sentence:
      'The agent takes as session_id its own agent_session_id alone, and refuses the id of the platform.',
    remedy:
      'Nothing to mend where your platform sends that. quirks.sessionId: agent-session-id says so from the first call on.',
  },
  'opened-by-balance': {
    effect: 'none',
    sentence: 'The agent takes calls only in a session in which a getBalance came first.',
    remedy: 'Nothing to mend where your platform asks for the balance when a game is opened.',
  },
  'rate-limited': {
    effect: 'none',
    sentence: 'The agent refuses calls above a rate.',
    remedy: 'Nothing to mend. --rate N/s keeps below it from the first call on.',
  },
  'stake-limited': {
    effect: 'skipped',
    sentence: 'The agent refuses bets above an amount of its own.',
    remedy:
      'Nothing to mend. --max-stake keeps every call below it; raise the limit to show the rest.',
  },
  'refused-alike': {
    effect: 'blocked',
    sentence: 'The agent refuses calls of many scenarios with one and the same answer.',
    remedy: 'Look for the sentence in the code of the agent.',
  },
  'certificate-refused': {
    effect: 'blocked',
    sentence: 'The certificate of the agent is not one that this machine trusts.',
    remedy: 'Name the authority that signed it: --ca FILE.',
  },
  'moved-elsewhere': {
    effect: 'inconclusive',
    sentence: 'Somebody else moved the money of an account.',
    remedy: 'Play with a player whom nobody else uses.',
  },
  'own-delay': {
    effect: 'inconclusive',
    sentence: 'walletproof itself was late: the machine had no time for it.',
    remedy: 'Play on a machine that has more to give, or give the calls longer: --timeout 20s.',
  },
  'short-patience': {
    effect: 'none',
    sentence: 'The run did not wait as long as an agent may take to forget.',
    remedy: '--patience 8s waits as long as `test` does, --patience 10m for minutes.',
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
