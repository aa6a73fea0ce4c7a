import type { Scenario } from '../../spec/scenario.ts';
import type { RawScenario } from '../../spec/schemas/scenario.ts';
import type { WrittenCall } from './written-calls.ts';

/** How many players and currencies a scenario needs; complains of a step that uses more than stated. */
export const toNeeds = (
  { players, currencies }: RawScenario,
  calls: readonly WrittenCall[],
): Pick<Scenario, 'players' | 'currencies'> => {
  const used = calls.map(({ raw: { player } }) => (typeof player === 'number' ? player : 1));
  const usesSecond = calls.some(({ raw }) => raw.currency === 'second');
  for (const call of calls) checkPlayer(call, players);
  if (currencies === 1) for (const call of calls) checkCurrency(call);
  return {
    players: players ?? Math.max(1, ...used),
    currencies: currencies ?? (usesSecond ? 2 : 1),
  };
};

const checkPlayer = ({ raw: { player }, cursor }: WrittenCall, stated = Infinity): void => {
  if (typeof player !== 'number' || player <= stated) return;
  cursor
    .at('player')
    .complain(`player ${player} where \`players\` is ${stated}`, 'raise `players`');
};

const checkCurrency = ({ raw, cursor }: WrittenCall): void => {
  if (raw.currency !== 'second') return;
  cursor.at('currency').complain('`second` where `currencies` is 1', 'make it `currencies: 2`');
};
