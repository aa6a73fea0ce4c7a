import type { Exchange } from '../../spec/exchange.ts';
import type { PlatformFault } from '../../spec/fault.ts';

/** One launch that the agent was made to ask for, and what it asked of the platform meanwhile. */
export interface LaunchRecord {
  /** Line of the step. */
  readonly line: number;
  /** How the platform answered get_game_link instead of rightly. */
  readonly fault?: PlatformFault;
  /** The username that the launch named. */
  readonly username: string;
  /** Where the platform was: the base URL that the agent should have. */
  readonly platformUrl: string;
  /** Every operation that arrived from the start of the launch to its end, oldest first. */
  readonly operations: readonly Exchange[];
  /** What the agent answered to the hook. */
  readonly answer: LaunchAnswer;
  /**
   * By now the agent has been answered by a clock that was moved: it may have been refused for that, and
   * may have set its own time by it.
   */
  readonly isTimeMoved?: true;
}

export type LaunchAnswer =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly body: string;
      /** Where a redirect leads. */
      readonly location?: string;
    }
  | { readonly kind: 'failed'; readonly message: string };

/** The requests for a link that were signed right: those that a fault of the platform meets. */
export const linkRequests = ({ operations }: LaunchRecord): Exchange[] =>
  operations.filter(({ kind, dialect }) => kind === 'get_game_link' && dialect !== undefined);

/** Whether the launch was answered with a link. */
export const isLinked = (launch: LaunchRecord): boolean =>
  linkRequests(launch).some(({ answer }) => answer.kind === 'answered' && answer.status === 200);

/** Whether the agent's answer to the hook shows the link that the platform gave with this answer. */
export const showsLink = ({ answer }: Pick<LaunchRecord, 'answer'>, given: Exchange): boolean => {
  const key = linkKeyOf(given);
  if (key === undefined || answer.kind === 'failed') return false;
  return `${answer.location ?? ''} ${answer.body}`.includes(key);
};

/** The secret end of a launch link: found again however the agent writes the URL. */
export const linkKeyOf = ({ answer }: Exchange): string | undefined => {
  if (answer.kind === 'failed') return undefined;
  try {
    const { content } = JSON.parse(Buffer.from(answer.body).toString()) as Envelope;
    const key = String(content?.url ?? '')
      .split('/')
      .at(-1);
    return key === '' ? undefined : key;
  } catch {
    return undefined;
  }
};

interface Envelope {
  readonly content?: { readonly url?: unknown };
}
