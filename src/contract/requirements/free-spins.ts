import type { Requirement } from '../requirement.ts';
import { must } from './at-level.ts';
import { afterwards, newBet, rollbacks } from './situation-sets.ts';

/** FS: free spins (sections 2, 3 and 6). */
export const freeSpins: readonly Requirement[] = [
  must('FS-01', {
    section: '6',
    title: 'moves no money on the progress of a pack',
    situations: ['balance-with-freespins', ...afterwards],
  }),
  must('FS-02', {
    section: '3',
    title: 'never pays accumulated_win by itself',
    situations: ['balance-with-freespins', ...afterwards],
  }),
  must('FS-03', {
    section: '3',
    title: 'accepts the final notification of a pack, is_finish true',
    situations: ['balance-with-freespins', ...afterwards],
  }),
  must('FS-04', {
    section: '3',
    title: 'credits the win of a pack when its makeBet comes after the end',
    situations: ['win', ...afterwards],
  }),
  must('FS-05', {
    section: '6',
    title: 'credits the win of a pack once',
    situations: ['duplicate', ...afterwards],
  }),
  must('FS-06', {
    section: '3',
    title: 'accepts a pack that won nothing and settles nothing',
    situations: ['balance-with-freespins', ...afterwards],
  }),
  must('FS-07', {
    section: '3',
    title: 'goes on without freespins after the end of a pack',
    situations: ['balance', 'probe', ...newBet],
  }),
  must('FS-08', {
    section: '3',
    title: 'applies ordinary bets between free spins',
    situations: [...newBet, 'balance-with-freespins', ...afterwards],
  }),
  must('FS-09', {
    section: '6',
    title: 'rolls the win of a pack back',
    situations: [...rollbacks, ...afterwards],
  }),
  must('FS-10', {
    section: '3',
    title: 'handles two packs one after the other',
    situations: ['win', 'balance-with-freespins', ...afterwards],
  }),
];
