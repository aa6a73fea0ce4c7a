import type { ExchangeJudgement } from '../formats/judgement.ts';
import { BoundedMap } from '../platform/kept-map.ts';
import { type Exchange, inRealTime, type RecordExchange } from '../spec/exchange.ts';
import type { EventBus } from './event-bus.ts';
import type { OwnLaunches } from './launch-platform.ts';
import type { Recorder } from './open-recorder.ts';

interface LiveRecorderOptions {
  readonly recorder: Pick<Recorder, 'record' | 'judge' | 'maskExchange'>;
  /** Runs that wait for what they had the agent ask. */
  readonly launches: Pick<OwnLaunches, 'mark' | 'show'>;
  readonly bus: Pick<EventBus, 'publish'>;
  /** Hears every judgement as it is kept, but what a run made the agent do: its report says that. */
  readonly hear: (judgement: ExchangeJudgement) => void;
  /** Hears those. */
  readonly count: (judgement: ExchangeJudgement) => void;
  /** Sees every exchange, after its answer. */
  readonly watch: (exchange: Exchange) => void;
  /** Judges a request of the agent; undefined where it came too fast to be judged. */
  readonly judgeOperation: (exchange: Exchange) => ExchangeJudgement | undefined;
}

/** All that happens while the platform serves passes here: it is kept, judged and told. */
export interface LiveRecorder {
  /** Takes exchanges as the recorder's `maskExchange` gives them: the judge quotes them, the log as well. */
  readonly record: RecordExchange;
  /** Takes what the platform was asked, as it came. */
  readonly operation: RecordExchange;
  /** A judgement that has become clear. */
  keep(judgement: ExchangeJudgement): void;
  /** Of one of the last 1,000 that were judged. */
  judgementOf(exchangeId: string): ExchangeJudgement | undefined;
}

const remembered = 1_000;

/** A recorder that remembers little and writes everything down. */
export const createLiveRecorder = (options: LiveRecorderOptions): LiveRecorder => {
  const { recorder, launches, bus, hear, count, watch, judgeOperation } = options;
  const judgements = new BoundedMap<ExchangeJudgement>(remembered);
  const keep = (found: ExchangeJudgement, told = hear): void => {
    const judgement = recorder.judge(found);
    judgements.set(judgement.exchangeId, judgement);
    told(judgement);
    bus.publish({ kind: 'judgement', judgement });
  };
  const record: RecordExchange = (exchange) => {
    recorder.record(exchange);
    const judgement = isOfAgent(exchange) ? judgeOperation(inRealTime(exchange)) : undefined;
    if (judgement !== undefined) keep(judgement, exchange.run === undefined ? hear : count);
    watch(exchange);
  };
  return {
    record,
    operation: (received) => {
      const exchange = recorder.maskExchange(received);
      // What somebody sent in the agent's place is nothing that a run waits for.
      if (exchange.origin !== undefined) return record(exchange);
      const marked = launches.mark(exchange);
      record(marked);
      launches.show(marked);
    },
    keep: (judgement) => keep(judgement),
    judgementOf: (exchangeId) => judgements.get(exchangeId),
  };
};

/** What somebody sent in its place says nothing of the agent. */
const isOfAgent = ({ direction, origin }: Exchange): boolean => direction === 'operation' && origin !== 'hand';
