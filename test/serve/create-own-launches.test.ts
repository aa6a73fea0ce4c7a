import { beforeEach, expect, it } from '@jest/globals';
import { createFaultBoard } from '../../src/faults/fault-board.ts';
import type { OwnLaunches } from '../../src/serve/launch-platform.ts';
import { createOwnLaunches } from '../../src/serve/launch-platform.ts';
import type { Exchange } from '../../src/spec/exchange.ts';
import { exchangeNumber } from '../journal/sample-exchanges.ts';

const newBoard = () => {
  let count = 0;
  return createFaultBoard({
    newId: () => {
      count += 1;
      return `f-${count}`;
    },
  });
};

let launches: OwnLaunches;
let faults: ReturnType<typeof newBoard>;
let url = '';
beforeEach(() => {
  faults = newBoard();
  launches = createOwnLaunches({ baseUrl: () => url, faults });
});

it('is where the platform listens by now', () => {
  url = 'http://127.0.0.1:4600';
  expect(launches.platform.url).toBe(url);
});

it('shows operations to whoever watches, until it ends', () => {
  const seen: Exchange[] = [];
  const unwatch = launches.platform.watch((exchange) => seen.push(exchange));
  launches.show(exchangeNumber(1));
  unwatch();
  launches.show(exchangeNumber(2));
  expect(seen.map(({ id }) => id)).toEqual(['x-1']);
});

it('answers get_game_link as the run wants it, everything else as the faults that are on', () => {
  faults.add({ direction: 'operation', fault: 'refused', code: 'agent_not_found' });
  const switchedOn = launches.operationFault('list');
  launches.platform.setFault('validation-error');
  const wanted = launches.operationFault('get_game_link');
  expect(wanted).not.toEqual(switchedOn);
  expect(launches.operationFault('list')).toEqual(switchedOn);
  launches.platform.setFault(undefined);
  expect(launches.operationFault('get_game_link')).toEqual(switchedOn);
});

it('uses no fault up that the run goes before', () => {
  faults.add({ direction: 'operation', fault: 'dropped', times: 1 });
  launches.platform.setFault('agent-not-found');
  launches.operationFault('get_game_link');
  expect(faults.list()).toHaveLength(1);
});

it('answers rightly again when the run is over', async () => {
  launches.platform.setFault('invalid-signature');
  await launches.platform.close();
  expect(launches.operationFault('get_game_link')).toBeUndefined();
});
