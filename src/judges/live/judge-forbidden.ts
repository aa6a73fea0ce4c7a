import type { AgentAnswer } from '../../callbacks/read-answer.ts';
import type { Finding } from '../../spec/finding.ts';
import type { ExchangeJudgement } from '../../spec/judgement.ts';
import type { Call } from '../call.ts';
import { hearAnswer } from '../hear-answer.ts';
import { judgeRefusable } from '../judge-refusable.ts';
import type { LiveRules } from './live-rules.ts';
import { verdictOf } from './tell.ts';

/** A call that no right agent takes: its signature, a field or its form is wrong. */
export const judgeForbidden = (rules: LiveRules, call: Call): ExchangeJudgement => {
  const answer = hearAnswer(call.exchange);
  const exchangeId = call.exchange.id;
  const silence = silenceOf(call, answer);
  if (silence !== undefined) {
    const sentence = `${call.label}: ${silence}`;
    return { exchangeId, verdict: 'unjudged', sentence, findings: [] };
  }
  const { findings } = judgeRefusable(rules.scratch, call, answer);
  const verdict = verdictOf(rules, { verdict: 'right', findings });
  return { exchangeId, verdict, sentence: sentenceOf(call, verdict, findings), findings };
};

/** Why the answer says nothing: there is none, or it may be a proxy's. */
const silenceOf = ({ intent }: Call, answer: AgentAnswer): string | undefined => {
  if (answer.kind === 'none') return answer.message;
  if (answer.kind !== 'error' || answer.error !== undefined || answer.status < 500)
    return undefined;
  const isCrash = intent.kind === 'malformed' && answer.status === 500;
  return isCrash ? undefined : `the agent answered HTTP ${answer.status}.`;
};

const reasons: Partial<Record<Call['intent']['kind'], string>> = {
  'badly-signed': 'its signature is missing or wrong',
  invalid: 'a field is missing or wrong',
  malformed: 'it is no callback',
};

const sentenceOf = (
  { label, intent }: Call,
  verdict: ExchangeJudgement['verdict'],
  findings: readonly Finding[],
): string => {
  const [first] = findings;
  const reason = reasons[intent.kind] ?? 'it is no callback';
  const right = `${label}: refused, as it must be: ${reason}.`;
  if (first === undefined) return right;
  return verdict === 'right' ? `${right} But: ${first.message}` : first.message;
};
