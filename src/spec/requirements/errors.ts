import type { Requirement } from '../requirement.ts';
import { must, should } from './at-level.ts';

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
