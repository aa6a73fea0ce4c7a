import type { FindingCode } from '../finding.ts';
import type { Requirement } from '../requirement.ts';
import { afterwards, must, newBet, observe, rollbacks, should } from '../requirement.ts';

// What an id looks like that was cut short, altered, or not found again.
const garbledIds: readonly FindingCode[] = [
  'not-applied',
  'bet-not-debited',
  'duplicate-applied',
  'double-application',
  'rollback-not-applied',
  'stale-balance',
  'wrong-balance',
  'money-moved-on-refusal',
];

/** ROB: bad input. */
export const robustness: readonly Requirement[] = [
  must('ROB-01', {
    section: '6',
    title: 'answers malformed JSON with an error, and goes on',
    why: 'An uncaught parse error ends the process: one broken request from a scanner cuts off every running round, and all the bets in flight have to be rolled back.',
    situations: ['malformed', 'probe'],
  }),
  must('ROB-02', {
    section: '6',
    title: 'answers a body that is empty or no object with an error, and goes on',
    why: 'Monitors and scanners post empty bodies and bare values. Reading a field of nothing brings down agents that survive any well-formed test, and the games of all players with them.',
    situations: ['malformed', 'probe'],
  }),
  must('ROB-03', {
    section: '4',
    title: 'refuses a callback whose type is unknown or missing',
    why: 'Where unknown types fall into a default branch, a new kind of callback is answered with success and booked by nobody: the platform believes in money that never moved.',
    situations: ['invalid', 'probe'],
  }),
  must('ROB-04', {
    section: '6',
    title: 'refuses a callback without its transaction_id, bet or win, and moves nothing',
    why: 'A missing amount becomes NaN or 0, and a missing id one key for all: the balance is spoilt for good, or one bet makes every later one pass for a duplicate and play for free.',
    situations: ['invalid', 'probe'],
  }),
  should('ROB-05', {
    section: '6',
    title: 'refuses a negative bet and a negative win',
    why: 'A negative bet is a credit that passes every check of funds, a negative win a debit that no check guards. One faulty game feed pays stakes out in place of taking them.',
    situations: ['invalid', 'probe'],
  }),
  should('ROB-06', {
    section: '6',
    title: 'refuses amounts that are no JSON numbers, or no finite ones',
    why: 'In some languages 100 + "10" is "10010", true is 1 and 1e309 is infinite: a loose conversion makes money out of a malformed callback, and no bet stands behind it.',
    situations: ['invalid', 'probe'],
  }),
  should('ROB-07', {
    section: '2',
    title: 'takes ids for text, whatever characters they hold',
    why: "Ids pasted into SQL or paths break on a quote; ids cut to a column's width make two transactions one, and the second bet is swallowed as a duplicate.",
    situations: [...newBet, 'duplicate', ...rollbacks, ...afterwards],
    codes: [...garbledIds, 'server-error', 'no-answer', 'observed'],
  }),
  should('ROB-08', {
    section: '4',
    title: 'answers other methods than POST with an error',
    why: "Crawlers, caches and link previews send GET. Wallet code that runs for them acts on nobody's order, and a plain 200 tells monitoring that a broken callback works.",
    situations: ['malformed', 'probe'],
  }),
  observe('ROB-09', {
    section: '2',
    title: 'accepts or refuses a signed body with the agent_id of another agent',
    why: 'A right signature with a foreign agent_id points to mixed-up configuration. Accepted, the play of one brand is booked in the wallets of another, and both invoices are wrong.',
    situations: ['invalid', 'probe'],
  }),
  observe('ROB-10', {
    section: '5',
    title: 'takes the first or the last value of a repeated key, or refuses the body',
    why: 'Parsers differ on which of two equal keys counts. Where the check hashes bet 1 and the wallet reads bet 1000, a body that verified moves a thousand times the money.',
    situations: ['invalid', ...afterwards],
  }),
  must('ROB-11', {
    section: '6',
    title: 'answers every well-formed callback, and never with a 5xx',
    why: 'After a 5xx or silence the platform cannot know whether money moved: it retries, then rolls back. If the wallet had committed already, each such call ends in a dispute.',
    judgedBy: 'every-answer',
    situations: [],
    codes: ['server-error', 'no-answer', 'body-left-on-connection'],
  }),
  must('ROB-12', {
    section: '4',
    title:
      'refuses a type in another case and amounts that are no JSON, and takes no default for them',
    why: 'Python reads NaN, and code that catches what it cannot compare goes on with 0: a bet for nothing, answered with success. A balance that has become NaN covers every bet from then on.',
    situations: ['invalid', 'malformed', 'probe'],
    codes: ['accepted-invalid', 'money-moved-on-refusal'],
  }),
  should('ROB-13', {
    section: '4',
    title: 'serves every valid HTTP',
    why: 'A proxy, a CDN or a new client library sends chunks, other header names or a charset from one day to the next. Code that reads HTTP by hand then refuses every callback at once.',
    situations: ['balance'],
    codes: ['http-form-refused', 'observed'],
  }),
];

/** ERR: the agent's error answers (section 7). */
export const errors: readonly Requirement[] = [
  must('ERR-01', {
    section: '7',
    title: 'answers errors with a string error and a string message',
    why: 'Without code and message a platform cannot tell a player without funds from a broken wallet: it retries what is final, and nobody finds the cause of a lost round in the logs.',
    judgedBy: 'every-answer',
    situations: [],
    codes: ['error-body-incomplete'],
  }),
  must('ERR-02', {
    section: '2',
    title: 'answers an error or a balance, never both together',
    why: 'One reader takes the balance and books the bet, another takes the error and voids the round. Such an answer sets the two ledgers apart by the stake.',
    judgedBy: 'every-answer',
    situations: [],
    codes: ['error-with-balance'],
  }),
  should('ERR-03', {
    section: '7',
    title: 'uses the recommended error codes',
    why: 'The code decides what happens next: offer a deposit, retry, raise an alarm. A home-made one gets the default, so a player who merely lacks funds is treated as an outage.',
    judgedBy: 'every-answer',
    situations: [],
    codes: ['unrecommended-code'],
  }),
  should('ERR-04', {
    section: '7',
    title: 'answers business errors with a status below 500',
    why: 'A 5xx means that the outcome is unknown. A bet refused that way is sent again and rolled back several times, and real outages drown in players without money.',
    judgedBy: 'every-answer',
    situations: [],
    codes: ['business-error-5xx', 'error-status'],
  }),
];

/** TIME: how long answers take; the specification is silent on the limit (section 6). */
export const time: readonly Requirement[] = [
  must('TIME-01', {
    section: '6',
    title: 'answers within the time limit',
    why: 'A late answer counts as none: the platform retries, then cancels a bet that the wallet has debited. The extra calls slow the agent further, until no round goes through.',
    judgedBy: 'every-answer',
    situations: [],
    codes: ['too-slow'],
  }),
  should('TIME-02', {
    section: '6',
    title: 'answers quickly: 95 of 100 callbacks within half a second',
    why: 'Each spin waits for this answer. Players leave a game that hangs, and a wallet at half a second on a quiet day passes the time limit on a busy one, where bets get cancelled.',
    judgedBy: 'every-answer',
    situations: [],
    codes: ['slow', 'slow-in-bursts'],
  }),
  observe('TIME-03', {
    section: '6',
    title: 'sends its answer in one piece',
    why: 'Headers and body in two writes meet the delayed acknowledgement of TCP: each call on a kept connection waits 40 ms for nothing, and a platform that keeps its connections gets 25 calls a second from each.',
    judgedBy: 'every-answer',
    situations: [],
    codes: ['answer-in-two-writes'],
  }),
];

/** Shown by what the agent sends to the platform, not by its answers. */
const ofRequests = { judgedBy: 'requests', situations: [] } as const;

/** REQ: the agent as a client of the platform (sections 4, 5 and 8). */
export const requests: readonly Requirement[] = [
  must('REQ-01', {
    ...ofRequests,
    section: '5',
    title: 'signs its requests',
    why: 'A request that is not signed right is refused, so no game opens: the lobby stands full of games that nobody can start, and earns nothing until someone finds out.',
    codes: ['request-unsigned', 'request-badly-signed'],
  }),
  must('REQ-02', {
    ...ofRequests,
    section: '5',
    title: 'signs the trimmed values',
    why: 'The platform trims before it verifies. One trailing space in a username gives just that player invalid_signature at every launch, which tests with clean names never show.',
    codes: ['signed-untrimmed'],
  }),
  must('REQ-03', {
    ...ofRequests,
    section: '5',
    title: 'keeps its clock within 300 s of the time',
    why: 'A server clock drifts for months unnoticed. From the minute it passes 300 s every request is refused with request_expired, and no player can open a game.',
    codes: ['clock-wrong', 'clock-drifting'],
  }),
  must('REQ-04', {
    ...ofRequests,
    section: '4',
    title: 'sends every required field with its type',
    why: 'A missing currency, or an id sent as text, is refused at the launch, often only for players whose profile lacks the field: they came to play and meet an error page.',
    codes: ['request-invalid'],
  }),
  must('REQ-05', {
    ...ofRequests,
    section: '4',
    title: 'uses POST with a JSON content type',
    why: 'Platforms answer other methods with 405, and gateways drop bodies of other types before the platform sees them: launches fail, and no log on the platform explains why.',
    codes: ['request-not-posted', 'request-not-json'],
  }),
  should('REQ-06', {
    ...ofRequests,
    section: '4',
    title: 'caches the game list',
    why: 'The list is long and rarely changes. Fetched for every visitor it makes the lobby as slow as the platform, and on a busy evening its load delays the launches of paying players.',
    codes: ['list-not-cached'],
  }),
  should('REQ-07', {
    ...ofRequests,
    section: '4',
    title: 'gives each launch an agent_session_id of its own',
    why: 'This id ties each bet to a login. Reused, it leaves disputes, loss limits and a forced logout pointing at the wrong visit, and nobody can prove who placed the bet.',
    codes: ['session-id-reused'],
  }),
  must('REQ-08', {
    ...ofRequests,
    section: '4',
    title: 'treats any status but 200 as an error',
    why: 'Gateways put bodies on their errors. An agent that reads them sends players to dead links, or tells them of free spins that were never granted and then has to pay for them.',
    codes: ['error-taken-for-success'],
  }),
  should('REQ-09', {
    ...ofRequests,
    section: '7',
    title: 'does not repeat a request that was refused for what it is',
    why: 'What was refused stays refused. Repeated in a loop, one wrong token becomes a flood that gets the agent blocked, with the launches of every other player.',
    codes: ['refusal-repeated'],
  }),
];
