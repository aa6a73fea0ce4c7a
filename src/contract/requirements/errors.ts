import type { Requirement } from '../requirement.ts';
import { must, should } from './at-level.ts';

/** ERR: the agent's error answers (section 7). */
export const errors: readonly Requirement[] = [
  must('ERR-01', {
    section: '7',
    title: 'answers errors with a string error and a string message',
    judgedBy: 'every-answer',
    situations: [],
    codes: ['error-body-incomplete'],
  }),
  must('ERR-02', {
    section: '2',
    title: 'answers an error or a balance, never both together',
    judgedBy: 'every-answer',
    situations: [],
    codes: ['error-with-balance'],
  }),
  should('ERR-03', {
    section: '7',
    title: 'uses the recommended error codes',
    judgedBy: 'every-answer',
    situations: [],
    codes: ['unrecommended-code'],
  }),
  should('ERR-04', {
    section: '7',
    title: 'answers business errors with a status below 500',
    judgedBy: 'every-answer',
    situations: [],
    codes: ['business-error-5xx', 'error-status'],
  }),
];
