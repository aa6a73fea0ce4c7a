import type { AgentVerdict } from '../api/schemas/agents.ts';
import { type Clock, pause } from '../base/clock.ts';
import type { ExchangeJudgement, Finding } from '../formats/judgement.ts';
import type { Journal, JournalRow } from '../journal/journal.ts';
import { findingsByWeight, findingText } from '../report/finding-text.ts';
import { runVerdictText } from '../report/verdict-text.ts';
import { type CallVerdict, callVerdicts, type RunVerdict } from '../spec/verdict.ts';
import type { AgentConnections } from './agent-connections.ts';

interface AgentVerdictOptions {
  readonly journal: Pick<Journal, 'rows'>;
  readonly connections: Pick<AgentConnections, 'whenIdle' | 'open'>;
  readonly clock: Clock;
}

interface VerdictOrder {
  readonly agentId: number;
  /** Place in the journal after which its exchanges are its own. */
  readonly afterSeq: number;
  readonly waitMs: number;
}

/** What the ledger says of everything that one agent answered and asked, once nothing is under way to it. */
export const agentVerdict = async (
  { journal, connections, clock }: AgentVerdictOptions,
  { agentId, afterSeq, waitMs }: VerdictOrder,
): Promise<AgentVerdict> => {
  const idle = await isIdleWithin(waitMs, connections.whenIdle(agentId), clock);
  const { rows, more } = await judgedRows(journal, agentId, afterSeq);
  const judged = countVerdicts(rows);
  const verdict = verdictOf(judged);
  const findings = findingsByWeight(rows.flatMap(({ judgement }) => judgement?.findings ?? []));
  const own = connections.open().filter(({ agent }) => agent.id === agentId);
  return {
    agentId,
    verdict,
    idle,
    judged,
    findings,
    accounts: own.flatMap(({ judge }) => judge.statements()),
    text: renderVerdict(verdict, judged, rows),
    more,
  };
};

const isIdleWithin = async (waitMs: number, whenIdle: Promise<void>, clock: Clock): Promise<boolean> => {
  const over = new AbortController();
  const isIdle = whenIdle.then(() => true);
  const isLate = pause(clock, waitMs, over.signal).then(() => false);
  return await Promise.race([isIdle, isLate]).finally(() => over.abort());
};

const pageSize = 500;
/** An agent of one test has far fewer. */
const mostRows = 10_000;

interface JudgedRow extends JournalRow {
  readonly judgement: ExchangeJudgement;
}

const judgedRows = async (
  { rows }: Pick<Journal, 'rows'>,
  agentId: number,
  afterSeq: number,
): Promise<{ readonly rows: readonly JudgedRow[]; readonly more: boolean }> => {
  const found: JudgedRow[] = [];
  let [from, more] = [afterSeq, true];
  while (more && found.length < mostRows) {
    const page = await rows({ agentId, afterSeq: from, notOrigin: 'run', limit: pageSize });
    found.push(...page.rows.filter(isJudged));
    more = page.more;
    from = page.searchedTo;
  }
  return { rows: found, more };
};

const isJudged = (row: JournalRow): row is JudgedRow => row.judgement !== undefined;

type Judged = Readonly<Record<CallVerdict, number>>;

const countVerdicts = (rows: readonly JudgedRow[]): Judged => {
  const count = (verdict: CallVerdict): number => rows.filter(({ judgement }) => judgement.verdict === verdict).length;
  return Object.fromEntries(callVerdicts.map((each) => [each, count(each)])) as Judged;
};

/** A breach that was seen stays one; where nothing was judged there is no verdict. */
const verdictOf = ({ right, wrong, risky, consistent }: Judged): RunVerdict => {
  if (wrong > 0) return 'nonconformant';
  return right + risky + consistent > 0 ? 'conformant' : 'inconclusive';
};

const renderVerdict = (verdict: RunVerdict, judged: Judged, rows: readonly JudgedRow[]): string => {
  const counts = callVerdicts.map((each) => `${judged[each]} ${each}`).join(', ');
  return [`${runVerdictText({ verdict })} (${counts})`, ...rows.flatMap(told)].join('\n\n');
};

const told = ({ exchange, judgement }: JudgedRow): readonly string[] => {
  if (judgement.verdict !== 'wrong' && judgement.verdict !== 'risky') return [];
  const { transactionId } = exchange.subject;
  const about = transactionId === undefined ? exchange.kind : `${exchange.kind} ${transactionId}`;
  const [first = [], ...others] = judgement.findings.map(linesOf);
  const [message = judgement.sentence, ...facts] = first;
  const head = `${judgement.verdict.toUpperCase()} ${about}: ${message}`;
  return [[head, ...[facts, ...others].flat().map((line) => `  ${line}`)].join('\n')];
};

/** What was seen while the platform serves is of no scenario. */
const linesOf = (finding: Finding): readonly string[] =>
  findingText(finding)
    .split('\n')
    .filter((line) => line !== 'scenario: ');
