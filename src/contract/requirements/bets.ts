import type { Requirement } from '../requirement.ts';
import { must, observe, should } from './at-level.ts';
import { afterwards, newBet } from './situation-sets.ts';

/** BET: makeBet (sections 3 and 6). */
export const bets: readonly Requirement[] = [
  must('BET-01', {
    section: '6',
    title: 'debits the bet',
    situations: ['bet', ...afterwards],
  }),
  must('BET-02', {
    section: '6',
    title: 'debits the bet and credits the win of one makeBet',
    situations: ['bet-and-win', ...afterwards],
  }),
  must('BET-03', {
    section: '6',
    title: 'credits a win that comes without a bet',
    situations: ['win', ...afterwards],
  }),
  must('BET-04', {
    section: '6',
    title: 'accepts bet 0 with win 0, and moves nothing',
    situations: ['zero', ...afterwards],
  }),
  must('BET-05', {
    section: '6',
    title: 'accepts a bet equal to the whole balance',
    situations: ['bet', ...afterwards],
  }),
  must('BET-06', {
    section: '3',
    title: 'refuses a bet above the balance, and moves nothing',
    situations: ['bet-above-balance', 'probe'],
  }),
  should('BET-07', {
    section: '7',
    title: 'refuses a bet above the balance with insufficient_balance',
    situations: ['bet-above-balance'],
    codes: ['insufficient-balance-code'],
  }),
  must('BET-08', {
    section: '6',
    title: 'checks the bet against the balance before the win is credited',
    situations: ['bet-above-balance', 'probe'],
  }),
  must('BET-09', {
    section: '3',
    title: 'applies every transaction of one round',
    situations: [...newBet, ...afterwards],
  }),
  must('BET-10', {
    section: '6',
    title: 'moves the same money whether round_finished is true or false',
    situations: [...newBet, ...afterwards],
  }),
  must('BET-11', {
    section: '2',
    title: 'keeps decimal amounts exact',
    situations: [...newBet, ...afterwards],
  }),
  must('BET-12', {
    section: '6',
    title: 'answers makeBet with the new balance',
    situations: newBet,
  }),
  observe('BET-13', {
    section: '3',
    title: 'applies or refuses a refused transaction_id that comes again when there is money',
    situations: ['refused-bet-again', ...afterwards],
  }),
  must('BET-14', {
    section: '6',
    title: 'applies a new transaction of a round that is finished',
    situations: [...newBet, ...afterwards],
  }),
  must('BET-15', {
    section: '6',
    title: 'moves money in the currency of the callback only',
    situations: [...newBet, ...afterwards],
  }),
  observe('BET-16', {
    section: '2',
    title: 'rounds, refuses or keeps amounts finer than the currency',
    situations: ['fine-amount', ...afterwards],
  }),
  should('BET-17', {
    section: '7',
    title: 'refuses a bet of an unknown player or in an unknown currency, and moves nothing',
    situations: ['unknown-player', 'unknown-currency', 'probe'],
  }),
];
