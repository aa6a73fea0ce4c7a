import { requestFindings } from './request-findings.ts';

/** `breach`: against the requirement. `risk`: money could be created or lost. `note`: recorded. */
export type Weight = 'breach' | 'risk' | 'note';

export interface FindingRecord {
  readonly weight: Weight;
  /** What it means, for any agent. */
  readonly sentence: string;
  /** Where to look in the agent's code. */
  readonly hint: string;
  /** The requirement that this finding always breaks; else the situation and scenario decide. */
  readonly breaks?: string;
}

/** Findings on the balance: what they say is no proof where somebody else moves the same money. */
export const isAboutMoney = (code: FindingCode): boolean => moneyCodes.has(code);

/** The closed list of findings. Defects, baselines and trackers hang on the codes. */
export const findings = {
  // Money: the ledger expected another balance.
  'double-application': {
    weight: 'breach',
    sentence: 'One transaction moved money more than once.',
    hint: 'Look the transaction_id up and store it in the same database transaction that moves the money, under a unique key.',
  },
  'not-applied': {
    weight: 'breach',
    sentence: 'A transaction that was answered with success moved no money.',
    hint: 'Look for an early return (bet 0, round not finished, known round), and commit debit and credit before the answer is sent.',
  },
  'bet-not-debited': {
    weight: 'breach',
    sentence: 'The bet was not taken from the balance.',
    hint: 'Debit the bet of every new makeBet, also when it carries a win.',
  },
  'win-not-credited': {
    weight: 'breach',
    sentence: 'The win was not added to the balance.',
    hint: 'Credit the win of every new makeBet, also when its bet is 0.',
  },
  'duplicate-applied': {
    weight: 'breach',
    sentence: 'A repeated transaction_id moved money again.',
    hint: 'Decide by transaction_id alone whether a makeBet is new: not by request_id, amounts or session.',
  },
  'win-not-reverted': {
    weight: 'breach',
    sentence: 'The rollback refunded the bet but left the win with the player.',
    hint: 'A rollback adds the bet and takes the win back: balance + bet - win.',
  },
  'bet-not-refunded': {
    weight: 'breach',
    sentence: 'The rollback did not give the bet back.',
    hint: 'A rollback adds the bet and takes the win back: balance + bet - win.',
  },
  'rollback-not-applied': {
    weight: 'breach',
    sentence: 'The rollback was answered with success and changed nothing.',
    hint: 'Find the transaction by transaction_id among all processed ones, whatever its round or session.',
  },
  'rollback-applied-again': {
    weight: 'breach',
    sentence: 'A rollback that should change nothing moved money.',
    hint: 'Mark the transaction rolled back in the same database transaction that refunds it; change nothing where it is unknown or marked.',
  },
  'wrong-amounts-rolled-back': {
    weight: 'breach',
    sentence: 'The rollback moved other amounts than the transaction had.',
    hint: 'Take bet and win from the record stored when the transaction was processed.',
  },
  'stale-balance': {
    weight: 'breach',
    sentence: 'The answer shows an earlier balance, not the balance of now.',
    hint: 'Read the balance after the change, in the same transaction, and from no cache.',
  },
  'outdated-balance': {
    weight: 'breach',
    sentence: 'getBalance shows an old balance, a makeBet right after it the new one.',
    hint: 'Answer getBalance from where makeBet writes: from no cache, and from no replica that lags behind.',
    breaks: 'BAL-03',
  },
  'answer-lags': {
    weight: 'breach',
    sentence: 'The makeBet moved the money rightly, and answered another balance than the new one.',
    hint: 'Read the balance for the answer after the change, in the same transaction.',
    breaks: 'BET-12',
  },
  'wrong-arithmetic': {
    weight: 'breach',
    sentence: 'The balance is off by less than any amount of the run: rounding or floating point.',
    hint: 'Keep money as integers of the smallest unit or as decimals, never as binary floating point.',
  },
  'foreign-money-moved': {
    weight: 'breach',
    sentence: "Another player's, currency's or session's money moved.",
    hint: 'Key balances by player_id and currency, and transactions by the account that made them.',
  },
  'freespins-progress-paid': {
    weight: 'breach',
    sentence: 'The balance changed by the accumulated win of a pack.',
    hint: 'freespins in getBalance is for tracking only; the win comes in a makeBet of its own.',
  },
  overspent: {
    weight: 'breach',
    sentence: 'More bets were accepted than the balance covers.',
    hint: 'Check and debit in one atomic statement: UPDATE ... SET balance = balance - bet WHERE balance >= bet.',
  },
  'lost-update': {
    weight: 'breach',
    sentence: 'Of several calls at once, one overwrote the effect of another.',
    hint: 'Change the balance relative to itself inside a transaction or a row lock; do not read, compute and write.',
  },
  'no-serial-order': {
    weight: 'breach',
    sentence: 'No order of the simultaneous calls explains the answers.',
    hint: 'Handle the calls of one player one after another: a row lock or a serialisable transaction.',
  },
  'not-conserved': {
    weight: 'breach',
    sentence: 'After calls at once the balance is not what it was less what was accepted.',
    hint: 'Move money by what the callback says, in one atomic statement; look for a second writer.',
  },
  'response-misses-own-effect': {
    weight: 'breach',
    sentence: 'The answer to one of several calls at once shows the balance without that call.',
    hint: 'Answer the balance that the changing statement returns: UPDATE ... RETURNING balance.',
    breaks: 'CON-04',
  },
  'future-read': {
    weight: 'breach',
    sentence: 'An answer contains a call that was sent only after it.',
    hint: 'Answer what is committed, never what is reserved or guessed.',
    breaks: 'CON-04',
  },
  'forked-history': {
    weight: 'breach',
    sentence: 'Two answers to calls at once each lack what the other contains.',
    hint: 'Read the balance inside the transaction that changes it; do not compute the answer from an earlier read.',
    breaks: 'CON-04',
  },
  'balance-went-back': {
    weight: 'breach',
    sentence: 'A later answer lacks what an earlier one contained.',
    hint: 'Read from the primary database, not from a replica or a cache that lags behind.',
    breaks: 'CON-04',
  },
  'undecodable-balance': {
    weight: 'breach',
    sentence: 'An answer to calls at once shows a balance that no selection of them leads to.',
    hint: 'The answer is computed from something else than the balance; or another writer uses the same player.',
    breaks: 'CON-04',
  },
  // A risk, not a breach: it warns, and fails no must. The money is right, the number shown is not yet.
  'non-atomic-answer': {
    weight: 'risk',
    sentence:
      'The money is right, but the balance in the answer was read after the commit, not with it.',
    hint: 'Answer what the changing statement returns: UPDATE ... RETURNING balance, instead of a SELECT after the commit.',
    breaks: 'CON-04',
  },
  'wrong-balance': {
    weight: 'breach',
    sentence: 'The balance is not what the calls so far add up to.',
    hint: 'Follow the exchanges in order: the first whose balance differs from the sum so far is the place to look.',
  },
  'money-moved-on-refusal': {
    weight: 'breach',
    sentence: 'The agent refused the callback and moved money all the same.',
    hint: 'Decide on the refusal before anything is written, or undo the database transaction.',
  },
  // Refusals: accepted what must be refused, or the other way round.
  'accepted-unsigned': {
    weight: 'breach',
    sentence: 'A callback without a signature was answered as if it were genuine.',
    hint: 'Refuse a callback whose X-Signature is missing or empty, before anything else.',
  },
  'accepted-bad-signature': {
    weight: 'breach',
    sentence: 'A callback with a wrong signature was answered as if it were genuine.',
    hint: 'Compute the HMAC over every field of the body and compare the whole of it, in constant time.',
  },
  'accepted-overdraft': {
    weight: 'breach',
    sentence: 'A bet above the balance was accepted.',
    hint: 'Compare the bet with the balance before the win is credited, and refuse when it is larger.',
  },
  'accepted-invalid': {
    weight: 'breach',
    sentence: 'A callback with a missing or impossible field was accepted.',
    hint: 'Check type, ids and amounts after the signature and before the wallet is touched.',
  },
  'accepted-unknown-account': {
    weight: 'breach',
    sentence: 'A callback for an unknown player or currency was answered with a balance.',
    hint: 'Answer player_not_found or invalid_currency where there is no such account.',
  },
  'refused-good-signature': {
    weight: 'breach',
    sentence: 'A rightly signed callback was refused for its signature.',
    hint: 'Sort the keys, serialise without changing any character, and hash the UTF-8 bytes with the token.',
  },
  'refused-valid': {
    weight: 'breach',
    sentence: 'A valid callback was refused.',
    hint: 'The error code and message of the answer say which check refused it; look there for amounts of 0, unknown fields, finished rounds, other sessions.',
  },
  'duplicate-refused': {
    weight: 'breach',
    sentence: 'A repeated makeBet was answered with an error instead of the balance.',
    hint: 'A known transaction_id is a success: answer the current balance and change nothing.',
    breaks: 'IDEM-08',
  },
  'signature-error-code': {
    weight: 'breach',
    sentence: 'A bad signature was refused with another code than invalid_signature.',
    hint: 'Answer HTTP 403 with error invalid_signature.',
    breaks: 'SIG-14',
  },
  'insufficient-balance-code': {
    weight: 'breach',
    sentence: 'A bet above the balance was refused with another code than insufficient_balance.',
    hint: 'Answer error insufficient_balance, so that the platform can tell the player.',
    breaks: 'BET-07',
  },
  'unrecommended-code': {
    weight: 'breach',
    sentence: 'The error code is not the one recommended for this case.',
    hint: 'Section 7 lists the codes: player_not_found, invalid_currency, transaction_not_found, ...',
    breaks: 'ERR-03',
  },
  // The form of an answer.
  'balance-not-a-number': {
    weight: 'breach',
    sentence: 'content.balance is not a JSON number.',
    hint: 'Write the balance as a number: {"content":{"balance":100.5}}, without quotes.',
    breaks: 'BAL-01',
  },
  'balance-missing': {
    weight: 'breach',
    sentence: 'The answer has no content.balance and is no error answer either.',
    hint: 'Answer {"content":{"balance":100.5}} or {"error":"code","message":"text"}.',
    breaks: 'BAL-01',
  },
  'answer-not-json': {
    weight: 'breach',
    sentence: 'The answer is not a JSON object.',
    hint: 'Answer JSON to every callback; turn the HTML error page of the framework off.',
    breaks: 'BAL-01',
  },
  'not-json-content-type': {
    weight: 'breach',
    sentence: 'The answer is JSON, but its content type does not say so.',
    hint: 'Set Content-Type: application/json.',
    breaks: 'BAL-06',
  },
  'too-many-digits': {
    weight: 'breach',
    sentence: 'The balance is written with more digits than the currency has.',
    hint: 'Round to the scale of the currency when writing; better, keep money as integers.',
    breaks: 'BAL-08',
  },
  'error-body-incomplete': {
    weight: 'breach',
    sentence: 'An error answer lacks the string error or the string message.',
    hint: 'Answer {"error":"code","message":"text"} for every refusal.',
    breaks: 'ERR-01',
  },
  'error-with-balance': {
    weight: 'breach',
    sentence: 'The answer carries error and content.balance together.',
    hint: 'Answer either content.balance or error with message, never both.',
    breaks: 'ERR-02',
  },
  'business-error-5xx': {
    weight: 'breach',
    sentence: 'A business error was answered with a status of 500 or more.',
    hint: 'Answer refusals with a 4xx status; the platform retries a 5xx.',
    breaks: 'ERR-04',
  },
  'error-status': {
    weight: 'breach',
    sentence: 'An error answer has an HTTP status that this platform is set not to take.',
    hint: 'The quirk agentErrorStatus says which statuses it takes.',
    breaks: 'ERR-04',
  },
  'server-error': {
    weight: 'breach',
    sentence: 'A well-formed callback was answered with a status of 500 or more.',
    hint: "Find the exception of that moment in the agent's log, and whether the money was committed before it: the platform sends the callback again.",
    breaks: 'ROB-11',
  },
  'no-answer': {
    weight: 'breach',
    sentence: 'The connection was closed without an answer to a well-formed callback.',
    hint: "Look for a crash in the agent's log, or for a proxy or worker limit that closes the connection.",
    breaks: 'ROB-11',
  },
  'too-slow': {
    weight: 'breach',
    sentence: 'The answer did not come within the time limit.',
    hint: 'Look for locks, remote calls and missing indexes inside the callback. A late answer counts as none, and the callback comes again (--timeout sets the limit).',
    breaks: 'TIME-01',
  },
  slow: {
    weight: 'breach',
    sentence: 'The slowest twentieth of the answers took more than half a second.',
    hint: 'Move out of the callback what can wait (mail, reports, remote calls), and look for an index on transaction_id.',
    breaks: 'TIME-02',
  },
  'survived-badly': {
    weight: 'breach',
    sentence: 'Bad input was not answered with an error, or the agent was gone after it.',
    hint: 'Answer a 4xx error for a body that cannot be read, and go on.',
  },
  ...requestFindings,
  // Recorded where the specification is silent.
  'transaction-not-found-answer': {
    weight: 'note',
    sentence: 'The rollback of an unknown transaction is answered with transaction_not_found.',
    hint: 'Section 3 answers the balance, section 7 has the code: both are right.',
  },
  observed: {
    weight: 'note',
    sentence: 'The specification is silent; this is what the agent does.',
    hint: 'Nothing to mend.',
  },
  'money-at-risk': {
    weight: 'risk',
    sentence: 'The specification is silent, and what the agent does can create or lose money.',
    hint: 'Agree with the platform on this case, or change it.',
  },
} as const satisfies Record<string, FindingRecord>;

export type FindingCode = keyof typeof findings;

const moneyCodes: ReadonlySet<FindingCode> = new Set([
  'double-application',
  'not-applied',
  'bet-not-debited',
  'win-not-credited',
  'duplicate-applied',
  'win-not-reverted',
  'bet-not-refunded',
  'rollback-not-applied',
  'rollback-applied-again',
  'wrong-amounts-rolled-back',
  'stale-balance',
  'outdated-balance',
  'answer-lags',
  'wrong-arithmetic',
  'foreign-money-moved',
  'freespins-progress-paid',
  'overspent',
  'lost-update',
  'no-serial-order',
  'wrong-balance',
  'money-moved-on-refusal',
  'response-misses-own-effect',
  'future-read',
  'forked-history',
  'balance-went-back',
  'undecodable-balance',
  'not-conserved',
]);

/** One coded finding of a run, charged to one requirement. */
export interface Finding {
  readonly code: FindingCode;
  readonly requirement: string;
  readonly weight: Weight;
  /** What happened here, with values, in one or two sentences. */
  readonly message: string;
  readonly expected?: string;
  readonly actual?: string;
  /** The likeliest reason, in the wallet developer's words. */
  readonly likelyCause?: string;
  /** File of the scenario, and the line of the step. */
  readonly scenario: string;
  readonly line?: number;
  /** Ids of the exchanges that show it, in order. */
  readonly exchanges: readonly string[];
  /** Why the baseline excuses it. */
  readonly known?: string;
}
