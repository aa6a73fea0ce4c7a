import type { RequestTally } from '../judges/requests/create-request-judge.ts';
import { createRequestJudge } from '../judges/requests/create-request-judge.ts';
import type { TokenOf } from '../judges/requests/watch-signatures.ts';
import { stripControls } from '../report/strip-controls.ts';
import type { Exchange } from '../spec/exchange.ts';
import type { Finding, FindingCode } from '../spec/finding.ts';
import { findings } from '../spec/finding.ts';

export interface RequestWatcherOptions {
  readonly tokenOf: TokenOf;
  /** Takes one line. */
  readonly tell: (line: string) => void;
}

/** Judges what the agent asks while the platform serves. */
export interface RequestWatcher {
  /** What the operation breaks; undefined for anything else, and where it came too fast to be judged. */
  hear(exchange: Exchange): readonly Finding[] | undefined;
  /** What was judged, and how many operations came too fast to be. */
  outcome(): WatchedRequests;
}

export interface WatchedRequests {
  readonly tallies: readonly RequestTally[];
  readonly unjudged: number;
}

/**
 * No more than this many are judged in so many milliseconds: far above what an agent under
 * development asks, and little enough that a load test does not feel it.
 */
const budget = { operations: 200, milliseconds: 200 } as const;

/** The same finding is told so often at most, milliseconds: a flood of it would drown the rest. */
const pauseMs = 1_000;

/** Tells each request that breaks a requirement; where to look, the first time of each finding. */
export const watchRequests = ({ tokenOf, tell }: RequestWatcherOptions): RequestWatcher => {
  const judge = createRequestJudge({ tokenOf });
  const tellFinding = createTeller(tell);
  const isAffordable = createBudget();
  let unjudged = 0;
  return {
    hear: (exchange) => {
      if (exchange.direction !== 'operation') return undefined;
      if (!isAffordable(exchange.startedAt)) {
        unjudged += 1;
        return undefined;
      }
      const found = judge.hear(exchange);
      for (const finding of found) tellFinding(finding, exchange);
      return found;
    },
    outcome: () => ({ tallies: judge.tallies(), unjudged }),
  };
};

const createTeller = (tell: RequestWatcherOptions['tell']) => {
  const told = new Map<string, Told>();
  const hinted = new Set<FindingCode>();
  return (finding: Finding, { startedAt: now, explanation }: Exchange): void => {
    // Both lists are closed, so that this does not grow.
    const key = `${finding.code} ${explanation?.mistake ?? ''}`;
    const before = told.get(key);
    // The clock may be moved, either way.
    if (before !== undefined && Math.abs(now - before.at) < pauseMs) {
      before.unsaid += 1;
      return;
    }
    told.set(key, { at: now, unsaid: 0 });
    tell(lineOf(finding, now, before?.unsaid ?? 0));
    if (!hinted.has(finding.code)) tell(`${indent}${findings[finding.code].hint}`);
    hinted.add(finding.code);
  };
};

const createBudget = (): ((now: number) => boolean) => {
  let since = 0;
  let left = 0;
  return (now) => {
    // The clock may be moved, either way.
    if (Math.abs(now - since) >= budget.milliseconds) {
      since = now;
      left = budget.operations;
    }
    left -= 1;
    return left >= 0;
  };
};

/** When a finding was last told, and how often it came since. */
interface Told {
  readonly at: number;
  unsaid: number;
}

const indent = ' '.repeat('12:34:56.789 !! '.length);

const lineOf = ({ requirement, code, message }: Finding, now: number, unsaid: number): string => {
  const time = new Date(now).toISOString().slice(11, 23);
  const more = unsaid === 0 ? '' : ` (and ${unsaid} more before it)`;
  return stripControls(`${time} !! ${requirement} ${code}: ${message}${more}`);
};
