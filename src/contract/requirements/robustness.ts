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
    situations: ['malformed', 'probe'],
  }),
  must('ROB-02', {
    section: '6',
    title: 'answers a body that is empty or no object with an error, and goes on',
    situations: ['malformed', 'probe'],
  }),
  must('ROB-03', {
    section: '4',
    title: 'refuses a callback whose type is unknown or missing',
    situations: ['invalid', 'probe'],
  }),
  must('ROB-04', {
    section: '6',
    title: 'refuses a callback without its transaction_id, bet or win, and moves nothing',
    situations: ['invalid', 'probe'],
  }),
  should('ROB-05', {
    section: '6',
    title: 'refuses a negative bet and a negative win',
    situations: ['invalid', 'probe'],
  }),
  should('ROB-06', {
    section: '6',
    title: 'refuses amounts that are no JSON numbers, or no finite ones',
    situations: ['invalid', 'probe'],
  }),
  should('ROB-07', {
    section: '2',
    title: 'takes ids for text, whatever characters they hold',
    situations: [...newBet, 'duplicate', ...rollbacks, ...afterwards],
    codes: [...garbledIds, 'server-error', 'no-answer', 'observed'],
  }),
  should('ROB-08', {
    section: '4',
    title: 'answers other methods than POST with an error',
    situations: ['malformed', 'probe'],
  }),
  observe('ROB-09', {
    section: '2',
    title: 'accepts or refuses a signed body with the agent_id of another agent',
    situations: ['invalid', 'probe'],
  }),
  observe('ROB-10', {
    section: '5',
    title: 'takes the first or the last value of a repeated key, or refuses the body',
    judgedBy: 'not-yet',
    situations: ['invalid', ...afterwards],
  }),
  must('ROB-11', {
    section: '6',
    title: 'answers every well-formed callback, and never with a 5xx',
    judgedBy: 'every-answer',
    situations: [],
    codes: ['server-error', 'no-answer'],
  }),
];
