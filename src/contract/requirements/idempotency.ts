import type { Requirement } from '../requirement.ts';
import { must, observe } from './at-level.ts';
import { afterwards } from './situation-sets.ts';

/** IDEM: the same makeBet more than once (sections 3 and 6). */
export const idempotency: readonly Requirement[] = [
  must('IDEM-01', {
    section: '6',
    title: 'applies a repeated makeBet once',
    situations: ['duplicate', ...afterwards],
  }),
  must('IDEM-02', {
    section: '6',
    title: 'knows a duplicate by its transaction_id, not by its request_id',
    situations: ['duplicate', ...afterwards],
  }),
  must('IDEM-03', {
    section: '3',
    title: 'answers a duplicate with the balance of now',
    situations: ['duplicate'],
    codes: ['stale-balance'],
  }),
  must('IDEM-04', {
    section: '6',
    title: 'takes the same transaction_id with other amounts for a duplicate',
    situations: ['duplicate', ...afterwards],
  }),
  must('IDEM-05', {
    section: '6',
    title: 'knows a duplicate that comes in another session of the player',
    situations: ['duplicate', ...afterwards],
  }),
  must('IDEM-06', {
    section: '6',
    title: 'applies simultaneous duplicates once',
    situations: ['together', ...afterwards],
  }),
  must('IDEM-07', {
    section: '6',
    title: 'remembers a transaction after many others, and after a while',
    situations: ['duplicate', ...afterwards],
  }),
  must('IDEM-08', {
    section: '3',
    title: 'answers a duplicate with success, not with an error',
    situations: ['duplicate'],
    codes: ['duplicate-refused'],
  }),
  must('IDEM-09', {
    section: '6',
    title: 'remembers a transaction across a restart of itself',
    judgedBy: 'not-yet',
    situations: ['duplicate', ...afterwards],
  }),
  must('IDEM-10', {
    section: '6',
    title: 'credits a repeated win once, of a win-only makeBet and of a free-spin pack',
    situations: ['duplicate', ...afterwards],
  }),
  observe('IDEM-11', {
    section: '2',
    title: "moves no money for another player's transaction_id, or takes it for a new one",
    situations: ['foreign-duplicate', ...afterwards],
  }),
  must('IDEM-12', {
    section: '6',
    title: 'applies a makeBet once whose first answer was lost',
    judgedBy: 'not-yet',
    situations: ['duplicate', ...afterwards],
  }),
];
