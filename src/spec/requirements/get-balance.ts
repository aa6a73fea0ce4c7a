import type { FindingCode } from '../finding.ts';
import { must, type Requirement, should, unwritten, written } from '../requirement.ts';

// Broken on every getBalance these are BAL-01's alone; here they are BAL-04's too.
const otherShape: readonly FindingCode[] = [
  'balance-missing',
  'balance-not-a-number',
  'answer-not-json',
  'error-with-balance',
];

/** BAL: getBalance (section 6). */
export const balance: readonly Requirement[] = [
  must('BAL-01', {
    section: '6',
    source: written('Answer: content.balance (float, required), the current balance in the given currency.'),
    title: 'answers content.balance as a JSON number',
    why: 'Decimal libraries print text. A platform that needs a number reads "100.50" as nothing or as zero: games refuse to start, or tell a player with money that there is none.',
    judgedBy: 'every-answer',
    situations: [],
    codes: ['balance-not-a-number', 'balance-missing', 'answer-not-json'],
  }),
  must('BAL-02', {
    section: '6',
    source: written("A change of the player's balance, identified by transaction_id (string, unique).", '2'),
    title: 'moves no money on getBalance',
    why: 'getBalance comes at launch and every few seconds of play. A fee or bonus booked in it repeats thousands of times a day, and no transaction on either side explains it.',
    situations: ['balance'],
  }),
  must('BAL-03', {
    section: '6',
    source: written('Answer: content.balance (float, required), the current balance in the given currency.'),
    title: 'shows the current balance, not a cached one',
    why: 'Behind a cache the player bets money that is already staked and is refused in the middle of a game, or does not see a win, believes it unpaid, and opens a dispute.',
    situations: ['balance'],
  }),
  must('BAL-04', {
    section: '6',
    source: written('The answer format does not change when freespins is present'),
    title: 'answers getBalance in the same way with and without freespins',
    why: 'The answer with freespins is rarely tested. When its shape differs, the game fails to load for exactly those players whom a promotion was paid to bring in.',
    situations: ['balance-with-freespins'],
    codes: [...otherShape, 'refused-valid', 'stale-balance', 'wrong-balance', 'fields-with-freespins'],
  }),
  should('BAL-05', {
    section: '7',
    source: written('player_not_found: player not found'),
    title: 'refuses getBalance for an unknown player with player_not_found',
    why: 'An agent that invents a wallet, or answers 0, hides a wrong environment or a deleted account: play goes on for somebody who cannot be billed and whom support cannot find.',
    situations: ['unknown-player'],
    codes: ['accepted-unknown-account', 'unrecommended-code'],
  }),
  should('BAL-06', {
    section: '6',
    source: unwritten(
      'no client should have to guess what it was sent; the specification asks for JSON and names no type of the answer',
    ),
    title: 'answers with a JSON content type',
    why: 'HTTP clients decide by the type whether to parse. Under text/html a good answer may pass for an error page: the platform cancels a bet that the agent has debited.',
    judgedBy: 'every-answer',
    situations: [],
    codes: ['not-json-content-type'],
  }),
  should('BAL-07', {
    section: '7',
    source: written('invalid_currency: currency invalid'),
    title: 'refuses a currency that the player does not have with invalid_currency',
    why: 'Answering with another purse, or with 0, lets a game start in a currency that the player lacks; a stake of 100 JPY may then be debited as 100 EUR.',
    situations: ['unknown-currency'],
    codes: ['accepted-unknown-account', 'unrecommended-code', 'observed'],
  }),
  should('BAL-08', {
    section: '2',
    source: unwritten(
      'no wallet should show fractions that it cannot pay out; the specification leaves the precision of amounts open',
    ),
    title: 'writes no more digits of a balance than the currency has',
    why: '0.30000000000000004 betrays binary floats in the wallet. One side rounds, the other does not, and the two ledgers drift apart by cents until nobody can reconcile them.',
    judgedBy: 'every-answer',
    situations: [],
    codes: ['too-many-digits'],
  }),
  must('BAL-09', {
    section: '2',
    source: written('Current amount of the player in one currency (float).'),
    title: "never shows one player another's money",
    why: 'An id matched by its beginning, or the player of the call before left in a variable, shows a stranger what somebody else has, and the next bet takes it: a breach of privacy first, of the wallet next.',
    situations: ['unknown-player', 'balance'],
    codes: ['another-players-balance', 'foreign-money-moved', 'money-at-risk', 'observed'],
  }),
];
