import type { FindingCode } from '../finding.ts';
import type { Requirement } from '../requirement.ts';
import { must, should } from './at-level.ts';

// Broken on every getBalance these are BAL-01's alone; here they are BAL-04's too.
const otherShape: readonly FindingCode[] = [
  'balance-missing',
  'balance-not-a-number',
  'answer-not-json',
  'error-with-balance',
];

/** BAL: getBalance (section 6). */
export const balance: readonly Requirement[] = [
  must('BAL-01', {
    section: '6',
    title: 'answers content.balance as a JSON number',
    judgedBy: 'every-answer',
    situations: [],
    codes: ['balance-not-a-number', 'balance-missing', 'answer-not-json'],
  }),
  must('BAL-02', {
    section: '6',
    title: 'moves no money on getBalance',
    situations: ['balance'],
  }),
  must('BAL-03', {
    section: '6',
    title: 'shows the balance of now, not a cached one',
    situations: ['balance'],
  }),
  must('BAL-04', {
    section: '6',
    title: 'answers getBalance in the same way with and without freespins',
    situations: ['balance-with-freespins'],
    codes: [...otherShape, 'refused-valid', 'stale-balance', 'wrong-balance'],
  }),
  should('BAL-05', {
    section: '7',
    title: 'refuses getBalance for an unknown player with player_not_found',
    situations: ['unknown-player'],
    codes: ['accepted-unknown-account', 'unrecommended-code'],
  }),
  should('BAL-06', {
    section: '6',
    title: 'answers with a JSON content type',
    judgedBy: 'every-answer',
    situations: [],
    codes: ['not-json-content-type'],
  }),
  should('BAL-07', {
    section: '7',
    title: 'refuses a currency that the player does not have with invalid_currency',
    situations: ['unknown-currency'],
    codes: ['accepted-unknown-account', 'unrecommended-code', 'observed'],
  }),
  should('BAL-08', {
    section: '2',
    title: 'writes no more digits of a balance than the currency has',
    judgedBy: 'every-answer',
    situations: [],
    codes: ['too-many-digits'],
  }),
];
