import type { Requirement } from '../requirement.ts';
import { afterwards, must, newBet, observe, rollbacks, should } from '../requirement.ts';

/** IDEM: the same makeBet more than once (sections 3 and 6). */
export const idempotency: readonly Requirement[] = [
  must('IDEM-01', {
    section: '6',
    title: 'applies a repeated makeBet once',
    why: "Every lost answer makes the platform send the call again. Without a lookup each network fault takes a player's stake twice, or pays a win twice out of the agent's pocket.",
    situations: ['duplicate', ...afterwards],
  }),
  must('IDEM-02', {
    section: '6',
    title: 'knows a duplicate by its transaction_id, not by its request_id',
    why: 'Platforms retry with a new request_id after a time-out; an agent that keys on it debits the player twice.',
    situations: ['duplicate', ...afterwards],
  }),
  must('IDEM-03', {
    section: '3',
    title: 'answers a duplicate with the balance of now',
    why: 'An answer kept from the first time puts an old balance on the screen after other bets went through: the player stakes money that is gone, or misses a win and complains.',
    situations: ['duplicate'],
    codes: ['stale-balance'],
  }),
  must('IDEM-04', {
    section: '6',
    title: 'takes the same transaction_id with other amounts for a duplicate',
    why: 'If other amounts make it new, one known id is a coupon for as many credits as there are amounts, and a retry that was rounded differently takes the stake again.',
    situations: ['duplicate', ...afterwards],
  }),
  must('IDEM-05', {
    section: '6',
    title: 'knows a duplicate that comes in another session of the player',
    why: 'After a reconnect the platform repeats the call from the new session. An agent that searches only within the session finds nothing and takes the stake again.',
    situations: ['duplicate', ...afterwards],
  }),
  must('IDEM-06', {
    section: '6',
    title: 'applies simultaneous duplicates once',
    why: 'A time-out at a proxy brings the retry while the first call still runs. Look up, then insert lets both through: players are debited twice, mostly on the busiest evenings.',
    situations: ['together', ...afterwards],
  }),
  must('IDEM-07', {
    section: '6',
    title: 'remembers a transaction after many others, and after a while',
    why: 'Retry queues drain after minutes or hours. With a small cache of ids, or one that expires, the backlog of an outage is debited and paid out a second time, all at once.',
    situations: ['duplicate', ...afterwards],
  }),
  must('IDEM-08', {
    section: '3',
    title: 'answers a duplicate with success, not with an error',
    why: 'An error says that the bet did not happen. The platform voids the round or retries without end, while the agent has the stake: the player paid for a game that was struck out.',
    situations: ['duplicate', 'rolled-back-bet-again'],
    codes: ['duplicate-refused'],
  }),
  must('IDEM-09', {
    section: '6',
    title: 'remembers a transaction across a restart of itself',
    why: 'A deployment cuts answers off, and just those calls come again to the new process. With ids kept in memory every release debits the open bets twice and pays the open wins twice.',
    situations: ['duplicate', ...afterwards],
  }),
  must('IDEM-10', {
    section: '6',
    title: 'credits a repeated win once, of a win-only makeBet and of a free-spin pack',
    why: 'A double debit brings a complaint, a double credit never does. Agents that guard only the debit pay free-spin wins and jackpots twice, and learn of it from the invoice.',
    situations: ['duplicate', ...afterwards],
  }),
  observe('IDEM-11', {
    section: '2',
    title: "moves no money for another player's transaction_id, or takes it for a new one",
    why: 'One transaction belongs to one player. Where the same id moves money for two, the second has lost or won something that the platform never booked and cannot cancel.',
    situations: ['foreign-duplicate', ...afterwards],
  }),
  must('IDEM-12', {
    section: '6',
    title: 'applies a makeBet once whose first answer was lost',
    why: 'The usual retry: the wallet has worked, its answer got lost. An agent that notes the id only once the answer is delivered moves the same money again with each retry.',
    situations: ['duplicate', ...afterwards],
  }),
  must('IDEM-13', {
    section: '2',
    title: 'takes transaction_ids for different that are different',
    why: 'Ids are compared by whatever the database does: without case, as numbers, cut to its column. Then a bet passes for a repeat of another one, is answered with success, and never debited.',
    situations: [...newBet, ...rollbacks, ...afterwards],
    codes: ['taken-for-another', 'forms-taken-for-one', 'wrong-amounts-rolled-back', 'observed'],
  }),
  must('IDEM-14', {
    section: '6',
    title: 'knows a duplicate whatever else in it changed',
    why: 'A retry after a reconnect has another session, after a correction another round, after a rename another username. An agent whose key holds more than transaction_id takes the stake again.',
    situations: ['duplicate', ...afterwards],
  }),
  must('IDEM-15', {
    section: '6',
    title: 'remembers a transaction that moved nothing',
    why: 'A losing free round comes as 0 and 0. An agent that stores only what moved money takes the same id for new later, and pays or debits what the platform books as a repeat.',
    situations: ['duplicate', ...afterwards],
  }),
  must('IDEM-16', {
    section: '6',
    title: 'answers a duplicate whatever happened since',
    why: 'A retry comes when it comes. Where funds or the round are checked before the id is looked up, a player who has lost meanwhile turns an accepted bet into an error, and the platform cancels it.',
    situations: ['duplicate', ...afterwards],
    codes: ['duplicate-refused', 'duplicate-applied', 'double-application', 'wrong-balance'],
  }),
  must('IDEM-17', {
    section: '6',
    title: 'remembers a transaction long',
    why: 'An outage of minutes brings hundreds of calls again at its end. Ids kept in a cache of a hundred, or for five seconds, are gone by then: the whole backlog is debited and paid twice.',
    situations: ['duplicate', ...afterwards],
  }),
];

/** RB: rollback (sections 3 and 6). */
export const rollback: readonly Requirement[] = [
  must('RB-01', {
    section: '6',
    title: 'refunds the bet of a transaction that is rolled back',
    why: "A cancelled bet never happened. A stake that stays debited is the player's money kept for no game: the platform has struck the round out, so no invoice will correct it.",
    situations: ['rollback-of-bet', ...afterwards],
  }),
  must('RB-02', {
    section: '6',
    title: 'refunds the bet and takes the win back',
    why: 'Refunding the bet alone makes a gift of every cancelled winning round: a player who can provoke disconnects gets the stake back and keeps the win.',
    situations: ['rollback-of-bet-and-win', ...afterwards],
  }),
  must('RB-03', {
    section: '6',
    title: 'takes the win of a win-only transaction back',
    why: 'A jackpot paid in error is taken back as a rollback without a bet. An agent that only knows refunds leaves the wrong win in the wallet, ready to be withdrawn.',
    situations: ['rollback-of-win', ...afterwards],
  }),
  must('RB-04', {
    section: '3',
    title: 'rolls a transaction back once, however often the rollback comes',
    why: 'Rollbacks are retried more stubbornly than bets. Without a mark on the transaction each repeat refunds again: five retries make 50 out of a stake of 10.',
    situations: ['rollback-again', ...afterwards],
  }),
  must('RB-05', {
    section: '3',
    title: 'changes nothing on the rollback of an unknown transaction',
    why: "A platform cancels whatever it is unsure of, also bets that never arrived. Refunding on suspicion, say the player's latest bet, pays out money that was never staked.",
    situations: ['rollback-unknown', ...afterwards],
  }),
  must('RB-06', {
    section: '3',
    title: 'applies simultaneous rollbacks of one transaction once',
    why: 'Several workers of a platform may cancel one timed-out bet at the same moment. Find, refund, then mark lets each of them pay the stake back.',
    situations: ['together', ...afterwards],
  }),
  must('RB-07', {
    section: '6',
    title: 'does not make a bet again that was rolled back',
    why: 'A delayed copy of a bet can arrive after its rollback. An agent that deleted the row takes it for new, and debits a round that the platform has struck out for good.',
    situations: ['rolled-back-bet-again', ...afterwards],
  }),
  observe('RB-08', {
    section: '3',
    title: 'applies or ignores a makeBet that comes after its own rollback',
    why: 'Networks reorder, and a cancel can overtake its bet. If the late bet is then debited, the player pays for a void round, and no further rollback will come.',
    situations: ['late-bet', ...afterwards],
  }),
  must('RB-09', {
    section: '3',
    title: 'changes nothing on the rollback of a bet that was refused',
    why: 'A platform that missed the refusal cancels to be safe. Refunding a stake that was never taken makes a bet above the balance a way to print money.',
    situations: ['rollback-of-refused', ...afterwards],
  }),
  must('RB-10', {
    section: '6',
    title: 'rolls back only the named transaction of a round',
    why: 'Of ten bets in a round one may fail. An agent that cancels by game_round_id gives nine rightly lost stakes back, or takes rightly paid wins away.',
    situations: [...rollbacks, ...afterwards],
  }),
  must('RB-11', {
    section: '6',
    title: 'rolls a transaction back after its round is finished',
    why: "Faults are often found once a round is closed. An agent that holds finished rounds for final keeps the stake of a void bet, while the platform's books say it was returned.",
    situations: [...rollbacks, ...afterwards],
  }),
  should('RB-12', {
    section: '2',
    title: "moves nobody's money when a player's rollback names another's transaction",
    why: "An agent that refunds whoever the rollback names pays one player another's stake; the owner stays debited, and two accounts have to be put right by hand.",
    situations: ['foreign-rollback', ...afterwards],
  }),
  observe('RB-13', {
    section: '6',
    title: 'goes below zero, or refuses, when a rolled-back win is already spent',
    why: 'The win may be spent or withdrawn by then. Clamping at zero forgives the rest in silence and the agent pays it; a negative balance or a refusal leaves something to collect.',
    situations: ['rollback-of-spent-win', ...afterwards],
  }),
  must('RB-14', {
    section: '6',
    title: 'rolls back the amounts that it recorded first',
    why: 'Where a repeat overwrites the stored amounts, the refund is what was never staked: debit 1, repeat with 100, cancel, and the player is 99 richer.',
    situations: [...rollbacks, ...afterwards],
    codes: ['wrong-amounts-rolled-back', 'wrong-balance'],
  }),
  must('RB-15', {
    section: '3',
    title: 'ends consistent when a bet and its rollback arrive together',
    why: 'A platform that gives up waiting cancels while the bet still runs. Half done both, the stake is debited and its transaction marked cancelled: nothing will ever give it back.',
    situations: ['together', ...afterwards],
  }),
  should('RB-16', {
    section: '6',
    title: 'accepts a rollback that comes in another session of the player',
    why: 'Players reconnect, and the cancel then names the new session. An agent that searches within the session finds nothing, answers success, and keeps the stake.',
    situations: [...rollbacks, ...afterwards],
    codes: ['refused-valid', 'rollback-not-applied', 'foreign-money-moved'],
  }),
  must('RB-17', {
    section: '6',
    title: 'rolls a transaction back in its own currency',
    why: 'A refund booked on the main purse turns 100 JPY into 100 EUR, and the purse that was debited stays short: two errors of one call, in two currencies.',
    situations: [...rollbacks, 'rollback-in-other-currency', ...afterwards],
  }),
  must('RB-18', {
    section: '3',
    title: 'finds a transaction for its rollback later, and once only',
    why: 'Cancellations are decided by people or by nightly jobs. An agent that has forgotten the bet answers success and keeps the stake; one that has forgotten the rollback refunds it again.',
    situations: [...rollbacks, 'rollback-again', ...afterwards],
  }),
];
