import type { Requirement } from '../requirement.ts';
import { must, observe, should } from './at-level.ts';
import { afterwards, rollbacks } from './situation-sets.ts';

/** RB: rollback (sections 3 and 6). */
export const rollback: readonly Requirement[] = [
  must('RB-01', {
    section: '6',
    title: 'refunds the bet of a transaction that is rolled back',
    situations: ['rollback-of-bet', ...afterwards],
  }),
  must('RB-02', {
    section: '6',
    title: 'refunds the bet and takes the win back',
    situations: ['rollback-of-bet-and-win', ...afterwards],
  }),
  must('RB-03', {
    section: '6',
    title: 'takes the win of a win-only transaction back',
    situations: ['rollback-of-win', ...afterwards],
  }),
  must('RB-04', {
    section: '3',
    title: 'rolls a transaction back once, however often the rollback comes',
    situations: ['rollback-again', ...afterwards],
  }),
  must('RB-05', {
    section: '3',
    title: 'changes nothing on the rollback of an unknown transaction',
    situations: ['rollback-unknown', ...afterwards],
  }),
  must('RB-06', {
    section: '3',
    title: 'applies simultaneous rollbacks of one transaction once',
    situations: ['together', ...afterwards],
  }),
  must('RB-07', {
    section: '6',
    title: 'does not make a bet again that was rolled back',
    situations: ['rolled-back-bet-again', ...afterwards],
  }),
  observe('RB-08', {
    section: '3',
    title: 'applies or ignores a makeBet that comes after its own rollback',
    situations: ['late-bet', ...afterwards],
  }),
  must('RB-09', {
    section: '3',
    title: 'changes nothing on the rollback of a bet that was refused',
    situations: ['rollback-of-refused', ...afterwards],
  }),
  must('RB-10', {
    section: '6',
    title: 'rolls back only the named transaction of a round',
    situations: [...rollbacks, ...afterwards],
  }),
  must('RB-11', {
    section: '6',
    title: 'rolls a transaction back after its round is finished',
    situations: [...rollbacks, ...afterwards],
  }),
  should('RB-12', {
    section: '2',
    title: "moves nobody's money when a player's rollback names another's transaction",
    situations: ['foreign-rollback', ...afterwards],
  }),
  observe('RB-13', {
    section: '6',
    title: 'goes below zero, or refuses, when a rolled-back win is already spent',
    situations: ['rollback-of-spent-win', ...afterwards],
  }),
  must('RB-14', {
    section: '6',
    title: 'rolls back the amounts that it recorded first',
    situations: [...rollbacks, ...afterwards],
    codes: ['wrong-amounts-rolled-back', 'wrong-balance'],
  }),
  must('RB-15', {
    section: '3',
    title: 'ends consistent when a bet and its rollback arrive together',
    situations: ['together', ...afterwards],
  }),
  should('RB-16', {
    section: '6',
    title: 'accepts a rollback that comes in another session of the player',
    situations: [...rollbacks, ...afterwards],
    codes: ['refused-valid', 'rollback-not-applied', 'foreign-money-moved'],
  }),
];
