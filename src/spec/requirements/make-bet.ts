import {
  afterwards,
  must,
  newBet,
  observe,
  type Requirement,
  rollbacks,
  should,
  unwritten,
  written,
} from '../requirement.ts';

/** BET: makeBet (sections 3 and 6). */
export const bets: readonly Requirement[] = [
  must('BET-01', {
    section: '6',
    source: written(
      'When new: check that the balance covers the bet; debit bet; credit win; store the transaction; return the new balance.',
    ),
    title: 'debits the bet',
    why: "Every such round is played at the agent's cost: the platform counts the stake as revenue and bills it, while the player's wallet never went down.",
    situations: ['bet', ...afterwards],
  }),
  must('BET-02', {
    section: '6',
    source: written(
      'When new: check that the balance covers the bet; debit bet; credit win; store the transaction; return the new balance.',
    ),
    title: 'debits the bet and credits the win of one makeBet',
    why: "Instant games send stake and result in one call. Code that branches into either bet or win does half: the player's win vanishes, or the stake is never taken.",
    situations: ['bet-and-win', ...afterwards],
  }),
  must('BET-03', {
    section: '6',
    source: written(
      'When new: check that the balance covers the bet; debit bet; credit win; store the transaction; return the new balance.',
    ),
    title: 'credits a win that comes without a bet',
    why: 'Jackpots, bonus rounds and late settlements come with bet 0. An agent that sees nothing to do there swallows the largest wins, and as it answers success, nobody retries.',
    situations: ['win', ...afterwards],
  }),
  must('BET-04', {
    section: '6',
    source: written(
      'When new: check that the balance covers the bet; debit bet; credit win; store the transaction; return the new balance.',
    ),
    title: 'accepts bet 0 with win 0, and moves nothing',
    why: 'Games close a losing round with such a call. An agent that demands a positive amount answers an error, and the platform voids a round in which all was well.',
    situations: ['zero', ...afterwards],
  }),
  must('BET-05', {
    section: '6',
    source: written(
      'When new: check that the balance covers the bet; debit bet; credit win; store the transaction; return the new balance.',
    ),
    title: 'accepts a bet equal to the whole balance',
    why: 'With > where >= belongs, a player who goes all in is told that funds are lacking while the screen shows them. It looks rigged, and the last coins can never be played.',
    situations: ['bet', ...afterwards],
  }),
  must('BET-06', {
    section: '3',
    source: written('Insufficient balance on a new makeBet: the agent answers with an error'),
    title: 'refuses a bet above the balance, and moves nothing',
    why: 'It is credit that nobody granted: the player keeps what is won below zero, and leaves the account behind when it is lost. The platform bills the agent for the stake all the same.',
    situations: ['bet-above-balance', 'probe'],
  }),
  should('BET-07', {
    section: '7',
    source: written('insufficient_balance: not enough funds for the bet'),
    title: 'refuses a bet above the balance with insufficient_balance',
    why: 'By this code the game offers a deposit. Any other looks like a fault: the platform retries and rolls back, and a player who would have paid in sees an error page.',
    situations: ['bet-above-balance'],
    codes: ['insufficient-balance-code'],
  }),
  must('BET-08', {
    section: '6',
    source: written(
      'When new: check that the balance covers the bet; debit bet; credit win; store the transaction; return the new balance.',
    ),
    title: 'checks the bet against the balance before the win is credited',
    why: 'When the win is added first, a winning round pays its own stake: a player with an empty wallet keeps every win, and only the losing rounds are refused.',
    situations: ['bet-above-balance', 'probe'],
  }),
  must('BET-09', {
    section: '3',
    source: written('bet debited, win credited, transaction stored, new balance returned'),
    title: 'applies every transaction of one round',
    why: 'Side bets, re-spins and split hands share a round. An agent that keys on game_round_id books the first call and ignores the others: stakes go uncollected, wins unpaid.',
    situations: [...newBet, ...afterwards],
  }),
  must('BET-10', {
    section: '6',
    source: written(
      'When new: check that the balance covers the bet; debit bet; credit win; store the transaction; return the new balance.',
    ),
    title: 'moves the same money whether round_finished is true or false',
    why: 'The flag tells of the round, not of money. An agent that waits for true debits nothing meanwhile, and a player can stake the same 100 in ten open rounds.',
    situations: [...newBet, ...afterwards],
  }),
  must('BET-11', {
    section: '2',
    source: written('It must stay synchronized between the agent and the platform.'),
    title: 'keeps decimal amounts exact',
    why: 'In binary 0.1 + 0.2 is not 0.3. Over a million rounds the cents become a sum that finance cannot explain, and a bet of the whole balance fails by a hundredth of a cent.',
    situations: [...newBet, ...afterwards],
  }),
  must('BET-12', {
    section: '6',
    source: written(
      'When new: check that the balance covers the bet; debit bet; credit win; store the transaction; return the new balance.',
    ),
    title: 'answers makeBet with the new balance',
    why: 'The game shows what this answer says. With the balance of before, a win looks unpaid until the next poll, or the player bets again on money that is gone.',
    situations: newBet,
  }),
  observe('BET-13', {
    section: '3',
    source: unwritten(
      'the specification does not show the state of a bet that was refused, and two sides that read it apart settle a round twice or never',
    ),
    title: 'applies or refuses a refused transaction_id that comes again when there is money',
    why: 'After a deposit the platform may try the same id again, or give it up. Where the two sides differ, a stake is debited for a round that the platform has closed.',
    situations: ['refused-bet-again', ...afterwards],
  }),
  must('BET-14', {
    section: '6',
    source: written('transaction_id not processed yet and balance sufficient for the bet', '3'),
    title: 'applies a new transaction of a round that is finished',
    why: 'Re-spins, jackpots and corrections arrive after the last spin. An agent that closes the round to money refuses a win that the player has already seen on the screen.',
    situations: [...newBet, ...afterwards],
  }),
  must('BET-15', {
    section: '6',
    source: written('Current amount of the player in one currency (float).', '2'),
    title: 'moves money in the currency of the callback only',
    why: 'A stake of 100 JPY taken from the EUR purse costs the player more than a hundred times what was bet, and a win of that kind costs the agent as much.',
    situations: [...newBet, ...afterwards],
  }),
  observe('BET-16', {
    section: '2',
    source: unwritten(
      'the specification leaves the precision of amounts open, and a remainder that one side rounds away is missing on the other',
    ),
    title: 'rounds, refuses or keeps amounts finer than the currency',
    why: 'Fractions of a cent come from conversions and shared jackpots. Where the sides round differently, each one leaves a remainder that the invoice has and the wallets have not.',
    situations: ['fine-amount', ...afterwards],
  }),
  should('BET-17', {
    section: '7',
    source: written('player_not_found: player not found'),
    title: 'refuses a bet of an unknown player or in an unknown currency, and moves nothing',
    why: 'A bet booked on a wallet that was made up on the way is billed to the agent and owed by nobody; in a currency made up, it may be taken from the wrong purse.',
    situations: ['unknown-player', 'unknown-currency', 'probe'],
  }),
  must('BET-18', {
    section: '6',
    source: unwritten(
      'no wallet may answer success to a stake that it never took; the specification does not show what becomes of a refused id',
    ),
    title: 'never answers success to a bet that it did not debit',
    why: 'Success tells the platform to play the round. An agent that keeps the id of a bet it refused, and takes the same id for a duplicate once there is money, gives rounds away, and pays their wins.',
    situations: ['refused-bet-again', 'probe', 'balance'],
    codes: ['free-bet'],
  }),
  must('BET-19', {
    section: '2',
    source: written('It must stay synchronized between the agent and the platform.'),
    title: 'keeps large amounts exact',
    why: 'Rupiah, dong and jackpots have eight digits. Where a float of 32 bits or an overflowing whole number holds them, the balance is off by units, turns negative or stands still, for the richest players first.',
    situations: [...newBet, ...rollbacks, ...afterwards],
  }),
  should('BET-20', {
    section: '6',
    source: unwritten(
      'no wallet should lose a win because of a debt; the specification does not say whether a balance below zero covers a bet of 0',
    ),
    title: 'credits a win while the balance is below zero',
    why: 'A spent win that is rolled back leaves a debt. Where every makeBet is refused until it is paid, the very wins that would pay it are lost, and so are those of rounds that were staked before.',
    situations: ['win-below-zero', 'rollback-of-spent-win'],
    codes: ['win-refused-below-zero'],
  }),
  observe('BET-21', {
    section: '2',
    source: unwritten(
      'the specification says float and leaves open how one is written; JSON has exponents, and zeros after the last decimal',
    ),
    title: 'reads or refuses amounts that are written with an exponent, or with zeros at their end',
    why: 'Another serialiser writes 100 as 1e2 or 1.5 as 1.500. An agent that reads digits by hand books 1 for the one and 6.50 for the other, and answers success.',
    situations: ['amount-written-otherwise', ...afterwards],
  }),
];
