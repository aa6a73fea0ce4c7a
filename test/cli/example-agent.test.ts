import { expect, it } from '@jest/globals';
import { parseArguments } from '../../fixtures/agents/example/parse-arguments.ts';
import { playersWritten } from '../../src/cli/example-agent.ts';

const player = (id: string, ...currencies: string[]) => ({
  id,
  username: id,
  currencies,
  language: 'en',
});

it('players in a row are written as a range, which the example agent takes', () => {
  const players = [
    ...Array.from({ length: 2000 }, (_, n) => player(`load-${n + 1}`, 'USD')),
    player('load-2001', 'EUR'),
    player('alice', 'USD', 'EUR'),
    player('load-007', 'USD'),
    player('load-9', 'USD'),
    player('load-11', 'USD'),
  ];
  const written = playersWritten(players);

  expect(written.slice(0, 3)).toEqual([
    'load-{1..2000}:USD=1000.00',
    'load-2001:EUR=1000.00',
    'alice:USD=1000.00,EUR=1000.00',
  ]);
  const { agent } = parseArguments(written.flatMap((text) => ['--player', text]));
  expect(agent.players.map(({ id }) => id)).toEqual(players.map(({ id }) => id));
});
