/** On the balance: the ledger expected another one. */
export const moneyFindings = {
  'double-application': {
    weight: 'breach',
    byEffect: 'must-where-written',
    sentence: 'One transaction moved money more than once.',
    hint: 'Look up the transaction_id and store it, under a unique key, in the same database transaction that moves the money.',
  },
  'not-applied': {
    weight: 'breach',
    byEffect: 'must',
    sentence: 'A transaction that was answered with success moved no money.',
    hint: 'Apply every new transaction, also one with bet 0, in an unfinished round or in a known one, and commit debit and credit before the answer is sent.',
  },
  'bet-not-debited': {
    weight: 'breach',
    byEffect: 'must',
    sentence: 'The bet was not taken from the balance.',
    hint: 'Debit the bet of every new makeBet, also when it carries a win.',
  },
  'win-not-credited': {
    weight: 'breach',
    byEffect: 'must',
    sentence: 'The win was not added to the balance.',
    hint: 'Credit the win of every new makeBet, also when its bet is 0.',
  },
  'duplicate-applied': {
    weight: 'breach',
    byEffect: 'must-where-written',
    sentence: 'A repeated transaction_id moved money again.',
    hint: 'Decide by transaction_id alone whether a makeBet is new: not by request_id, amounts or session.',
  },
  'taken-for-another': {
    weight: 'breach',
    sentence: 'A transaction was treated as another one with a similar transaction_id.',
    hint: 'Store and compare transaction_id as text, whole, byte for byte: a binary collation, a column that is wide enough, no cast to a number.',
    breaks: 'IDEM-13',
  },
  'win-not-reverted': {
    weight: 'breach',
    byEffect: 'must-where-written',
    sentence: 'The rollback refunded the bet but left the win with the player.',
    hint: 'A rollback adds the bet and takes the win back: balance + bet - win.',
  },
  'bet-not-refunded': {
    weight: 'breach',
    byEffect: 'must-where-written',
    sentence: 'The rollback did not give the bet back.',
    hint: 'A rollback adds the bet and takes the win back: balance + bet - win.',
  },
  'rollback-not-applied': {
    weight: 'breach',
    byEffect: 'must-where-written',
    sentence: 'The rollback was answered with success and changed nothing.',
    hint: 'Find the transaction by transaction_id among all processed ones, whatever its round or session.',
  },
  'rolled-back-bet-applied': {
    weight: 'breach',
    byEffect: 'must-where-written',
    sentence: 'A transaction that was rolled back was applied again.',
    hint: 'Keep the row of a transaction at its rollback, and mark it: one whose row is deleted is new when it comes again.',
  },
  'rollback-applied-again': {
    weight: 'breach',
    byEffect: 'must-where-written',
    sentence: 'A rollback that should change nothing moved money.',
    hint: 'Mark the transaction rolled back in the same database transaction that refunds it; change nothing where it is unknown or marked.',
  },
  'wrong-amounts-rolled-back': {
    weight: 'breach',
    byEffect: 'must-where-written',
    sentence: 'The rollback moved amounts that differ from those of the transaction.',
    hint: 'Take bet and win from the record stored when the transaction was processed.',
  },
  'stale-balance': {
    weight: 'breach',
    sentence: 'The answer shows an earlier balance, not the current one.',
    hint: 'Read the balance after the change, in the same transaction, and from no cache.',
  },
  'outdated-balance': {
    weight: 'breach',
    sentence: 'getBalance shows an old balance, while a makeBet right after it shows the new one.',
    hint: 'Read the balance for getBalance where makeBet writes it: not from a cache, and not from a replica that lags behind.',
    breaks: 'BAL-03',
  },
  'answer-lags': {
    weight: 'breach',
    sentence: 'The makeBet moved the money correctly, but its answer does not show the new balance.',
    hint: 'Read the balance for the answer after the change, in the same transaction.',
    breaks: 'BET-12',
  },
  'applied-later': {
    weight: 'breach',
    sentence: 'The agent answers a transaction first, and applies it a moment later.',
    hint: 'Answer after the change is committed. What is applied after the answer is lost if the process ends in between, and a second bet does not see the first.',
    breaks: 'BET-12',
  },
  'wrong-arithmetic': {
    weight: 'breach',
    byEffect: 'must',
    sentence: 'The balance is off by less than any amount of the run: rounding or floating point.',
    hint: 'Keep money as integers of the smallest unit or as decimals, never as binary floating point.',
  },
  'foreign-money-moved': {
    weight: 'breach',
    byEffect: 'must',
    sentence: "Another player's, currency's or session's money moved.",
    hint: 'Key balances by player_id and currency, and transactions by the account that made them.',
  },
  'freespins-progress-paid': {
    weight: 'breach',
    sentence: 'The balance changed by the accumulated win of a pack.',
    hint: 'freespins in getBalance is for tracking only; the win comes in a makeBet of its own.',
  },
  'free-bet': {
    weight: 'breach',
    byEffect: 'must',
    sentence: 'A bet was answered with success but not debited.',
    hint: 'Store the id of a refused bet as refused, or not at all: it is no duplicate.',
    breaks: 'BET-18',
  },
  overspent: {
    weight: 'breach',
    sentence: 'More bets were accepted than the balance covers.',
    hint: 'Check and debit in one atomic statement: UPDATE ... SET balance = balance - bet WHERE balance >= bet.',
  },
  'lost-update': {
    weight: 'breach',
    sentence: 'One of several simultaneous calls overwrote the effect of another.',
    hint: 'Change the balance relative to itself inside a transaction or a row lock; do not read, compute and write.',
  },
  'no-serial-order': {
    weight: 'breach',
    sentence: 'No order of the simultaneous calls explains the answers.',
    hint: 'Handle the calls of one player one after another: a row lock or a serialisable transaction.',
  },
  'not-conserved': {
    weight: 'breach',
    sentence: 'After simultaneous calls, the balance differs from the one before plus everything that was accepted.',
    hint: 'Move money by what the callback says, in one atomic statement, and let nothing else write the balance.',
  },
  'response-misses-own-effect': {
    weight: 'breach',
    sentence: 'The answer to one of several simultaneous calls shows the balance without that call.',
    hint: 'Answer the balance that the changing statement returns: UPDATE ... RETURNING balance.',
    breaks: 'CON-04',
  },
  'future-read': {
    weight: 'breach',
    sentence: 'An answer includes the effect of a call that was sent only later.',
    hint: 'Answer what is committed, never what is reserved or guessed.',
    breaks: 'CON-04',
  },
  'forked-history': {
    weight: 'breach',
    sentence: 'Two answers to simultaneous calls each lack the effect that the other shows.',
    hint: 'Read the balance inside the transaction that changes it; do not compute the answer from an earlier read.',
    breaks: 'CON-04',
  },
  'balance-went-back': {
    weight: 'breach',
    sentence: 'A later answer lacks an effect that an earlier answer showed.',
    hint: 'Read from the primary database, not from a replica or a cache that lags behind.',
    breaks: 'CON-04',
  },
  'undecodable-balance': {
    weight: 'breach',
    sentence: 'An answer to simultaneous calls shows a balance that no combination of them gives.',
    hint: 'The answer is computed from something other than the balance, or another writer uses the same player.',
    breaks: 'CON-04',
  },
  'half-shown': {
    weight: 'breach',
    sentence: 'A balance shows the bet of a transaction without its win, or the win without its bet.',
    hint: 'Debit and credit in one statement, or in one database transaction whose intermediate state nobody can read.',
    breaks: 'CON-08',
  },
  'wrong-balance': {
    weight: 'breach',
    byEffect: 'must-where-written',
    sentence: 'The balance is not the sum of the calls so far.',
    hint: 'A callback moves win - bet, or undoes that, and nothing else: no fee, no bonus, no other writer; keep amounts in a type that holds each of them exactly.',
  },
  'refused-and-applied': {
    weight: 'breach',
    byEffect: 'must',
    sentence: 'A valid call was refused, but applied anyway.',
    hint: 'Do what may fail after the money has moved inside the database transaction that moves it, or after the answer.',
  },
  'money-moved-on-refusal': {
    weight: 'breach',
    byEffect: 'must',
    sentence: 'The agent refused the callback and moved money anyway.',
    hint: 'Decide on the refusal before anything is written, or undo the database transaction.',
  },
} as const;

/** Recorded where the specification is silent; and where the money is right, but not the number shown. */
export const openFindings = {
  'rolled-back-for-another': {
    weight: 'note',
    sentence: "A rollback that named another account's transaction rolled it back.",
    hint: 'Check that the transaction belongs to the player and currency of the rollback. If it does not, answer the unchanged balance.',
    breaks: 'RB-12',
  },

  'non-atomic-answer': {
    weight: 'risk',
    sentence:
      'The money is correct, but the balance in the answer was read after the commit, not inside the transaction.',
    hint: 'Answer what the changing statement returns: UPDATE ... RETURNING balance, instead of a SELECT after the commit.',
    breaks: 'CON-04',
  },
  'players-wait-for-each-other': {
    weight: 'note',
    sentence: 'The calls of one player wait for those of another.',
    hint: "Lock the player's row, not the table: a mutex, a single worker or a single database connection for all players makes each wait for the others.",
    breaks: 'CON-10',
  },
  'transaction-not-found-answer': {
    weight: 'note',
    sentence: 'The rollback of an unknown transaction is answered with transaction_not_found.',
    hint: 'Section 3 answers the balance, section 7 has the code: both are right.',
  },
  'applied-after-rollback': {
    weight: 'risk',
    sentence: 'A bet was applied that came after its own rollback: the player pays for a round that is void.',
    hint: 'Store the transaction_id of a rollback that finds nothing, and move no money when its makeBet comes late: no further rollback will follow.',
    breaks: 'RB-08',
  },
  'fields-with-freespins': {
    weight: 'note',
    sentence: 'The answer to getBalance has fields that come only where freespins is sent.',
    hint: 'Section 6: the answer format does not change when freespins is present. Nobody reads them.',
    breaks: 'BAL-04',
  },
  observed: {
    weight: 'note',
    sentence: 'The specification is silent; this is what the agent does.',
    hint: 'Nothing to fix.',
  },
  'money-at-risk': {
    weight: 'risk',
    sentence: 'The specification is silent, and what the agent does can create or lose money.',
    hint: 'Agree with the platform on this case, or change it.',
  },
} as const;
