import { createBoundedMap } from '../../platform/create-bounded-map.ts';
import type { AdminEvent } from '../../spec/admin/admin-event.ts';
import type { Exchange, RecordExchange } from '../../spec/exchange.ts';
import type { Finding } from '../../spec/finding.ts';
import type { ExchangeJudgement } from '../../spec/judgement.ts';
import type { Recorder } from '../open-recorder.ts';
import { judgementOfOperation } from './judgement-of-operation.ts';

export interface WitnessOptions {
  readonly recorder: Pick<Recorder, 'record' | 'judge' | 'mask'>;
  readonly tell: (event: AdminEvent) => void;
  /** Sees every exchange, after its answer. */
  readonly watch: (exchange: Exchange) => void;
  /** What an operation breaks; undefined where it came too fast to be judged. */
  readonly judgeOperation: (exchange: Exchange) => readonly Finding[] | undefined;
}

/** All that happens while the platform serves passes here: it is kept, judged and told. */
export interface Witness {
  readonly record: RecordExchange;
  /** A judgement that has become clear. */
  keep(judgement: ExchangeJudgement): void;
  /** Of one of the last 1,000 that were judged. */
  judgementOf(exchangeId: string): ExchangeJudgement | undefined;
}

const remembered = 1_000;

/** A witness that remembers little and writes everything down. */
export const createWitness = (options: WitnessOptions): Witness => {
  const { recorder, tell, watch, judgeOperation } = options;
  const judgements = createBoundedMap<ExchangeJudgement>(remembered);
  const keep = (found: ExchangeJudgement): void => {
    const judgement = recorder.mask(found);
    judgements.set(judgement.exchangeId, judgement);
    recorder.judge(judgement);
    tell({ kind: 'judgement', judgement });
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
