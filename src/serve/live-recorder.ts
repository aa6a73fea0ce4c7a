import type { ExchangeJudgement, Finding } from '../formats/judgement.ts';
import { createBoundedMap } from '../platform/create-bounded-map.ts';
import type { Exchange, RecordExchange } from '../spec/exchange.ts';
import type { CallVerdict } from '../spec/verdict.ts';
import type { EventBus } from './event-bus.ts';
import type { Recorder } from './open-recorder.ts';

interface LiveRecorderOptions {
  readonly recorder: Pick<Recorder, 'record' | 'judge' | 'mask'>;
  readonly bus: Pick<EventBus, 'publish'>;
  /** Sees every exchange, after its answer. */
  readonly watch: (exchange: Exchange) => void;
  /** What an operation breaks; undefined where it came too fast to be judged. */
  readonly judgeOperation: (exchange: Exchange) => readonly Finding[] | undefined;
}

/** All that happens while the platform serves passes here: it is kept, judged and told. */
export interface LiveRecorder {
  readonly record: RecordExchange;
  /** A judgement that has become clear. */
  keep(judgement: ExchangeJudgement): void;
  /** Of one of the last 1,000 that were judged. */
  judgementOf(exchangeId: string): ExchangeJudgement | undefined;
}

const remembered = 1_000;

/** A recorder that remembers little and writes everything down. */
export const createLiveRecorder = (options: LiveRecorderOptions): LiveRecorder => {
  const { recorder, bus, watch, judgeOperation } = options;
  const judgements = createBoundedMap<ExchangeJudgement>(remembered);
  const keep = (found: ExchangeJudgement): void => {
    const judgement = recorder.mask(found);
    judgements.set(judgement.exchangeId, judgement);
    recorder.judge(judgement);
    bus.publish({ kind: 'judgement', judgement });
  };
  return {
    record: (exchange) => {
      recorder.record(exchange);
      if (exchange.direction === 'operation') {
        const found = judgeOperation(exchange);
        if (found !== undefined) keep(judgementOfOperation(exchange, found));
      }
      watch(exchange);
    },
    keep,
    judgementOf: (exchangeId) => judgements.get(exchangeId),
  };
};

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
