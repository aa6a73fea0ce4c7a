import type { Exchange } from '../../spec/exchange.ts';
import type { Finding } from '../../spec/finding.ts';
import type { CallVerdict, ExchangeJudgement } from '../../spec/judgement.ts';

/** What is said of a request of the agent, by what it breaks. */
export const judgementOfOperation = (
  exchange: Exchange,
  findings: readonly Finding[],
): ExchangeJudgement => ({
  exchangeId: exchange.id,
  verdict: verdictOf(exchange, findings),
  sentence: findings.map(({ message }) => message).join(' ') || sentenceOf(exchange),
  findings,
});

const verdictOf = ({ kind }: Exchange, findings: readonly Finding[]): CallVerdict => {
  if (findings.some(({ weight }) => weight === 'breach')) return 'wrong';
  if (findings.some(({ weight }) => weight === 'risk')) return 'risky';
  return kind === 'other' ? 'unjudged' : 'right';
};

const sentenceOf = ({ kind, dialect, refusal, explanation, fault }: Exchange): string => {
  if (fault !== undefined) return `The request is right; it was answered with the fault ${fault}.`;
  if (kind === 'other') return 'This is no operation of the specification.';
  if (explanation !== undefined) return `${explanation.sentence} ${explanation.remedy}`;
  if (refusal !== undefined) return `Refused with ${refusal}; the request breaks no requirement.`;
  return `The request breaks no requirement${dialect === undefined ? '' : `; signed in the dialect ${dialect}`}.`;
};
