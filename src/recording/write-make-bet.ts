import type { Printable, PrintableMap } from '../formats/document/print-document.ts';
import { WrittenNumber } from '../formats/document/written-number.ts';
import type { MakeBet } from '../spec/callback.ts';
import { oddId } from './odd-id.ts';
import type { Score } from './score.ts';
import { writeAmount, writeExpression } from './write-amount.ts';
import { writeOptions, writeWhere } from './write-options.ts';

/** A makeBet with a step of its own; `of`: the call whose transaction_id it has. */
export const writeMakeBet = (score: Score, position: number, callback: MakeBet): PrintableMap => {
  const { calls, ids, links, cast, roundOf } = score;
  const call = calls[position];
  const [id, of] = [ids.get(position), ids.get(links[position]?.of ?? -1)];
  const round = roundOf(callback);
  const { fields, ...amounts } = amountsOf(score, position, callback);
  const makeBet = {
    ...(id === undefined ? {} : { id }),
    ...amounts,
    ...(round === undefined ? {} : { round }),
    ...(callback.roundFinished ? {} : { round_finished: false }),
    ...(of === undefined ? {} : { transaction_of: of }),
  };
  const options =
    call &&
    writeOptions(call, {
      ...cast.fieldsOf(callback),
      ...(of === undefined ? oddId(callback) : {}),
      ...fields,
    });
  return { makeBet, ...writeWhere(score, callback), ...options };
};

interface Amounts {
  readonly bet: Printable;
  readonly win?: Printable;
  /** Amounts that only `fields` can send. */
  readonly fields: PrintableMap;
}

const amountsOf = ({ flow }: Score, position: number, { bet, win }: MakeBet): Amounts => {
  const stake = writeExpression(flow.bets.get(position) ?? { kind: 'exact', text: bet });
  const gain = writeAmount(win);
  return {
    bet: stake ?? 0,
    ...(gain?.text === '0' || gain === undefined ? {} : { win: gain }),
    fields: {
      ...(stake === undefined ? { bet: new WrittenNumber(bet) } : {}),
      ...(gain === undefined ? { win: new WrittenNumber(win) } : {}),
    },
  };
};
