import type { Requirement } from '../requirement.ts';
import { must, should } from './at-level.ts';

/** TIME: how long answers take; the specification is silent on the limit (section 6). */
export const time: readonly Requirement[] = [
  must('TIME-01', {
    section: '6',
    title: 'answers within the time limit',
    judgedBy: 'every-answer',
    situations: [],
    codes: ['too-slow'],
  }),
  should('TIME-02', {
    section: '6',
    title: 'answers quickly: 95 of 100 callbacks within half a second',
    judgedBy: 'every-answer',
    situations: [],
    codes: ['slow'],
  }),
];
