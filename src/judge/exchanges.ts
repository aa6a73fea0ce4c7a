import { parseAmount } from '../base/money.ts';
import type { ExchangeJudgement, Finding } from '../formats/judgement.ts';
import type { ReportedExchange, Run } from '../formats/run.ts';
import { isSameMoney, saidBalance } from '../report/exchange-facts.ts';
import type { CallWord } from './case.ts';
import { markOf } from './verdicts.ts';
import { sentenceOf } from './words.ts';

type AnswerJudgement = NonNullable<ReportedExchange['judgement']>;

/** What a scenario says of one of its calls by itself; undefined where a finding may say it. */
export const judgementBy = (
  word: CallWord | undefined,
  exchange: Pick<ReportedExchange, 'sentAgain'>,
): AnswerJudgement | undefined => {
  if (word?.kind === 'doubted') return undefined;
  if (word !== undefined) {
    const { kind: verdict, ...said } = word;
    return { verdict, ...said };
  }
  const sentence = exchange.sentAgain === true ? sentAgain : ownCall;
  return { verdict: 'unjudged', sentence };
};

const sentAgain = 'The same bytes were sent again: that answer counts, not this one.';
const ownCall = 'A call of walletproof’s own, beside the scenario: it is not judged by itself.';

type Judged = Pick<Run, 'requirements' | 'scenarios'>;

/**
 * The exchanges of a run with what is said of each in the end, by the findings that stand: one
 * judgement for the report, the list and the page. Nothing is held against an answer but a breach or
 * a risk of the run that is about it.
 */
export const judgedExchanges = (exchanges: readonly ReportedExchange[], run: Judged): ReportedExchange[] => {
  const findings = findingsByExchange(exchanges, run);
  return exchanges.map((exchange) => ({
    ...exchange,
    judgement: judgementOf(exchange, run, findings.get(exchange.id) ?? []),
  }));
};

/** What a run says of its callbacks, as the journal keeps it; the agent's requests are judged as they come. */
export const judgementsOfRun = (run: Run): ExchangeJudgement[] => {
  const findings = findingsByExchange(run.exchanges, run);
  return run.exchanges
    .filter(({ direction }) => direction === 'callback')
    .map((exchange) => {
      const own = findings.get(exchange.id) ?? [];
      const judgement = exchange.judgement ?? judgementOf(exchange, run, own);
      return {
        exchangeId: exchange.id,
        ...{ verdict: judgement.verdict, sentence: judgement.sentence },
        findings: own.map(({ finding }) => finding),
        before: judgement.before,
        expected: judgement.verdict === 'unjudged' ? undefined : dueOf(exchange, own),
        actual: judgement.actual ?? own.map(({ finding }) => amountIn(finding.actual)).find(isThere),
      };
    });
};

const isThere = (text: string | undefined): boolean => text !== undefined;

const dueOf = ({ expectedBalance }: ReportedExchange, own: readonly Charged[]): string | undefined =>
  own.length === 0 ? expectedBalance : own.map(({ finding }) => amountIn(finding.expected))[0];

const amountIn = (text: string | undefined): string | undefined =>
  text === undefined || parseAmount(text) === undefined ? undefined : text;

/** A finding, and what it makes of its answer. */
interface Charged {
  readonly finding: Finding;
  readonly verdict: NonNullable<ReturnType<typeof markOf>>;
}

const findingsByExchange = (
  exchanges: readonly ReportedExchange[],
  { requirements }: Judged,
): ReadonlyMap<string, readonly Charged[]> => {
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  const found = new Map<string, readonly Charged[]>();
  for (const charged of requirements.flatMap(chargedTo)) {
    const { finding } = charged;
    const id = exchangeOf(finding, byId);
    const own = found.get(id ?? '') ?? [];
    // What breaks several requirements is said once.
    const isSaid = own.some((each) => each.finding.message === finding.message);
    if (id !== undefined && !isSaid) found.set(id, [...own, charged]);
  }
  return found;
};

const chargedTo = ({ level, findings }: Run['requirements'][number]): Charged[] =>
  findings.flatMap((finding) => {
    const verdict = markOf(finding, level);
    return verdict === undefined ? [] : [{ finding, verdict }];
  });

/** The exchange whose answer a finding is about: the last that said what it says is wrong, else the last. */
const exchangeOf = (
  { code, actual, exchanges }: Finding,
  byId: ReadonlyMap<string, ReportedExchange>,
): string | undefined => {
  // The last one shows that the same call is answered rightly elsewhere.
  if (code === 'body-left-on-connection') return exchanges.at(-2);
  const saying = exchanges.findLast((id) => {
    const exchange = byId.get(id);
    return exchange !== undefined && isSameMoney(saidBalance(exchange) ?? '', actual ?? '');
  });
  return saying ?? exchanges.at(-1);
};

const judgementOf = (exchange: ReportedExchange, run: Judged, found: readonly Charged[]): AnswerJudgement =>
  againstIt(found) ?? exchange.judgement ?? withoutFinding(exchange, run);

const againstIt = (found: readonly Charged[]): AnswerJudgement | undefined => {
  const worst = found.find(({ verdict }) => verdict === 'wrong') ?? found[0];
  if (worst === undefined) return undefined;
  const sentence = sentenceOf([worst.finding], '');
  const actual = amountIn(worst.finding.actual);
  return { verdict: worst.verdict, sentence, ...(actual === undefined ? {} : { actual }) };
};

/** Something was seen at it that the run does not tell, or tells elsewhere. */
const withoutFinding = (
  { scenario, direction, line }: ReportedExchange,
  { scenarios, requirements }: Judged,
): AnswerJudgement => {
  if (direction === 'operation') return unjudged('A request of the agent is judged as it comes.');
  const played = scenarios.find(({ file }) => file === scenario);
  if (played === undefined) return unjudged(besides[scenario] ?? besides['preflight'] ?? '');
  if (line === undefined) return unjudged(ownCall);
  const isTold = requirements.some(({ findings }) =>
    findings.some((finding) => finding.scenario === scenario && finding.weight !== 'note'),
  );
  if (isTold) return unjudged('What it shows is said of another call of the scenario.');
  const { reason = 'It was not seen again when the scenario was played again.' } = played;
  return unjudged(`Nobody can tell whether this answer is right. ${reason}`);
};

const unjudged = (sentence: string): AnswerJudgement => ({ verdict: 'unjudged', sentence });

/** What is sent beside the scenarios. */
const besides: Readonly<Record<string, string>> = {
  preflight: 'Asked before the first scenario, to learn how the agent answers: it is not judged by itself.',
  dialect: 'Sent to find the dialect that the agent verifies: it is not judged.',
  watch: 'Asked to see whether somebody else moves the money: it is not judged.',
  kept: 'Gives back what a breach left with the player: it is not judged.',
};
