import type { Requirement } from '../requirement.ts';
import { must, should } from './at-level.ts';

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
    codes: ['slow'],
  }),
];
