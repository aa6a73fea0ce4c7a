import { visibleLine } from '../base/visible-text.ts';
import type { ExchangeJudgement, Finding } from '../formats/judgement.ts';
import { createOperationJudge } from '../judge/requests/judge-requests.ts';
import type { TokenOf } from '../judge/requests/watches.ts';
import type { Exchange } from '../spec/exchange.ts';
import { type FindingCode, findings } from '../spec/finding.ts';
import { createPause } from './log-exchanges.ts';

interface RequestWatcherOptions {
  readonly tokenOf: TokenOf;
  /** Takes one line. */
  readonly tell: (line: string) => void;
}

/** The same finding is told so often at most, milliseconds: a flood of it would drown the rest. */
const pauseMs = 1_000;

/** Characters: a line break at the end of what was signed is what a reader must see. */
const longestLine = 2000;

const indent = ' '.repeat('12:34:56.789 !! '.length);

/**
 * Judges what the agent asks while the platform serves, and tells each request that breaks a requirement; where to look,
 * the first time of each finding. `hear` gives undefined for anything but an operation, and where it came too fast.
 */
export const watchRequests = ({ tokenOf, tell }: RequestWatcherOptions) => {
  const operations = createOperationJudge(tokenOf);
  const pause = createPause(pauseMs);
  const hinted = new Set<FindingCode>();
  const tellFinding = ({ requirement, code, message }: Finding, { startedAt, explanation }: Exchange): void => {
    const more = pause(`${code} ${explanation?.mistake ?? ''}`, startedAt);
    if (more === undefined) return;
    const time = new Date(startedAt).toISOString().slice(11, 23);
    tell(visibleLine(`${time} !! ${requirement} ${code}: ${message}${more}`, longestLine));
    if (!hinted.has(code)) tell(`${indent}${findings[code].hint}`);
    hinted.add(code);
  };
  return {
    hear: (exchange: Exchange): ExchangeJudgement | undefined => {
      const judgement = operations.judge(exchange);
      for (const finding of judgement?.findings ?? []) tellFinding(finding, exchange);
      return judgement;
    },
    /** What was judged, and how many operations came too fast to be. */
    outcome: operations.outcome,
  };
};
