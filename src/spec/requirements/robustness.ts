import type { FindingCode } from '../finding.ts';
import type { Requirement } from '../requirement.ts';
import { must, observe, should } from './at-level.ts';
import { afterwards, newBet, rollbacks } from './situation-sets.ts';

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
    codes: ['server-error', 'no-answer'],
  }),
];
