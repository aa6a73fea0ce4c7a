import type { FindingCode } from '../finding.ts';
import { afterwards, must, observe, type Requirement, should, unwritten, written } from '../requirement.ts';
import type { Situation } from '../situation.ts';

/** What the balances answered to simultaneous calls give away. */
const answersOfABurst = [
  'undecodable-balance',
  'double-application',
  'response-misses-own-effect',
  'future-read',
  'stale-balance',
  'balance-went-back',
  'forked-history',
  'non-atomic-answer',
] as const satisfies readonly FindingCode[];

/** What the balance afterwards gives away: no order of the calls explains that either. */
const moneyOfABurst = [
  'not-applied',
  'rollback-not-applied',
  'rollback-applied-again',
  'lost-update',
  'overspent',
  'not-conserved',
  'no-serial-order',
  'refused-valid',
] as const satisfies readonly FindingCode[];

/** What a call moves that must move nothing: how it is refused is judged elsewhere. */
const moneyOfARepeat = [
  'double-application',
  'duplicate-applied',
  'wrong-balance',
  'wrong-amounts-rolled-back',
  'rolled-back-bet-applied',
  'stale-balance',
] as const satisfies readonly FindingCode[];

/** Calls of a transaction that was there before: they move nothing, or undo it once. */
const repeats = [
  'duplicate',
  'rolled-back-bet-again',
  'late-bet',
  'rollback-again',
  'rollback-unknown',
  'rollback-of-bet',
] as const satisfies readonly Situation[];

/** CON: calls that are under way at the same time. */
export const concurrency: readonly Requirement[] = [
  must('CON-01', {
    section: '6',
    source: written(
      'When new: check that the balance covers the bet; debit bet; credit win; store the transaction; return the new balance.',
    ),
    title: 'loses no update of simultaneous bets',
    why: "Read, compute, write: two bets at once both start from 100, and one debit vanishes. With autoplay and two open games it happens daily, and somebody's stake is lost each time.",
    situations: ['together', ...afterwards],
  }),
  must('CON-02', {
    section: '3',
    source: written('transaction_id not processed yet and balance sufficient for the bet'),
    title: 'never spends more than the balance on simultaneous bets',
    why: 'With check and debit apart, a player opens ten games and stakes the same 100 in each. What is won gets withdrawn; what is lost was never there.',
    situations: ['together', ...afterwards],
  }),
  must('CON-03', {
    section: '2',
    source: written('unique per player; does not change over time; used by the platform to identify the player'),
    title: 'keeps players apart under load',
    why: "A shared variable, or a connection used by two requests, books one player's bet on another. Tests with one player never show it; two players see money move that they never played.",
    situations: ['together', ...afterwards],
  }),
  must('CON-04', {
    section: '6',
    source: unwritten(
      'no wallet may answer with a balance that it never had; the specification shows one call at a time',
    ),
    title: 'gives simultaneous callbacks answers that some serial order explains',
    why: 'The sums may be right in the end, yet games have shown balances that never existed: players stop a game or bet on because of them, and the logs cannot settle the dispute.',
    situations: ['together'],
    codes: [...answersOfABurst, ...moneyOfABurst],
  }),
  must('CON-05', {
    section: '6',
    source: written(
      'When new: check that the balance covers the bet; debit bet; credit win; store the transaction; return the new balance.',
    ),
    title: 'adds simultaneous bets and wins up exactly',
    why: 'A win overwritten by a bet of the same moment is gone for good: both calls were answered with success, so nobody retries, and only the player notices.',
    situations: ['together', ...afterwards],
  }),
  must('CON-06', {
    section: '6',
    source: written(
      'When new: check that the balance covers the bet; debit bet; credit win; store the transaction; return the new balance.',
    ),
    title: 'loses no bet to whatever else writes the same player',
    why: 'A getBalance that saves free-spin progress, a session that keeps the last balance, a changed username: whoever writes a whole row back erases the bet that came in between. The money is there again.',
    situations: ['together', ...afterwards],
  }),
  must('CON-07', {
    section: '3',
    source: written('transaction_id found, not yet rolled back'),
    title: 'keeps the state of a transaction that is raced',
    why: 'A bet and its rollback arrive together when the connection is bad. If the one forgets what the other stored, the retry that follows seconds later moves the money a second time.',
    situations: ['together', ...repeats, ...afterwards],
    codes: [...moneyOfABurst, ...moneyOfARepeat],
  }),
  must('CON-08', {
    section: '3',
    source: unwritten(
      'no wallet may show the money between the two halves of one transaction; the specification shows one call at a time',
    ),
    title: 'never shows half of a transaction',
    why: 'Debit and credit apart, a balance asked for in between lacks the win. The game shows it, takes the next bet for uncovered, and the player swears that money was gone.',
    situations: ['together', ...afterwards],
  }),
  must('CON-09', {
    section: '2',
    source: written('unique per player; does not change over time; used by the platform to identify the player'),
    title: 'keeps the players of one game round apart',
    why: 'In a crash game hundreds of players share one game_round_id. Where the round decides whose money moves, the first to join pays for all, or is paid for all.',
    situations: ['together', 'bet', 'win', 'rollback-of-bet', ...afterwards],
  }),
  observe('CON-10', {
    section: '6',
    source: unwritten(
      'the specification does not say how long a call may wait for those of other players, and one lock for all is felt once there are many',
    ),
    title: 'lets the calls of a player wait for that player only',
    why: 'One lock around all wallets is right with ten players and a queue of seconds with ten thousand: one player with autoplay is felt by everybody.',
    situations: ['together'],
    codes: ['players-wait-for-each-other'],
  }),
];

// Mixed-up accounts show in the getBalance of the other one; what the first one's own answer
// shows is charged to the requirement about that money.

/** ISO: players, currencies and sessions (section 2). */
export const isolation: readonly Requirement[] = [
  must('ISO-01', {
    section: '2',
    source: written('unique per player; does not change over time; used by the platform to identify the player'),
    title: 'keeps the money of two players apart',
    why: "With one purse under two accounts a player stakes a stranger's deposit. It comes out when the owner withdraws, and by then the money is lost in play.",
    situations: afterwards,
  }),
  must('ISO-02', {
    section: '2',
    source: written('Current amount of the player in one currency (float).'),
    title: 'keeps two currencies of a player apart',
    why: 'A win of 1000 JPY credited to the EUR purse makes a thousand euros of about six, and such a balance is withdrawn within the hour.',
    situations: afterwards,
  }),
  must('ISO-03', {
    section: '2',
    source: written('Current amount of the player in one currency (float).'),
    title: 'shows one balance in two sessions of a player',
    why: 'Players open two games at once. With a balance copied into each session the same money is staked in both, and the session that closes last erases what the other won.',
    situations: afterwards,
  }),
  should('ISO-04', {
    section: '2',
    source: written('display name only; may be shared by several players'),
    title: 'knows players by player_id, not by player_username',
    why: 'Display names are neither unique nor lasting. Keyed on them, two namesakes spend one wallet, and a player who changes the name finds the balance gone.',
    situations: afterwards,
  }),
];
