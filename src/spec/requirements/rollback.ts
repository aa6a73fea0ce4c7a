import { afterwards, must, observe, type Requirement, rollbacks, should, unwritten, written } from '../requirement.ts';

/** RB: rollback (sections 3 and 6). */
export const rollback: readonly Requirement[] = [
  must('RB-01', {
    section: '6',
    source: written(
      'When found: refund the bet, revert the win, update the balance, mark the transaction rolled back, return the new balance.',
    ),
    title: 'refunds the bet of a transaction that is rolled back',
    why: "A cancelled bet never happened. A stake that stays debited is the player's money kept for no game: the platform has struck the round out, so no invoice will correct it.",
    situations: ['rollback-of-bet', ...afterwards],
  }),
  must('RB-02', {
    section: '6',
    source: written(
      'When found: refund the bet, revert the win, update the balance, mark the transaction rolled back, return the new balance.',
    ),
    title: 'refunds the bet and takes the win back',
    why: 'Refunding the bet alone makes a gift of every cancelled winning round: a player who can provoke disconnects gets the stake back and keeps the win.',
    situations: ['rollback-of-bet-and-win', ...afterwards],
  }),
  must('RB-03', {
    section: '6',
    source: written(
      'When found: refund the bet, revert the win, update the balance, mark the transaction rolled back, return the new balance.',
    ),
    title: 'takes the win of a win-only transaction back',
    why: 'A jackpot paid in error is taken back as a rollback without a bet. An agent that only knows refunds leaves the wrong win in the wallet, ready to be withdrawn.',
    situations: ['rollback-of-win', ...afterwards],
  }),
  must('RB-04', {
    section: '3',
    source: written('When it is not found or already rolled back, return the current balance with no change.', '6'),
    title: 'rolls a transaction back once, however often the rollback comes',
    why: 'Rollbacks are retried more stubbornly than bets. Without a mark on the transaction each repeat refunds again: five retries make 50 out of a stake of 10.',
    situations: ['rollback-again', ...afterwards],
  }),
  must('RB-05', {
    section: '3',
    source: written('When it is not found or already rolled back, return the current balance with no change.', '6'),
    title: 'changes nothing on the rollback of an unknown transaction',
    why: "A platform cancels whatever it is unsure of, also bets that never arrived. Refunding on suspicion, say the player's latest bet, pays out money that was never staked.",
    situations: ['rollback-unknown', ...afterwards],
  }),
  must('RB-06', {
    section: '3',
    source: written('When it is not found or already rolled back, return the current balance with no change.', '6'),
    title: 'applies simultaneous rollbacks of one transaction once',
    why: 'Several workers of a platform may cancel one timed-out bet at the same moment. Find, refund, then mark lets each of them pay the stake back.',
    situations: ['together', ...afterwards],
  }),
  must('RB-07', {
    section: '6',
    source: written('A duplicate never debits again; it returns the current balance unchanged.'),
    title: 'does not make a bet again that was rolled back',
    why: 'A delayed copy of a bet can arrive after its rollback. An agent that deleted the row takes it for new, and debits a round that the platform has struck out for good.',
    situations: ['rolled-back-bet-again', ...afterwards],
  }),
  observe('RB-08', {
    section: '3',
    source: unwritten(
      'the specification shows no makeBet that comes after its own rollback, and no rollback follows that would return its stake',
    ),
    title: 'applies or ignores a makeBet that comes after its own rollback',
    why: 'Networks reorder, and a cancel can overtake its bet. If the late bet is then debited, the player pays for a void round, and no further rollback will come.',
    situations: ['late-bet', ...afterwards],
  }),
  must('RB-09', {
    section: '3',
    source: unwritten(
      'no wallet may refund a stake that it never took; the specification does not show the state of a bet that was refused',
    ),
    title: 'changes nothing on the rollback of a bet that was refused',
    why: 'A platform that missed the refusal cancels to be safe. Refunding a stake that was never taken makes a bet above the balance a way to print money.',
    situations: ['rollback-of-refused', ...afterwards],
  }),
  must('RB-10', {
    section: '6',
    source: written('Find the transaction by transaction_id.'),
    title: 'rolls back only the named transaction of a round',
    why: 'Of ten bets in a round one may fail. An agent that cancels by game_round_id gives back nine stakes that were lost, or takes away wins that were paid correctly.',
    situations: [...rollbacks, ...afterwards],
  }),
  must('RB-11', {
    section: '6',
    source: written(
      'When found: refund the bet, revert the win, update the balance, mark the transaction rolled back, return the new balance.',
    ),
    title: 'rolls a transaction back after its round is finished',
    why: "Faults are often found once a round is closed. An agent that holds finished rounds for final keeps the stake of a void bet, while the platform's books say it was returned.",
    situations: [...rollbacks, ...afterwards],
  }),
  should('RB-12', {
    section: '2',
    source: unwritten(
      "no wallet should move the money of one player on the call of another; the specification shows rollbacks of the player's own transactions only",
    ),
    title: "moves no money of the player whose rollback names another's transaction",
    why: "An agent that refunds whoever the rollback names pays one player another's stake; the owner stays debited, and two accounts have to be put right by hand.",
    situations: ['foreign-rollback', ...afterwards],
  }),
  observe('RB-13', {
    section: '6',
    source: unwritten(
      'the specification leaves the sign of a balance open, and a win that is forgiven at zero is money from nowhere',
    ),
    title: 'goes below zero, or refuses, when a rolled-back win is already spent',
    why: 'The win may be spent or withdrawn by then. Clamping at zero forgives the rest in silence and the agent pays it; a negative balance or a refusal leaves something to collect.',
    situations: ['rollback-of-spent-win', ...afterwards],
  }),
  must('RB-14', {
    section: '6',
    source: written(
      'When found: refund the bet, revert the win, update the balance, mark the transaction rolled back, return the new balance.',
    ),
    title: 'rolls back the amounts that it recorded first',
    why: 'Where a repeat overwrites the stored amounts, the refund is what was never staked: debit 1, repeat with 100, cancel, and the player is 99 richer.',
    situations: [...rollbacks, ...afterwards],
    codes: ['wrong-amounts-rolled-back', 'wrong-balance'],
  }),
  must('RB-15', {
    section: '3',
    source: written(
      'bet refunded, win reverted, balance updated, transaction marked rolled back, new balance returned',
    ),
    title: 'ends consistent when a bet and its rollback arrive together',
    why: 'A platform that gives up waiting cancels while the bet still runs. Half done both, the stake is debited and its transaction marked cancelled: nothing will ever give it back.',
    situations: ['together', ...afterwards],
  }),
  should('RB-16', {
    section: '6',
    source: written('Find the transaction by transaction_id.'),
    title: 'accepts a rollback that comes in another session of the player',
    why: 'Players reconnect, and the cancel then names the new session. An agent that searches within the session finds nothing, answers success, and keeps the stake.',
    situations: [...rollbacks, ...afterwards],
    codes: ['refused-valid', 'rollback-not-applied', 'foreign-money-moved'],
  }),
  must('RB-17', {
    section: '6',
    source: written(
      'When found: refund the bet, revert the win, update the balance, mark the transaction rolled back, return the new balance.',
    ),
    title: 'rolls a transaction back in its own currency',
    why: 'A refund booked on the main purse turns 100 JPY into 100 EUR, and the purse that was debited stays short: two errors of one call, in two currencies.',
    situations: [...rollbacks, 'rollback-in-other-currency', ...afterwards],
  }),
  must('RB-18', {
    section: '3',
    source: written('Store every processed transaction_id and check it before processing.', '6'),
    title: 'finds a transaction for its rollback later, and once only',
    why: 'Cancellations are decided by people or by nightly jobs. An agent that has forgotten the bet answers success and keeps the stake; one that has forgotten the rollback refunds it again.',
    situations: [...rollbacks, 'rollback-again', ...afterwards],
  }),
  must('RB-19', {
    section: '6',
    source: written(
      'When found: refund the bet, revert the win, update the balance, mark the transaction rolled back, return the new balance.',
    ),
    title: 'applies a rollback once that was under way when it was killed',
    why: 'The platform sends a rollback until it is confirmed, and believes it then. Marked in one commit and refunded in another, a rollback that a kill has cut in two is confirmed and never paid.',
    situations: [...rollbacks, 'rollback-again', ...afterwards],
    calls: / \(after the kill\)/,
  }),
];
