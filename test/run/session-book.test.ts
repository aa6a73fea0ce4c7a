import { describe, expect, it } from '@jest/globals';
import type { RunSession } from '../../src/formats/run-setup.ts';
import { createSessionBook, type Launched, type LaunchRequest } from '../../src/run/session-book.ts';
import type { Exchange } from '../../src/spec/exchange.ts';

const players = [
  { id: 'anna', username: 'Anna', currencies: ['USD', 'EUR'], language: 'de' },
  { id: 'boris', username: 'Boris', currencies: ['USD'], language: 'ru' },
];

const sessionOf = (playerId: string, currency = 'USD', name = 'main') => ({
  playerId,
  currency,
  gameId: 101,
  name,
});

/** What the agent asks of the platform when it opens a session, and the session_id that it gets. */
const linkRequest = (number: number): Exchange => ({
  ...{ id: `op-${number}`, direction: 'operation', kind: 'get_game_link' },
  subject: { sessionId: `platform-${number}` },
  request: {
    ...{ method: 'POST', url: '/api/games/get_game_link', headers: {} },
    body: Buffer.from(JSON.stringify({ agent_session_id: ` own-${number} ` })),
  },
  answer: { kind: 'answered', status: 200, headers: {}, body: new Uint8Array() },
  startedAt: 0,
  durationMs: 1,
});

const answer = { kind: 'answered', status: 200, body: '{}' } as const;

/** A hook behind which the agent opens a session, or none. */
const openHook = (opens: 'sessions' | 'nothing' = 'sessions') => {
  const asked: LaunchRequest[] = [];
  const launch = async (order: LaunchRequest): Promise<Launched> => {
    asked.push(order);
    const operations = opens === 'sessions' ? [linkRequest(asked.length)] : [];
    return { operations, answer, platformUrl: 'http://127.0.0.1:4600' };
  };
  return { asked, launch };
};

const bookWith = (given: readonly RunSession[], launch?: ReturnType<typeof openHook>['launch']) =>
  createSessionBook({ players, given, ids: 'platform', launch });

describe('sessions that hooks.launch opens', () => {
  it('are opened once for each player, currency and name, whoever asks at the same time', async () => {
    const { asked, launch } = openHook();
    const book = bookWith([], launch);
    const wanted = [sessionOf('anna'), sessionOf('anna', 'EUR'), sessionOf('anna', 'USD', 'other')];
    await Promise.all([book.open(wanted), book.open(wanted)]);

    expect(asked.map(({ player, currency }) => `${player.id} ${currency}`)).toEqual([
      'anna USD',
      'anna EUR',
      'anna USD',
    ]);
    expect(wanted.map(book.idOf)).toEqual(['platform-1', 'platform-2', 'platform-3']);
  });

  it('have the id that the agent gave them where that is what it takes', async () => {
    const book = bookWith([], openHook().launch);
    await book.open([sessionOf('anna')]);

    expect(book.switchIds()).toBe(true);
    expect(book.idOf(sessionOf('anna'))).toBe('own-1');
    expect(book.opened()).toEqual([{ player: 'anna', currency: 'USD', game: 101, name: 'main', id: 'own-1' }]);
  });

  it('are found again by a stored run', async () => {
    const book = bookWith([], openHook().launch);
    await book.open([sessionOf('anna'), sessionOf('boris')]);
    const stored = bookWith(book.opened());

    expect(stored.idOf(sessionOf('boris'))).toBe('platform-2');
    expect(stored.idOf(sessionOf('anna', 'EUR'))).toBeUndefined();
  });

  it('are not asked for again where the first launch opens none', async () => {
    const { asked, launch } = openHook('nothing');
    const book = bookWith([], launch);
    await book.open([sessionOf('anna'), sessionOf('boris')]);

    expect(asked).toHaveLength(1);
    expect(book.problem()).toBe('hooks.launch was answered with HTTP 200, and the agent asked for no link');
    expect(book.idOf(sessionOf('anna'))).toBeUndefined();
  });
});

describe('an account that nobody has', () => {
  it('comes in a session of its player, else of player one', async () => {
    const book = bookWith([], openHook().launch);
    await book.open([sessionOf('anna'), sessionOf('boris')]);

    expect(book.idOf(sessionOf('boris', 'XXX'))).toBe('platform-2');
    expect(book.idOf(sessionOf('nobody'))).toBe('platform-1');
  });

  it('is no account to open a session for', async () => {
    const { asked, launch } = openHook();
    await bookWith([], launch).open([sessionOf('nobody'), sessionOf('boris', 'XXX')]);

    expect(asked).toEqual([]);
  });
});

describe('a session that is named by hand', () => {
  const given = [{ player: 'anna', name: 'main', id: 'by-hand' }];

  it('is that of the player in every currency', () => {
    const book = bookWith(given);
    expect(book.idOf(sessionOf('anna', 'EUR'))).toBe('by-hand');
    expect(book.idOf(sessionOf('boris'))).toBeUndefined();
  });

  it('is no second session: that one is missing where nothing opens it', () => {
    expect(bookWith(given).isMissing(sessionOf('anna', 'USD', 'other'))).toBe(true);
    expect(bookWith(given, openHook().launch).isMissing(sessionOf('anna', 'USD', 'other'))).toBe(false);
    expect(bookWith([]).isMissing(sessionOf('anna', 'USD', 'other'))).toBe(false);
  });
});

describe('sessions that the agent has forgotten', () => {
  it('are opened anew, and both are stored', async () => {
    const { launch } = openHook();
    const book = bookWith([], launch);
    await book.open([sessionOf('anna')]);
    expect(book.renew()).toBe(true);
    expect(book.idOf(sessionOf('anna'))).toBeUndefined();
    await book.open([sessionOf('anna')]);

    expect(book.idOf(sessionOf('anna'))).toBe('platform-2');
    expect(book.opened().map(({ id, restarts }) => [id, restarts])).toEqual([
      ['platform-1', undefined],
      ['platform-2', 1],
    ]);
  });

  it('are the same again offline', async () => {
    const session = { player: 'anna', currency: 'USD', game: 101, name: 'main' };
    const given = [
      { ...session, id: 'first' },
      { ...session, id: 'second', restarts: 1 },
    ];
    const book = bookWith(given, openHook('nothing').launch);
    expect(book.idOf(sessionOf('anna'))).toBe('first');
    book.renew();
    expect(book.idOf(sessionOf('anna'))).toBe('second');
  });

  it('stay as they are where nobody can open them', () => {
    const book = bookWith([{ player: 'anna', name: 'main', id: 'by-hand' }]);
    expect(book.renew()).toBe(false);
    expect(book.idOf(sessionOf('anna'))).toBe('by-hand');
  });
});
