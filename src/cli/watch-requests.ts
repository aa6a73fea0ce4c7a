import { visibleLine } from '../base/visible-text.ts';
import type { ExchangeJudgement, Finding } from '../formats/judgement.ts';
import { createOperationJudge, type JudgedOperations } from '../judge/requests/judge-requests.ts';
import type { TokenOf } from '../judge/requests/watches.ts';
import type { Exchange } from '../spec/exchange.ts';
import { type FindingCode, findings } from '../spec/finding.ts';

export interface RequestWatcherOptions {
  readonly tokenOf: TokenOf;
  /** Takes one line. */
  readonly tell: (line: string) => void;
}

/** Judges what the agent asks while the platform serves. */
export interface RequestWatcher {
  /** Undefined for anything but an operation, and where it came too fast to be judged. */
  hear(exchange: Exchange): ExchangeJudgement | undefined;
  /** What was judged, and how many operations came too fast to be. */
  outcome(): JudgedOperations;
}

/** The same finding is told so often at most, milliseconds: a flood of it would drown the rest. */
const pauseMs = 1_000;

/** Tells each request that breaks a requirement; where to look, the first time of each finding. */
export const watchRequests = ({ tokenOf, tell }: RequestWatcherOptions): RequestWatcher => {
  const operations = createOperationJudge(tokenOf);
  const tellFinding = createTeller(tell);
  return {
    hear: (exchange) => {
      const judgement = operations.judge(exchange);
      for (const finding of judgement?.findings ?? []) tellFinding(finding, exchange);
      return judgement;
    },
    outcome: operations.outcome,
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

/** When a finding was last told, and how often it came since. */
interface Told {
  readonly at: number;
  unsaid: number;
}

const indent = ' '.repeat('12:34:56.789 !! '.length);

/** Characters: a line break at the end of what was signed is what a reader must see. */
const longestLine = 2000;

const lineOf = ({ requirement, code, message }: Finding, now: number, unsaid: number): string => {
  const time = new Date(now).toISOString().slice(11, 23);
  const more = unsaid === 0 ? '' : ` (and ${unsaid} more before it)`;
  return visibleLine(`${time} !! ${requirement} ${code}: ${message}${more}`, longestLine);
};
