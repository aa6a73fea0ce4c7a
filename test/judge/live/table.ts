import type { ExchangeJudgement } from '../../../src/formats/judgement.ts';
import { LiveJudge, type LiveJudgeOptions, type LiveStart } from '../../../src/judge/live/judge.ts';
import type { Callback } from '../../../src/spec/callback.ts';
import type { Answer, Exchange } from '../../../src/spec/exchange.ts';
import { defaultQuirks } from '../../../src/spec/quirks.ts';
import { requirements } from '../../../src/spec/requirements/catalogue.ts';
import type { Intent } from '../../../src/wire/message.ts';
import { exchangeOf } from '../calls.ts';

export interface SentCall {
  readonly id: string;
  answer(answer: Answer): readonly ExchangeJudgement[];
}

/** A live judge, and somebody who sends. */
export interface Table {
  readonly judge: LiveJudge;
  /** Every judgement so far; of an exchange that was told anew, the last. */
  readonly told: ReadonlyMap<string, ExchangeJudgement>;
  leave(callback: Callback, given?: Given): SentCall;
  /** Sends and answers; the call's own judgement. */
  play(callback: Callback, answer: Answer, given?: Given): ExchangeJudgement;
}

export interface Given {
  readonly intent?: Intent;
  readonly origin?: Exchange['origin'];
  readonly body?: string;
  readonly transaction?: LiveStart['transaction'];
}

export const openTable = (bounds?: LiveJudgeOptions['bounds']): Table => {
  const judge = new LiveJudge({ quirks: defaultQuirks, requirements, bounds });
  const told = new Map<string, ExchangeJudgement>();
  let count = 0;
  const leave = (callback: Callback, given: Given = {}): SentCall => {
    count += 1;
    const id = `x${count}`;
    const { intent = { kind: 'valid', callback }, origin = 'game', body = '', transaction } = given;
    const at = count * 1000;
    const sending = judge.begin({ intent, label: callback.type, at, transaction });
    return {
      id,
      answer: (answer) => {
        const plain = exchangeOf(callback, answer, { id, origin, startedAt: at });
        const request = { ...plain.request, body: new TextEncoder().encode(body) };
        const judgements = sending.end({ ...plain, request });
        for (const each of judgements) told.set(each.exchangeId, each);
        return judgements;
      },
    };
  };
  return {
    judge,
    told,
    leave,
    play: (callback, answer, given) => {
      const call = leave(callback, given);
      call.answer(answer);
      const own = told.get(call.id);
      if (own === undefined) throw new TypeError(`${call.id} was not judged`);
      return own;
    },
  };
};

/** `wrong double-application`. */
export const outline = ({ verdict, findings }: ExchangeJudgement): string =>
  [verdict, ...new Set(findings.filter(({ weight }) => weight !== 'note').map(({ code }) => code))].join(' ');
