import { describe, expect, it } from '@jest/globals';
import { renderToString } from 'preact-render-to-string';
import type { GameStart } from '../../../src/spec/game-page.ts';
import type { PlayerSentence } from '../../../src/spec/player-sentences.ts';
import type { Actions } from '../../../src/ui/game/actions.ts';
import { GamePage } from '../../../src/ui/game/game-page.tsx';
import { openingState, type PageEvent, type PageState } from '../../../src/ui/game/page-state.ts';
import { aCall, anAnswer, aPage, aProblem, aRound, aScene } from './examples.ts';

const nothing = () => undefined;
const actions: Actions = {
  ...{
    bet: nothing,
    cashOut: nothing,
    cancel: nothing,
    leave: nothing,
    main: nothing,
    force: nothing,
    askBalance: nothing,
  },
  ...{ typeStake: nothing, stepStake: nothing, typeAutoCashOut: nothing, startAutoplay: nothing },
  ...{ stopAutoplay: nothing, toggleDrawer: nothing, retry: nothing, now: () => 7000 },
};

const draw = (state: PageState): string => renderToString(<GamePage state={state} actions={actions} />);
const open = (start: Partial<GameStart> = {}, ...events: readonly PageEvent[]): string => draw(aPage(start, ...events));

const evil = '<script>alert(1)</script>';
const crash = aScene({ kind: 'crash' });
const pack = { freespinsId: 'f', played: 3, total: 10, bet: '0.5', accumulatedWin: '4.5' };

describe('the page', () => {
  it('shows texts of the agent and of the casino as text', () => {
    const calls = [aCall({ exchangeId: evil, kind: evil, answer: evil, sentence: evil, transactionId: evil })];
    const page = open({
      ...{ scene: aScene({ game: evil, player: evil, currency: evil, sessionId: evil }), calls },
      balance: { ...aProblem, message: evil as PlayerSentence, code: evil, detail: evil },
      history: [aRound({ reels: [evil], win: evil })],
    });
    expect(page).not.toContain('<script');
    expect(page.split('&lt;script').length).toBeGreaterThan(10);
  });

  it('says that it opens', () => {
    expect(draw(openingState('open'))).toContain('Opening the game…');
  });

  it('shows the balance at the scale of the currency', () => {
    const balance = { kind: 'balance', amount: '1234.5' } as const;
    expect(open({ balance })).toMatch(/<output[^>]*>1,234.50 /);
  });
});

describe('a page that cannot go on', () => {
  it('offers to try again where the game does not answer', () => {
    const page = open({}, { kind: 'closed', reason: 'unreachable', message: 'No answer.' });
    expect(page).toMatch(/No answer\..*Try again/);
    expect(page).not.toContain('Spin');
  });

  it('offers nothing where the link is gone', () => {
    const page = open({}, { kind: 'closed', reason: 'gone', message: 'Left alone.' });
    expect(page).toMatch(/Left alone\..*open the game again/);
    expect(page).not.toContain('Try again');
  });
});

describe('the language of the page', () => {
  const ru = { scene: aScene({ language: 'ru', kind: 'crash' }) };

  it('is that of the launch', () => {
    const round = aRound({ state: 'open', stake: '1000.00' });
    const page = open({ ...ru, balance: { kind: 'balance', amount: '1234.5' }, round });
    expect(page).toContain('1\u00a0234,50 <span');
    expect(page).toContain('2,31<span class="times">');
    expect(page).toMatch(/Забрать.*2\u00a0310,00 USD/);
    expect(page).toContain('Отменить раунд');
    const player = page.replace(/<aside.*<\/aside>/s, '');
    expect(player.replace(/<[^>]*>|Lucky Lanterns|Player One|USD/g, '')).not.toMatch(/[a-z]/i);
    expect(page).not.toContain('not available');
  });

  it('has a drawer in English, and says so to screen readers', () => {
    expect(open(ru)).toMatch(/<aside id="drawer"[^>]* lang="en"/);
  });

  it('says what the game says in it, or as it came', () => {
    expect(open({ ...ru, balance: aProblem })).toContain('Для этой ставки не хватает денег.');
    expect(open({ ...ru, notice: 'New words.' as PlayerSentence })).toContain('New words.');
  });

  it('is English where it is not spoken, which is told with its own name', () => {
    const page = open({ scene: aScene({ language: 'de-AT' }) });
    expect(page).toContain('not available in <bdi lang="de-AT">Deutsch</bdi>; shown in');
    expect(page).toContain('>Spin<');
    expect(open({ scene: aScene({ language: '<b>' }) })).toContain('in <bdi>&lt;b></bdi>; shown');
  });
});

describe('a stream that is lost', () => {
  it('is told calmly, but not on a page that is closed', () => {
    const lost = { kind: 'stream', stream: 'lost' } as const;
    const words = 'The connection to the game is interrupted.';
    expect(open()).not.toContain(words);
    expect(open({}, lost)).toContain(`<p role="status" class="badge lost">${words}`);
    const closed = { kind: 'closed', reason: 'unreachable', message: 'No answer.' } as const;
    expect(open({}, lost, closed)).not.toContain(words);
  });
});

describe('the frame of the game', () => {
  it('has a way home where there is one', () => {
    const homeUrl = 'https://casino.example/?a="b"';
    expect(open({ scene: aScene({ homeUrl }) })).toContain(
      '<a class="ghost" href="https://casino.example/?a=&quot;b&quot;" rel="noreferrer">Home</a>',
    );
    expect(open()).not.toContain('Home');
  });

  it('says that the casino takes its time', () => {
    const asked = { kind: 'asked', action: 'bet' } as const;
    expect(open({}, asked, { kind: 'waited-long' })).toContain('Waiting for the casino to answer…');
    expect(open({}, asked)).not.toContain('Waiting');
  });

  it('tells a problem to the player as an alert, and to the developer with its code', () => {
    const page = open({ balance: aProblem });
    expect(page).toContain(`role="alert" class="tone-problem">${aProblem.message}`);
    expect(page).toContain(`<code>${aProblem.code}</code> ${aProblem.detail}`);
  });
});

describe('autoplay', () => {
  const playing = open({}, { kind: 'autoplay-started', rounds: 10 });

  it('says how many rounds are left, and how it is stopped', () => {
    expect(playing).toContain('Autoplay: 10 to go');
    expect(playing).toMatch(/>Stop</);
  });

  it('locks the stake', () => {
    expect(playing).toMatch(/<input id="stake"[^>]*readonly/i);
    expect(open()).not.toMatch(/<input id="stake"[^>]*readonly/i);
  });
});

describe('the reels', () => {
  const answered: PageEvent = {
    kind: 'answered',
    action: 'bet',
    now: 0,
    answer: anAnswer({ round: aRound({ reels: ['bell', 'bell', 'star'], win: '2.00' }) }),
  };
  const stop = { kind: 'reel-stopped' } as const;
  const count = (page: string, name: string): number =>
    page.match(new RegExp(`class="reel [^"]*${name}`, 'g'))?.length ?? 0;

  it('rest one after another', () => {
    const pages = [[], [stop], [stop, stop]].map((stops) => open({}, answered, ...stops));
    expect(pages.map((page) => count(page, 'resting'))).toEqual([0, 1, 2]);
    expect(pages[2]).toContain('The reels are spinning');
  });

  it('that paid are marked once all of them rest', () => {
    const over = open({}, answered, stop, stop, stop);
    expect([count(over, 'resting'), count(over, 'winning')]).toEqual([3, 2]);
    expect(open({}, answered, stop, stop)).not.toContain('winning');
    expect(over).toContain('Reels: bell, bell, star');
  });
});

describe('free spins', () => {
  it('are counted, and their stake is locked', () => {
    const page = open({ pack });
    expect(page).toContain('Free spin 3 of 10, won 4.50 USD');
    expect(page).toMatch(/<input id="stake"[^>]*readonly[^>]*value="0.50"/i);
    expect(page).toMatch(/<button[^>]*class="primary"[^>]*>Free spin</);
  });

  it('leave the stake free once they are played', () => {
    expect(open({ pack: { ...pack, played: 10 } })).not.toMatch(/<input id="stake"[^>]*readonly/i);
  });
});

describe('a crash game', () => {
  const round = aRound({ state: 'open', stake: '10.00' });

  it('offers the money of the round in the air', () => {
    const page = open({ scene: crash, round });
    expect(page).toContain('2.31<span class="times">');
    expect(page).toMatch(/Cash out.*23.10 USD/);
  });

  it('says what can be done, also after a problem that is over', () => {
    const told = (answer: Partial<GameStart>): PageEvent => ({
      ...{ kind: 'told', answer: anAnswer({ round, history: [round], ...answer }), now: 0 },
    });
    const page = open({ scene: crash, round }, told({ balance: aProblem }), told({}));
    expect(page).toContain('In the air. Cash out before it bursts.');
    expect(page).not.toContain('Choose a stake');
  });

  it('shows where it burst', () => {
    const burst = { ...round, state: 'settled', burstsAt: '1.37' } as const;
    expect(open({ scene: crash, round: burst })).toMatch(/1\.37<span class="times">.*Burst/);
  });

  it('offers to ask again where the end of a round is not known', () => {
    const page = open({ scene: crash, round: { ...round, state: 'unclear' } });
    expect(page).toContain('Ask the casino again');
  });

  it('states in the drawer who decides', () => {
    expect(open({ scene: crash })).toContain('Where it bursts');
    expect(open()).not.toContain('Where it bursts');
  });
});

describe('the drawer', () => {
  it('lists what was sent, what came and what the ledger says', () => {
    const lost = { status: null, failure: 'dropped', bet: '1.00', win: '0.00' } as const;
    const again = { exchangeId: 'e/2', attempt: 2, verdict: 'wrong', sentence: 'Debited twice.' };
    const page = open({ calls: [aCall(lost), aCall({ ...again, verdict: 'wrong' })] });
    expect(page).toContain('no answer: dropped');
    expect(page).toMatch(/href="\/#\/exchanges\/e%2F2" target="_blank" rel="noopener"/);
    expect(page).toMatch(/attempt 2.*✗<\/span> wrong.*Debited twice\..*bet 1\.00/);
  });

  it('says that a callback is sent again, while its answer is waited for', () => {
    const waiting = { kind: 'makeBet', attempt: 2, attemptsLeft: 2, inMs: 2000 } as const;
    // biome-ignore lint/suspicious/noThenProperty: it is data, and no method
    const answer = anAnswer({ waiting: { ...waiting, then: 'rollback' } });
    const asked = { kind: 'asked', action: 'bet' } as const;
    const page = open({}, asked, { kind: 'told', answer, now: 0 });
    expect(page).toContain('The agent has not answered makeBet');
    expect(page).toContain('Attempt 2 of 4 after 2 s; then the bet is rolled back.');
    const ended = { kind: 'told', answer: anAnswer(), now: 0 } as const;
    expect(open({}, asked, { kind: 'told', answer, now: 0 }, ended)).not.toContain('not answered');
  });

  it('says what is forced', () => {
    const page = open({ forced: { outcome: 'win', amount: '5' } });
    expect(page).toContain('Waiting for the next round: win, 5.');
    expect(page.match(/aria-pressed="true"/g)).toHaveLength(1);
  });

  it('is hidden when it is closed', () => {
    expect(open({}, { kind: 'drawer-toggled' })).toMatch(/<aside id="drawer"[^>]*hidden/);
  });

  it('has in a demo only what needs no agent', () => {
    const page = open({ scene: aScene({ mode: 'demo' }), calls: [aCall()] });
    expect(page).toContain('Demo: play money, nothing is saved');
    expect(page).toContain('Big win');
    expect(page).not.toContain('Roll back');
    expect(page).not.toContain('/#/exchanges/');
  });
});

describe('the history', () => {
  it('names every end of a round', () => {
    const history = [
      aRound({ roundId: '1', reels: ['bell', 'bell', 'star'], win: '1500.00' }),
      aRound({ roundId: '2', state: 'rolled-back' }),
      aRound({ roundId: '3', state: 'unclear' }),
      aRound({ roundId: '4', cashedOutAt: '2.35', win: '2.35' }),
      aRound({ roundId: '5', burstsAt: '1.02' }),
      aRound({ roundId: '6', stake: '0.00', win: '10.00' }),
    ];
    const page = open(anAnswer({ history }) as Partial<GameStart>);
    expect(page).toContain('aria-label="bell, bell, star"');
    const ends = ['+1,500.00', 'cancelled', 'unclear', 'out at 2.35×', 'burst at 1.02×', 'bonus'];
    for (const end of ends) expect(page).toContain(end);
  });
});
