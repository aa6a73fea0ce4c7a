import type { Requirement } from '../requirement.ts';
import { must } from './at-level.ts';
import { afterwards } from './situation-sets.ts';

/** CON: calls that are under way at the same time. */
export const concurrency: readonly Requirement[] = [
  must('CON-01', {
    section: '6',
    title: 'loses no update of simultaneous bets',
    situations: ['together', ...afterwards],
  }),
  must('CON-02', {
    section: '3',
    title: 'never spends more than the balance on simultaneous bets',
    situations: ['together', ...afterwards],
  }),
  must('CON-03', {
    section: '2',
    title: 'keeps players apart under load',
    situations: ['together', ...afterwards],
  }),
  must('CON-04', {
    section: '6',
    title: 'gives simultaneous callbacks answers that some serial order explains',
    judgedBy: 'not-yet',
    situations: ['together'],
  }),
  must('CON-05', {
    section: '6',
    title: 'adds simultaneous bets and wins up exactly',
    situations: ['together', ...afterwards],
  }),
];
