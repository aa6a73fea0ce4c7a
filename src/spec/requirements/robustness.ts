import type { FindingCode } from '../finding.ts';
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
    source: unwritten(
      'no wallet may stop serving because of what somebody posts to a public address; the specification shows JSON bodies only',
    ),
    title: 'answers malformed JSON with an error, and goes on',
    why: 'An uncaught parse error ends the process: one broken request from a scanner cuts off every running round, and all the bets in flight have to be rolled back.',
    situations: ['malformed', 'probe'],
  }),
  must('ROB-02', {
    section: '6',
    source: unwritten(
      'no wallet may stop serving because of what somebody posts to a public address; the specification shows JSON objects only',
    ),
    title: 'answers a body that is empty or no object with an error, and goes on',
    why: 'Monitors and scanners post empty bodies and bare values. Reading a field of nothing brings down agents that survive any well-formed test, and the games of all players with them.',
    situations: ['malformed', 'probe'],
  }),
  must('ROB-03', {
    section: '4',
    source: unwritten(
      'no wallet may answer success to a call that it does not understand; the specification knows three types and not what becomes of others',
    ),
    title: 'refuses a callback whose type is unknown or missing',
    why: 'Where unknown types fall into a default branch, a new kind of callback is answered with success and booked by nobody: the platform believes in money that never moved.',
    situations: ['invalid', 'probe'],
  }),
  must('ROB-04', {
    section: '6',
    source: unwritten(
      'no wallet may move money by a callback that lacks what it is about; the specification shows no answer to one',
    ),
    title: 'refuses a callback without its transaction_id, bet or win, and moves nothing',
    why: 'A missing amount becomes NaN or 0, and a missing id one key for all: the balance is spoilt for good, or one bet makes every later one pass for a duplicate and play for free.',
    situations: ['invalid', 'probe'],
  }),
  should('ROB-05', {
    section: '6',
    source: unwritten(
      'no wallet should pay out for a bet or charge for a win; the specification leaves the sign of amounts open',
    ),
    title: 'refuses a negative bet and a negative win',
    why: 'A negative bet is a credit that passes every check of funds, a negative win a debit that no check guards. One faulty game feed pays stakes out in place of taking them.',
    situations: ['invalid', 'probe'],
  }),
  should('ROB-06', {
    section: '6',
    source: unwritten(
      'no wallet should make money of a value that is no amount; the specification says float and shows no answer to anything else',
    ),
    title: 'refuses amounts that are no JSON numbers, or no finite ones',
    why: 'In some languages 100 + "10" is "10010", true is 1 and 1e309 is infinite: a loose conversion makes money out of a malformed callback, and no bet stands behind it.',
    situations: ['invalid', 'probe'],
  }),
  should('ROB-07', {
    section: '2',
    source: unwritten(
      'no wallet should fall over an id for the characters in it; the specification says string and leaves characters and length open',
    ),
    title: 'takes ids for text, whatever characters they hold',
    why: "Ids pasted into SQL or paths break on a quote; ids cut to a column's width make two transactions one, and the second bet is swallowed as a duplicate.",
    situations: [...newBet, 'duplicate', ...rollbacks, ...afterwards],
    codes: [...garbledIds, 'server-error', 'no-answer', 'observed'],
  }),
  should('ROB-08', {
    section: '4',
    source: unwritten(
      'no wallet should act on a request that nobody meant for it; the specification names POST and shows no answer to other methods',
    ),
    title: 'answers methods other than POST with an error',
    why: "Crawlers, caches and link previews send GET. Wallet code that runs for them acts on nobody's order, and a plain 200 tells monitoring that a broken callback works.",
    situations: ['malformed', 'probe'],
  }),
  observe('ROB-09', {
    section: '2',
    source: unwritten(
      'the specification does not say what becomes of a correctly signed body that names another agent, and two brands that are mixed up bill each other',
    ),
    title: 'accepts or refuses a signed body with the agent_id of another agent',
    why: 'A right signature with a foreign agent_id points to mixed-up configuration. Accepted, the play of one brand is booked in the wallets of another, and both invoices are wrong.',
    situations: ['invalid', 'probe'],
  }),
  observe('ROB-10', {
    section: '5',
    source: unwritten(
      'the specification does not say which of two equal keys counts, and an agent that verifies one and books the other can be made to pay',
    ),
    title: 'takes the first or the last value of a repeated key, or refuses the body',
    why: 'Parsers differ on which of two equal keys counts. Where the check hashes bet 1 and the wallet reads bet 1000, a body that verified moves a thousand times the money.',
    situations: ['invalid', ...afterwards],
  }),
  must('ROB-11', {
    section: '6',
    source: unwritten(
      'no wallet may leave the outcome of a well-formed callback open; the specification does not show the HTTP status of errors',
    ),
    title: 'answers every well-formed callback, and never with a 5xx',
    why: 'After a 5xx or silence the platform cannot know whether money moved: it retries, then rolls back. If the wallet had committed already, each such call ends in a dispute.',
    judgedBy: 'every-answer',
    situations: [],
    codes: ['server-error', 'no-answer', 'body-left-on-connection'],
  }),
  must('ROB-12', {
    section: '4',
    source: unwritten(
      'no wallet may put a default in the place of what it cannot read; the specification shows no answer to such a body',
    ),
    title: 'refuses a type in another case and amounts that are no JSON, and takes no default for them',
    why: 'Python reads NaN, and code that catches what it cannot compare goes on with 0: a bet for nothing, answered with success. A balance that has become NaN covers every bet from then on.',
    situations: ['invalid', 'malformed', 'probe'],
    codes: ['accepted-invalid', 'money-moved-on-refusal'],
  }),
  should('ROB-13', {
    section: '4',
    source: unwritten(
      'no agent should depend on how a client writes its HTTP; the specification says HTTP and leaves the form to it',
    ),
    title: 'serves every valid HTTP',
    why: 'A proxy, a CDN or a new client library sends chunks, other header names or a charset from one day to the next. Code that reads HTTP by hand then refuses every callback at once.',
    situations: ['balance'],
    codes: ['http-form-refused', 'observed'],
  }),
  must('ROB-14', {
    section: '3',
    source: written('no second debit or credit; current balance returned'),
    title: 'goes on as before after a repeated, refused or broken call',
    why: 'A connection that each refusal keeps, a flag that a duplicate leaves, a row that is written back: the call itself is answered rightly, and the next bet of a player who did nothing wrong is free, swallowed or refused.',
    situations: [...newBet, ...rollbacks, ...afterwards],
    calls: / \(after /,
    codes: [
      ...garbledIds,
      'bet-not-refunded',
      'win-not-credited',
      'win-not-reverted',
      'wrong-amounts-rolled-back',
      'wrong-arithmetic',
      'refused-valid',
      'server-error',
      'no-answer',
      'too-slow',
      'taken-for-another',
      'exhausted',
    ],
  }),
  must('ROB-15', {
    section: '6',
    source: unwritten(
      'no wallet may apply a transaction or not by what is for display or for the log; the specification gives types of these fields and shows no bounds',
    ),
    title: 'handles a call alike whatever its language, game, round, request id and names hold',
    why: 'A player renames himself, a game is added, a market is opened: where a column is too narrow for it, or a word is taken for nothing, bets are answered with success and lost, or every call of that player fails.',
    situations: [...newBet, ...rollbacks, ...afterwards],
    calls: / \(/,
  }),
];
