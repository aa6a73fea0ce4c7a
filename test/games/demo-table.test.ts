import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { OpenGames } from './open-games.ts';
import { dataOf, openGames } from './open-games.ts';

let open: OpenGames;
let link: string;
beforeEach(async () => {
  open = await openGames();
  link = await open.openDemoLink();
});
afterEach(() => open.close());

interface PlayedDemo {
  readonly round: { readonly stake: string; readonly win: string };
  readonly balance: { readonly amount: string };
}

describe('a demo', () => {
  it('starts with 1000 of play money', async () => {
    expect(dataOf(await open.act(link, 'start'))).toMatchObject({
      scene: { mode: 'demo', game: 'Lanterns' },
      balance: { kind: 'balance', amount: '1000.00' },
    });
  });

  it('keeps its balance itself and sends nothing to the agent', async () => {
    let balance = 1000;
    for (let round = 0; round < 10; round += 1) {
      const played = dataOf(await open.act(link, 'bet', { stake: '10' })) as PlayedDemo;
      balance += Number(played.round.win) - 10;
      expect(played.balance.amount).toBe(balance.toFixed(2));
    }
    expect(dataOf(await open.act(link, 'balance'))).toMatchObject({ amount: balance.toFixed(2) });
    expect(open.callbacks).toEqual([]);
  });

  it('lets nobody stake more than there is', async () => {
    expect(dataOf(await open.act(link, 'bet', { stake: '1000.01' }))).toMatchObject({
      round: null,
      balance: { kind: 'problem', code: 'insufficient_balance' },
    });
    expect(dataOf(await open.act(link, 'balance'))).toMatchObject({ amount: '1000.00' });
  });

  it('has a link that opens no game session', async () => {
    const answer = await open.act(link.replace('/demo/', '/play/'), 'start');
    expect(answer.status).toBe(404);
  });
});
