import { describe, expect, it } from '@jest/globals';
import { renderToString } from 'preact-render-to-string';
import type { GameStart } from '../../../src/spec/game-page.ts';
import type { PlayerSentence } from '../../../src/spec/player-sentences.ts';
import { GamePage } from '../../../src/ui/game/game-page.tsx';
import { aCall, aProblem, aRound, aScene } from './examples.ts';
import { type Answers, type OpenPage, openPage } from './open-page.ts';

const draw = ({ game }: OpenPage): string => renderToString(<GamePage game={game} />);

const open = async (start: Partial<GameStart> = {}): Promise<string> => draw(await openPage({ start }));

/** The page once a bet was answered so, after these milliseconds. */
const openAfterBet = async (bet: Answers['bet'], ms = 0): Promise<string> => {
  const page = await openPage({ bet });
  page.game.play();
  await page.pass(ms);
  return draw(page);
};

const never = () => new Promise<never>(() => undefined);

const evil = '<script>alert(1)</script>';
const crash = aScene({ kind: 'crash' });
const pack = { freespinsId: 'f', played: 3, total: 10, bet: '0.5', accumulatedWin: '4.5' };

describe('the page', () => {
  it('shows texts of the agent and of the casino as text', async () => {
    const calls = [aCall({ exchangeId: evil, kind: evil, answer: evil, sentence: evil, transactionId: evil })];
    const page = await open({
      ...{ scene: aScene({ game: evil, player: evil, currency: evil, sessionId: evil }), calls },
      balance: { ...aProblem, message: evil as PlayerSentence, code: evil, detail: evil },
      history: [aRound({ reels: [evil], win: evil })],
    });
    expect(page).not.toContain('<script');
    expect(page.split('&lt;script').length).toBeGreaterThan(10);
  });

  it('says that it opens', async () => {
    expect(draw(await openPage({ start: never }))).toContain('Opening the game…');
  });

  it('shows the balance at the scale of the currency', async () => {
    const balance = { kind: 'balance', amount: '1234.5' } as const;
    expect(await open({ balance })).toMatch(/<output[^>]*>1,234.50 /);
  });
});

describe('a page that cannot go on', () => {
  it('offers to try again where the game does not answer', async () => {
    const page = await openAfterBet({ kind: 'unreachable' });
    expect(page).toMatch(/The game does not answer\..*Try again/);
    expect(page).not.toContain('Spin');
  });

  it('offers nothing where the link is gone', async () => {
    const page = await openAfterBet({ kind: 'gone', message: 'Left alone.' });
    expect(page).toMatch(/Left alone\..*open the game again/);
    expect(page).not.toContain('Try again');
  });
});

describe('the language of the page', () => {
  const ru = { scene: aScene({ language: 'ru', kind: 'crash' }) };

  it('is that of the launch', async () => {
    const round = aRound({ state: 'open', stake: '1000.00' });
    const opened = await openPage({ start: { ...ru, balance: { kind: 'balance', amount: '1234.5' }, round } });
    await opened.pass(7000);
    const page = draw(opened);
    expect(page).toContain('1\u00a0234,50 <span');
    expect(page).toContain('2,31<span class="times">');
    expect(page).toMatch(/Забрать.*2\u00a0310,00 USD/);
    expect(page).toContain('Отменить раунд');
    const player = page.replace(/<aside.*<\/aside>/s, '');
    expect(player.replace(/<[^>]*>|Lucky Lanterns|Player One|USD/g, '')).not.toMatch(/[a-z]/i);
    expect(page).not.toContain('not available');
  });

  it('has a drawer in English, and says so to screen readers', async () => {
    expect(await open(ru)).toMatch(/<aside id="drawer"[^>]* lang="en"/);
  });

  it('says what the game says in it, or as it came', async () => {
    expect(await open({ ...ru, balance: aProblem })).toContain('Для этой ставки не хватает денег.');
    expect(await open({ ...ru, notice: 'New words.' as PlayerSentence })).toContain('New words.');
  });

  it('is English where it is not spoken, which is told with its own name', async () => {
    const page = await open({ scene: aScene({ language: 'de-AT' }) });
    expect(page).toContain('not available in <bdi lang="de-AT">Deutsch</bdi>; shown in');
    expect(page).toContain('>Spin<');
    expect(await open({ scene: aScene({ language: '<b>' }) })).toContain('in <bdi>&lt;b></bdi>; shown');
  });
});

describe('a stream that is lost', () => {
  it('is told calmly, but not on a page that is closed', async () => {
    const words = 'The connection to the game is interrupted.';
    const page = await openPage({ bet: { kind: 'unreachable' } });
    expect(draw(page)).not.toContain(words);
    page.lose('retrying');
    await page.pass(3000);
    expect(draw(page)).toContain(`<p role="status" class="badge lost">${words}`);
    page.game.play();
    await page.pass(0);
    expect(page.game.state).toMatchObject({ phase: { kind: 'closed' }, stream: 'lost' });
    expect(draw(page)).not.toContain(words);
  });
});

describe('the frame of the game', () => {
  it('has a way home where there is one', async () => {
    const homeUrl = 'https://casino.example/?a="b"';
    expect(await open({ scene: aScene({ homeUrl }) })).toContain(
      '<a class="ghost" href="https://casino.example/?a=&quot;b&quot;" rel="noreferrer">Home</a>',
    );
    expect(await open()).not.toContain('Home');
  });

  it('says that the casino takes its time', async () => {
    expect(await openAfterBet(never, 2500)).toContain('Waiting for the casino to answer…');
    expect(await openAfterBet(never)).not.toContain('Waiting');
  });

  it('tells a problem to the player as an alert, and to the developer with its code', async () => {
    const page = await open({ balance: aProblem });
    expect(page).toContain(`role="alert" class="tone-problem">${aProblem.message}`);
    expect(page).toContain(`<code>${aProblem.code}</code> ${aProblem.detail}`);
  });
});

it('autoplay says how many rounds are left and how it is stopped, and locks the stake', async () => {
  const page = await openPage();
  expect(draw(page)).not.toMatch(/<input id="stake"[^>]*readonly/i);
  page.game.startAutoplay(10);
  expect(draw(page)).toContain('Autoplay: 10 to go');
  expect(draw(page)).toMatch(/>Stop</);
  expect(draw(page)).toMatch(/<input id="stake"[^>]*readonly/i);
});

it('the reels rest one after another; those that paid are marked once all of them rest', async () => {
  const page = await openPage({ bet: { round: aRound({ reels: ['bell', 'bell', 'star'], win: '2.00' }) } });
  const count = (name: string): number => draw(page).match(new RegExp(`class="reel [^"]*${name}`, 'g'))?.length ?? 0;
  const seen: number[][] = [];
  page.game.play();
  for (const ms of [650, 260, 260]) {
    await page.pass(ms);
    seen.push([count('resting'), count('winning')]);
    expect(draw(page)).toContain('The reels are spinning');
  }
  await page.pass(260);
  expect([...seen, [count('resting'), count('winning')]]).toEqual([
    [0, 0],
    [1, 0],
    [2, 0],
    [3, 2],
  ]);
  expect(draw(page)).toContain('Reels: bell, bell, star');
});

describe('free spins', () => {
  it('are counted, and their stake is locked', async () => {
    const page = await open({ pack });
    expect(page).toContain('Free spin 3 of 10, won 4.50 USD');
    expect(page).toMatch(/<input id="stake"[^>]*readonly[^>]*value="0.50"/i);
    expect(page).toMatch(/<button[^>]*class="primary"[^>]*>Free spin</);
  });

  it('leave the stake free once they are played', async () => {
    expect(await open({ pack: { ...pack, played: 10 } })).not.toMatch(/<input id="stake"[^>]*readonly/i);
  });
});

describe('a crash game', () => {
  const round = aRound({ state: 'open', stake: '10.00' });

  it('offers the money of the round in the air', async () => {
    const page = await openPage({ start: { scene: crash, round } });
    await page.pass(7000);
    expect(draw(page)).toContain('2.31<span class="times">');
    expect(draw(page)).toMatch(/Cash out.*23.10 USD/);
  });

  it('says what can be done, also after a problem that is over', async () => {
    const page = await openPage({ start: { scene: crash, round } });
    page.tell({ round, history: [round], balance: aProblem });
    page.tell({ round, history: [round] });
    expect(draw(page)).toContain('In the air. Cash out before it bursts.');
    expect(draw(page)).not.toContain('Choose a stake');
  });

  it('shows where it burst', async () => {
    const burst = { ...round, state: 'settled', burstsAt: '1.37' } as const;
    expect(await open({ scene: crash, round: burst })).toMatch(/1\.37<span class="times">.*Burst/);
  });

  it('offers to ask again where the end of a round is not known', async () => {
    const page = await open({ scene: crash, round: { ...round, state: 'unclear' } });
    expect(page).toContain('Ask the casino again');
  });

  it('states in the drawer who decides', async () => {
    expect(await open({ scene: crash })).toContain('Where it bursts');
    expect(await open()).not.toContain('Where it bursts');
  });
});

describe('the drawer', () => {
  it('lists what was sent, what came and what the ledger says', async () => {
    const lost = { status: null, failure: 'dropped', bet: '1.00', win: '0.00' } as const;
    const again = { exchangeId: 'e/2', attempt: 2, verdict: 'wrong', sentence: 'Debited twice.' };
    const page = await open({ calls: [aCall(lost), aCall({ ...again, verdict: 'wrong' })] });
    expect(page).toContain('no answer: dropped');
    expect(page).toMatch(/href="\/#\/exchanges\/e%2F2" target="_blank" rel="noopener"/);
    expect(page).toMatch(/attempt 2.*✗<\/span> wrong.*Debited twice\..*bet 1\.00/);
  });

  it('says that a callback is sent again, while its answer is waited for', async () => {
    const page = await openPage({ bet: never });
    page.game.play();
    // biome-ignore lint/suspicious/noThenProperty: it is data, and no method
    page.tell({ waiting: { kind: 'makeBet', attempt: 2, attemptsLeft: 2, inMs: 2000, then: 'rollback' } });
    expect(draw(page)).toContain('The agent has not answered makeBet');
    expect(draw(page)).toContain('Attempt 2 of 4 after 2 s; then the bet is rolled back.');
    page.tell({});
    expect(draw(page)).not.toContain('not answered');
  });

  it('says what is forced', async () => {
    const page = await open({ forced: { outcome: 'win', amount: '5' } });
    expect(page).toContain('Waiting for the next round: win, 5.');
    expect(page.match(/aria-pressed="true"/g)).toHaveLength(1);
  });

  it('is hidden when it is closed', async () => {
    const page = await openPage();
    page.game.toggleDrawer();
    expect(draw(page)).toMatch(/<aside id="drawer"[^>]*hidden/);
  });

  it('has in a demo only what needs no agent', async () => {
    const page = await open({ scene: aScene({ mode: 'demo' }), calls: [aCall()] });
    expect(page).toContain('Demo: play money, nothing is saved');
    expect(page).toContain('Big win');
    expect(page).not.toContain('Roll back');
    expect(page).not.toContain('/#/exchanges/');
  });
});

describe('the history', () => {
  it('names every end of a round', async () => {
    const history = [
      aRound({ roundId: '1', reels: ['bell', 'bell', 'star'], win: '1500.00' }),
      aRound({ roundId: '2', state: 'rolled-back' }),
      aRound({ roundId: '3', state: 'unclear' }),
      aRound({ roundId: '4', cashedOutAt: '2.35', win: '2.35' }),
      aRound({ roundId: '5', burstsAt: '1.02' }),
      aRound({ roundId: '6', stake: '0.00', win: '10.00' }),
    ];
    const page = await open({ history });
    expect(page).toContain('aria-label="bell, bell, star"');
    const ends = ['+1,500.00', 'cancelled', 'unclear', 'out at 2.35×', 'burst at 1.02×', 'bonus'];
    for (const end of ends) expect(page).toContain(end);
  });
});
