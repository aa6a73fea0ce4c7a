import { boundText } from '../../spec/platform-bounds.ts';
import { bullets, prose, table } from '../markdown-parts.ts';

/** What sessions, rounds, packs and demos are here, and what changes them. Mostly assumed. */
export const stateChapter = (): readonly string[] => [
  '## Sessions, rounds, packs and demos',
  'The specification shows hardly any states of these. What follows is **assumed** where a sentence does not name a section.',
  '### A session',
  bullets(session.map(prose)),
  '### A round',
  prose(roundText),
  table(['round', 'callbacks'], rounds.map(proseRow)),
  bullets(openRound.map(prose)),
  '### A pack of free spins',
  table(['state', 'what happens', 'then'], packStates.map(proseRow)),
  bullets(pack.map(prose)),
  '### A demo',
  bullets(demo.map(prose)),
  '### A restart of the platform',
  prose(restart),
];

const proseRow = (cells: readonly string[]): readonly string[] => cells.map(prose);

const session = [
  'get_game_link creates it, with a session_id that is never used twice. Callbacks carry that, or the agent_session_id of the request (quirks.sessionId); two launches with the same agent_session_id then share a session_id, and are two sessions all the same.',
  'It is active until nothing happened in it for `quirks.sessionIdle` (4 h): opening its link and every action in its game restart that time.',
  'Then it is expired, as when the admin API closes it (`DELETE sessions/ID`): its link answers 410, and opens nothing. An open round is ended at once, without `quirks.abandonAfter`. Rollbacks and the wins of packs still come under its session_id.',
  `The platform remembers ${boundText('sessions')} sessions. Beyond that those that were seen longest ago are forgotten, the expired ones before any other: their links answer 404, and a round that is open there is ended as abandoned.`,
  'While its player is there the platform sends a getBalance every `quirks.balanceInterval` (30 s), whatever the page does: in autoplay, in a hidden tab and in an open round as well. These are no traffic: a page that is open and unused expires like any other.',
];

const roundText =
  'Two kinds of game are behind the links: a slot, and a crash game. Which one it is, `kind` in the file of `games` says; of the games that are there without one, 109 and 122 are crash games. Every round has a game_round_id of its own, every makeBet a transaction_id of its own.';

const rounds = [
  ['slot', 'One makeBet with bet and win, and round_finished true.'],
  ['crash, the bet', 'A makeBet with bet, win 0 and round_finished false: the round is open.'],
  [
    'crash, its end',
    'A makeBet with bet 0, the win (0 when it is lost) and round_finished true, in the same game_round_id.',
  ],
] as const;

const openRound = [
  'A bet that is refused is no round. One that stays unclear is rolled back, until the agent confirms it; then its round is over.',
  'A round that the player cancels on the page is rolled back at once; a bet that is not confirmed yet cannot be cancelled there.',
  'A round whose player has left (by Home or a closed tab) is ended after `quirks.abandonAfter` (30 s) as `quirks.abandonedRound` says: a rollback of its bet (section 6), or a makeBet with win 0. A win that was cashed out before is due all the same: it is sent until it is confirmed, under a new transaction_id where its own was rolled back (see [above](#what-is-taken-up-again-later)).',
];

const packStates = [
  ['(none)', 'freespins_grant', 'active'],
  ['active', 'A free spin is played: no makeBet, but a getBalance whose freespins has one more played.', 'active'],
  ['active', 'The last one is played: the getBalance has is_finish true (section 3).', 'finished, and its win is paid'],
  ['active', 'freespins_delete', 'deleted; see below'],
  ['active', 'Its expires_at is over, or the session expires in which spins of it were played.', 'finished; see below'],
  ['finished, deleted', 'freespins_delete', 'the same: it is answered freespins_not_found'],
  ['finished', 'getBalance', 'finished: freespins is not in it any more (section 3)'],
] as const;

const pack = [
  'While it is active, every getBalance of that player, game and currency has freespins, those of the interval too.',
  'A free spin of a crash game needs no player: it cashes out automatically at 2.00, or at a win that the drawer forced, unless it crashes earlier.',
  'Its win is one makeBet with bet 0 and round_finished true after is_finish (section 3 allows it; `quirks.packWin` has other ways). A pack that won nothing sends none.',
  'A pack that ends before all is played settles what was won so far (`quirks.packEnd`): a getBalance announces the end, with is_finish true and `total` set to what was played, and the makeBet follows. With `forfeit` nothing is sent for a pack that is deleted or expires: later getBalances have no freespins, and what was won is lost, except for a makeBet that was already sent and not confirmed. A pack then outlives its session: it continues in the next one. A pack that nobody played ends without a callback.',
  'A win that the agent does not confirm is sent again later, like that of a crash round (see [above](#what-is-taken-up-again-later)).',
  `The platform remembers ${boundText('packs')} packs. Finished ones are forgotten first; while all of them still have to be played or paid, freespins_grant is answered with too_many_freespins.`,
  'accumulated_win is information only: the agent must never credit it (section 3).',
];

const demo = [
  'get_game_link_demo creates no session (section 4). The balance is virtual: it begins with `quirks.demoBalance`, rounded down to the decimals of its currency, reset each time its page starts (fetching the link alone changes nothing), and nothing of it is sent to anybody. Two pages of one link share the balance.',
  `Its link opens as long as that of a session; the last ${boundText('demos')} demos are remembered.`,
];

const restart =
  'Sessions, open rounds, packs and launch links survive a restart of `walletproof serve` where its journal is a file, as it is by default (`--journal`): a link opens as before, an open round goes on or is ended as abandoned, and a win that was not confirmed is sent. A makeBet that was under way is sent again, the same bytes, whatever `callbacks.delivery` says: nobody knows whether it arrived. The reset of the dashboard forgets them.';
