import type { FindingCode } from '../finding.ts';
import type { Requirement } from '../requirement.ts';
import { afterwards, must, newBet, observe, rollbacks, should } from '../requirement.ts';

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
    title: 'answers content.balance as a JSON number',
    why: 'Decimal libraries print text. A platform that needs a number reads "100.50" as nothing or as zero: games refuse to start, or tell a player with money that there is none.',
    judgedBy: 'every-answer',
    situations: [],
    codes: ['balance-not-a-number', 'balance-missing', 'answer-not-json'],
  }),
  must('BAL-02', {
    section: '6',
    title: 'moves no money on getBalance',
    why: 'getBalance comes at launch and every few seconds of play. A fee or bonus booked in it repeats thousands of times a day, and no transaction on either side explains it.',
    situations: ['balance'],
  }),
  must('BAL-03', {
    section: '6',
    title: 'shows the balance of now, not a cached one',
    why: 'Behind a cache the player bets money that is already staked and is refused in the middle of a game, or does not see a win, believes it unpaid, and opens a dispute.',
    situations: ['balance'],
  }),
  must('BAL-04', {
    section: '6',
    title: 'answers getBalance in the same way with and without freespins',
    why: 'The answer with freespins is rarely tested. When its shape differs, the game fails to load for exactly those players whom a promotion was paid to bring in.',
    situations: ['balance-with-freespins'],
    codes: [...otherShape, 'refused-valid', 'stale-balance', 'wrong-balance'],
  }),
  should('BAL-05', {
    section: '7',
    title: 'refuses getBalance for an unknown player with player_not_found',
    why: 'An agent that invents a wallet, or answers 0, hides a wrong environment or a deleted account: play goes on for somebody who cannot be billed and whom support cannot find.',
    situations: ['unknown-player'],
    codes: ['accepted-unknown-account', 'unrecommended-code'],
  }),
  should('BAL-06', {
    section: '6',
    title: 'answers with a JSON content type',
    why: 'HTTP clients decide by the type whether to parse. Under text/html a good answer may pass for an error page: the platform cancels a bet that the agent has debited.',
    judgedBy: 'every-answer',
    situations: [],
    codes: ['not-json-content-type'],
  }),
  should('BAL-07', {
    section: '7',
    title: 'refuses a currency that the player does not have with invalid_currency',
    why: 'Answering with another purse, or with 0, lets a game start in a currency that the player lacks; a stake of 100 JPY may then be debited as 100 EUR.',
    situations: ['unknown-currency'],
    codes: ['accepted-unknown-account', 'unrecommended-code', 'observed'],
  }),
  should('BAL-08', {
    section: '2',
    title: 'writes no more digits of a balance than the currency has',
    why: '0.30000000000000004 betrays binary floats in the wallet. One side rounds, the other does not, and the two ledgers drift apart by cents until nobody can reconcile them.',
    judgedBy: 'every-answer',
    situations: [],
    codes: ['too-many-digits'],
  }),
  must('BAL-09', {
    section: '2',
    title: "never shows one player another's money",
    why: 'An id matched by its beginning, or the player of the call before left in a variable, shows a stranger what somebody else has, and the next bet takes it: a breach of privacy first, of the wallet next.',
    situations: ['unknown-player', 'balance'],
    codes: ['another-players-balance', 'observed'],
  }),
];

/** BET: makeBet (sections 3 and 6). */
export const bets: readonly Requirement[] = [
  must('BET-01', {
    section: '6',
    title: 'debits the bet',
    why: "Every such round is played at the agent's cost: the platform counts the stake as revenue and bills it, while the player's wallet never went down.",
    situations: ['bet', ...afterwards],
  }),
  must('BET-02', {
    section: '6',
    title: 'debits the bet and credits the win of one makeBet',
    why: "Instant games send stake and result in one call. Code that branches into either bet or win does half: the player's win vanishes, or the stake is never taken.",
    situations: ['bet-and-win', ...afterwards],
  }),
  must('BET-03', {
    section: '6',
    title: 'credits a win that comes without a bet',
    why: 'Jackpots, bonus rounds and late settlements come with bet 0. An agent that sees nothing to do there swallows the largest wins, and as it answers success, nobody retries.',
    situations: ['win', ...afterwards],
  }),
  must('BET-04', {
    section: '6',
    title: 'accepts bet 0 with win 0, and moves nothing',
    why: 'Games close a losing round with such a call. An agent that demands a positive amount answers an error, and the platform voids a round in which all was well.',
    situations: ['zero', ...afterwards],
  }),
  must('BET-05', {
    section: '6',
    title: 'accepts a bet equal to the whole balance',
    why: 'With > where >= belongs, a player who goes all in is told that funds are lacking while the screen shows them. It looks rigged, and the last coins can never be played.',
    situations: ['bet', ...afterwards],
  }),
  must('BET-06', {
    section: '3',
    title: 'refuses a bet above the balance, and moves nothing',
    why: 'It is credit that nobody granted: the player keeps what is won below zero, and leaves the account behind when it is lost. The platform bills the agent for the stake all the same.',
    situations: ['bet-above-balance', 'probe'],
  }),
  should('BET-07', {
    section: '7',
    title: 'refuses a bet above the balance with insufficient_balance',
    why: 'By this code the game offers a deposit. Any other looks like a fault: the platform retries and rolls back, and a player who would have paid in sees an error page.',
    situations: ['bet-above-balance'],
    codes: ['insufficient-balance-code'],
  }),
  must('BET-08', {
    section: '6',
    title: 'checks the bet against the balance before the win is credited',
    why: 'When the win is added first, a winning round pays its own stake: a player with an empty wallet keeps every win, and only the losing rounds are refused.',
    situations: ['bet-above-balance', 'probe'],
  }),
  must('BET-09', {
    section: '3',
    title: 'applies every transaction of one round',
    why: 'Side bets, re-spins and split hands share a round. An agent that keys on game_round_id books the first call and ignores the others: stakes go uncollected, wins unpaid.',
    situations: [...newBet, ...afterwards],
  }),
  must('BET-10', {
    section: '6',
    title: 'moves the same money whether round_finished is true or false',
    why: 'The flag tells of the round, not of money. An agent that waits for true debits nothing meanwhile, and a player can stake the same 100 in ten open rounds.',
    situations: [...newBet, ...afterwards],
  }),
  must('BET-11', {
    section: '2',
    title: 'keeps decimal amounts exact',
    why: 'In binary 0.1 + 0.2 is not 0.3. Over a million rounds the cents become a sum that finance cannot explain, and a bet of the whole balance fails by a hundredth of a cent.',
    situations: [...newBet, ...afterwards],
  }),
  must('BET-12', {
    section: '6',
    title: 'answers makeBet with the new balance',
    why: 'The game shows what this answer says. With the balance of before, a win looks unpaid until the next poll, or the player bets again on money that is gone.',
    situations: newBet,
  }),
  observe('BET-13', {
    section: '3',
    title: 'applies or refuses a refused transaction_id that comes again when there is money',
    why: 'After a deposit the platform may try the same id again, or take it for dead. Where the two sides differ, a stake is taken for a round that the platform has closed.',
    situations: ['refused-bet-again', ...afterwards],
  }),
  must('BET-14', {
    section: '6',
    title: 'applies a new transaction of a round that is finished',
    why: 'Re-spins, jackpots and corrections arrive after the last spin. An agent that closes the round to money refuses a win that the player has already seen on the screen.',
    situations: [...newBet, ...afterwards],
  }),
  must('BET-15', {
    section: '6',
    title: 'moves money in the currency of the callback only',
    why: 'A stake of 100 JPY taken from the EUR purse costs the player more than a hundred times what was bet, and a win of that kind costs the agent as much.',
    situations: [...newBet, ...afterwards],
  }),
  observe('BET-16', {
    section: '2',
    title: 'rounds, refuses or keeps amounts finer than the currency',
    why: 'Fractions of a cent come from conversions and shared jackpots. Where the sides round differently, each one leaves a remainder that the invoice has and the wallets have not.',
    situations: ['fine-amount', ...afterwards],
  }),
  should('BET-17', {
    section: '7',
    title: 'refuses a bet of an unknown player or in an unknown currency, and moves nothing',
    why: 'A bet booked on a wallet that was made up on the way is billed to the agent and owed by nobody; in a currency made up, it may be taken from the wrong purse.',
    situations: ['unknown-player', 'unknown-currency', 'probe'],
  }),
  must('BET-18', {
    section: '6',
    title: 'never answers success to a bet that it did not debit',
    why: 'Success tells the platform to play the round. An agent that keeps the id of a bet it refused, and takes the same id for a duplicate once there is money, gives rounds away, and pays their wins.',
    situations: ['refused-bet-again', 'probe', 'balance'],
    codes: ['free-bet'],
  }),
  must('BET-19', {
    section: '2',
    title: 'keeps large amounts exact',
    why: 'Rupiah, dong and jackpots have eight digits. Where a float of 32 bits or an overflowing whole number holds them, the balance is off by units, turns negative or stands still, for the richest players first.',
    situations: [...newBet, ...rollbacks, ...afterwards],
  }),
  should('BET-20', {
    section: '6',
    title: 'credits a win while the balance is below zero',
    why: 'A spent win that is rolled back leaves a debt. Where every makeBet is refused until it is paid, the very wins that would pay it are lost, and so are those of rounds that were staked before.',
    situations: ['win-below-zero', 'rollback-of-spent-win'],
    codes: ['win-refused-below-zero'],
  }),
];

/** FS: free spins (sections 2, 3 and 6). */
export const freeSpins: readonly Requirement[] = [
  must('FS-01', {
    section: '6',
    title: 'moves no money on the progress of a pack',
    why: 'Progress comes with every balance poll while a pack runs. An agent that books it charges or pays the same free spin over and over, for every player of the promotion.',
    situations: ['balance-with-freespins', ...afterwards],
  }),
  must('FS-02', {
    section: '3',
    title: 'never pays accumulated_win by itself',
    why: 'The win of a pack comes in a makeBet of its own. Paying accumulated_win too pays each promotion twice, and as it is a running total, paying it at each poll costs far more.',
    situations: ['balance-with-freespins', ...afterwards],
  }),
  must('FS-03', {
    section: '3',
    title: 'accepts the final notification of a pack, is_finish true',
    why: 'An error to the last notice leaves the pack open on the platform: the player has seen the win on the screen, and the makeBet that should pay it may never be sent.',
    situations: ['balance-with-freespins', ...afterwards],
  }),
  must('FS-04', {
    section: '3',
    title: 'credits the win of a pack when its makeBet comes after the end',
    why: 'The credit often comes once the pack looks done. An agent that has closed it on is_finish refuses or ignores the makeBet, and the player loses the win of the whole pack.',
    situations: ['win', ...afterwards],
  }),
  must('FS-05', {
    section: '6',
    title: 'credits the win of a pack once',
    why: 'The win of a pack is one large credit, and it is retried like any call. Paid twice it doubles the cost of the campaign, and no player reports it.',
    situations: ['duplicate', ...afterwards],
  }),
  must('FS-06', {
    section: '3',
    title: 'accepts a pack that won nothing and settles nothing',
    why: "Many packs win nothing, and then no makeBet follows. An agent that waits for one keeps the bonus open, and with it the player's next promotion or withdrawal blocked.",
    situations: ['balance-with-freespins', ...afterwards],
  }),
  must('FS-07', {
    section: '3',
    title: 'goes on without freespins after the end of a pack',
    why: 'The first poll after a pack has no freespins. Code that still expects them falls over, and a player fresh from a promotion cannot go on to play with real money.',
    situations: ['balance', 'probe', ...newBet],
  }),
  must('FS-08', {
    section: '3',
    title: 'applies ordinary bets between free spins',
    why: 'A player may stake real money while a pack runs. An agent that switches the whole player to a free mode lets those bets pass undebited, or refuses them until the pack ends.',
    situations: [...newBet, 'balance-with-freespins', ...afterwards],
  }),
  must('FS-09', {
    section: '6',
    title: 'rolls the win of a pack back',
    why: 'A campaign set up wrongly is corrected by rolling its wins back. An agent that books bonus wins elsewhere cannot undo them, and the wrong sums get withdrawn.',
    situations: [...rollbacks, ...afterwards],
  }),
  must('FS-10', {
    section: '3',
    title: 'handles two packs one after the other',
    why: 'State kept by player in place of by pack leaks: the second pack passes for finished or paid, and the player gets nothing for the spins that were granted.',
    situations: ['win', 'balance-with-freespins', ...afterwards],
  }),
];
