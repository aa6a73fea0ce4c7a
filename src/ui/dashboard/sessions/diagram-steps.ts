import type { ExchangeRow } from '../../../spec/admin/exchange-row.ts';
import { answerText, requestText } from './call-text.ts';
import type { DiagramStep, Party, TimedStep } from './diagram-step.ts';
import { playerSteps } from './player-steps.ts';

/** Exchanges as arrows between player, platform and agent, in the order in which they went. */
export const diagramSteps = (rows: readonly ExchangeRow[]): readonly DiagramStep[] => {
  const inOrder = rows.toSorted((one, other) => one.seq - other.seq);
  return [...inOrder.flatMap(exchangeSteps), ...playerSteps(inOrder)]
    .toSorted((one, other) => one.at - other.at || one.order - other.order)
    .map(({ step }) => step);
};

/** An order of its own for each arrow: those of one millisecond stay as they were sent. */
const exchangeSteps = (row: ExchangeRow, index: number): TimedStep[] => {
  const startedAt = Date.parse(row.startedAt);
  const [from, to]: [Party, Party] =
    row.direction === 'operation' ? ['agent', 'platform'] : ['platform', 'agent'];
  const number = index + 1;
  return [
    {
      at: startedAt,
      order: index * 4 + 1,
      step: { from, to, kind: 'request', text: requestText(row), row, number },
    },
    {
      at: startedAt + row.durationMs,
      order: index * 4 + 2,
      step: {
        from: to,
        to: from,
        kind: row.status === null ? 'lost' : 'answer',
        text: answerText(row),
        row,
        number,
      },
    },
  ];
};
