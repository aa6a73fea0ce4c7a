import { afterwards, must, newBet, observe, type Requirement, rollbacks, unwritten, written } from '../requirement.ts';

/** IDEM: the same makeBet more than once (sections 3 and 6). */
export const idempotency: readonly Requirement[] = [
  must('IDEM-01', {
    section: '6',
    source: written(
      'Look the transaction up by transaction_id; when already processed, return the current balance without any debit or credit.',
    ),
    title: 'applies a repeated makeBet once',
    why: "Every lost answer makes the platform send the call again. Without a lookup each network fault takes a player's stake twice, or pays a win twice out of the agent's pocket.",
    situations: ['duplicate', ...afterwards],
  }),
  must('IDEM-02', {
    section: '6',
    source: written(
      'Look the transaction up by transaction_id; when already processed, return the current balance without any debit or credit.',
    ),
    title: 'knows a duplicate by its transaction_id, not by its request_id',
    why: 'Platforms retry with a new request_id after a time-out; an agent that keys on it debits the player twice.',
    situations: ['duplicate', ...afterwards],
  }),
  must('IDEM-03', {
    section: '3',
    source: written('no second debit or credit; current balance returned'),
    title: 'answers a duplicate with the current balance',
    why: 'An answer kept from the first time puts an old balance on the screen after other bets went through: the player stakes money that is gone, or misses a win and complains.',
    situations: ['duplicate'],
    codes: ['stale-balance'],
  }),
  must('IDEM-04', {
    section: '6',
    source: written(
      'Look the transaction up by transaction_id; when already processed, return the current balance without any debit or credit.',
    ),
    title: 'takes the same transaction_id with other amounts for a duplicate',
    why: 'If other amounts make it new, one known id is a coupon for as many credits as there are amounts, and a retry that was rounded differently takes the stake again.',
    situations: ['duplicate', ...afterwards],
  }),
  must('IDEM-05', {
    section: '6',
    source: written(
      'Look the transaction up by transaction_id; when already processed, return the current balance without any debit or credit.',
    ),
    title: 'knows a duplicate that comes in another session of the player',
    why: 'After a reconnect the platform repeats the call from the new session. An agent that searches only within the session finds nothing and takes the stake again.',
    situations: ['duplicate', ...afterwards],
  }),
  must('IDEM-06', {
    section: '6',
    source: written('The same request processed several times yields the same result.'),
    title: 'applies simultaneous duplicates once',
    why: 'A time-out at a proxy brings the retry while the first call still runs. Look up, then insert lets both through: players are debited twice, mostly on the busiest evenings.',
    situations: ['together', ...afterwards],
  }),
  must('IDEM-07', {
    section: '6',
    source: written('Store every processed transaction_id and check it before processing.'),
    title: 'remembers a transaction after many others, and after a while',
    why: 'Retry queues drain after minutes or hours. With a small cache of ids, or one that expires, the backlog of an outage is debited and paid out a second time, all at once.',
    situations: ['duplicate', ...afterwards],
  }),
  must('IDEM-08', {
    section: '3',
    source: written('A duplicate never debits again; it returns the current balance unchanged.', '6'),
    title: 'answers a duplicate with success, not with an error',
    why: 'An error says that the bet did not happen. The platform voids the round or retries without end, while the agent has the stake: the player paid for a game that was struck out.',
    situations: ['duplicate', 'rolled-back-bet-again'],
    codes: ['duplicate-refused'],
  }),
  must('IDEM-09', {
    section: '6',
    source: written('Store every processed transaction_id and check it before processing.'),
    title: 'remembers a transaction across a restart of itself',
    why: 'A deployment cuts answers off, and just those calls come again to the new process. With ids kept in memory every release debits the open bets twice and pays the open wins twice.',
    situations: ['duplicate', ...afterwards],
  }),
  must('IDEM-10', {
    section: '6',
    source: written(
      'Look the transaction up by transaction_id; when already processed, return the current balance without any debit or credit.',
    ),
    title: 'credits a repeated win once, of a win-only makeBet and of a free-spin pack',
    why: 'A double debit brings a complaint, a double credit never does. Agents that guard only the debit pay free-spin wins and jackpots twice, and learn of it from the invoice.',
    situations: ['duplicate', ...afterwards],
  }),
  observe('IDEM-11', {
    section: '2',
    source: unwritten(
      'the specification calls a transaction_id unique and does not show one that comes for two players; no wallet may move money for both',
    ),
    title: "moves no money for another player's transaction_id, or takes it for a new one",
    why: 'One transaction belongs to one player. Where the same id moves money for two, the second has lost or won something that the platform never booked and cannot cancel.',
    situations: ['foreign-duplicate', ...afterwards],
  }),
  must('IDEM-12', {
    section: '6',
    source: written(
      'The platform may send the same callback several times (network errors, time-outs); the agent must handle duplicates idempotently.',
    ),
    title: 'applies a makeBet once whose first answer was lost',
    why: 'The usual retry: the wallet has worked, its answer got lost. An agent that notes the id only once the answer is delivered moves the same money again with each retry.',
    situations: ['duplicate', ...afterwards],
  }),
  must('IDEM-13', {
    section: '2',
    source: written("A change of the player's balance, identified by transaction_id (string, unique)."),
    title: 'takes transaction_ids for different that are different',
    why: 'Ids are compared by whatever the database does: without case, as numbers, cut to its column. Then a bet passes for a repeat of another one, is answered with success, and never debited.',
    situations: [...newBet, ...rollbacks, ...afterwards],
    codes: ['taken-for-another', 'wrong-amounts-rolled-back', 'observed'],
  }),
  must('IDEM-14', {
    section: '6',
    source: written(
      'Look the transaction up by transaction_id; when already processed, return the current balance without any debit or credit.',
    ),
    title: 'knows a duplicate whatever else in it changed',
    why: 'A retry after a reconnect has another session, after a correction another round, after a rename another username. An agent whose key holds more than transaction_id takes the stake again.',
    situations: ['duplicate', ...afterwards],
  }),
  must('IDEM-15', {
    section: '6',
    source: written('Store every processed transaction_id and check it before processing.'),
    title: 'remembers a transaction that moved nothing',
    why: 'A losing free round comes as 0 and 0. An agent that stores only what moved money takes the same id for new later, and pays or debits what the platform books as a repeat.',
    situations: ['duplicate', ...afterwards],
  }),
  must('IDEM-16', {
    section: '6',
    source: written(
      'Look the transaction up by transaction_id; when already processed, return the current balance without any debit or credit.',
    ),
    title: 'answers a duplicate whatever happened since',
    why: 'A retry comes when it comes. Where funds or the round are checked before the id is looked up, a player who has lost meanwhile turns an accepted bet into an error, and the platform cancels it.',
    situations: ['duplicate', ...afterwards],
    codes: ['duplicate-refused', 'duplicate-applied', 'double-application', 'wrong-balance'],
  }),
  must('IDEM-17', {
    section: '6',
    source: written('Store every processed transaction_id and check it before processing.'),
    title: 'remembers a transaction long',
    why: 'An outage of minutes brings hundreds of calls again at its end. Ids kept in a cache of a hundred, or for five seconds, are gone by then: the whole backlog is debited and paid twice.',
    situations: ['duplicate', ...afterwards],
  }),
  must('IDEM-18', {
    section: '6',
    source: written('Store every processed transaction_id and check it before processing.'),
    title: 'applies a makeBet once that was under way when it was killed',
    why: 'A process ends at any moment: out of memory, by a deployment, with its machine. Debit and id in two commits leave a bet that is taken twice or never; an answer before the commit, one that the wallet does not have.',
    situations: [...newBet, 'duplicate', ...afterwards],
    calls: / \(after the kill\)/,
    codes: [
      'double-application',
      'duplicate-applied',
      'not-applied',
      'bet-not-debited',
      'win-not-credited',
      'stale-balance',
      'wrong-balance',
      'wrong-arithmetic',
      'refused-valid',
      'duplicate-refused',
      'server-error',
    ],
  }),
];
