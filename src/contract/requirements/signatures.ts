import type { FindingCode } from '../finding.ts';
import type { Requirement } from '../requirement.ts';
import { must, observe, should } from './at-level.ts';
import { afterwards, newBet, ordinary } from './situation-sets.ts';

// A money mismatch of an accepted callback is charged to the requirement about that money.
const refused: readonly FindingCode[] = ['refused-good-signature', 'refused-valid'];

/** SIG: what the agent makes of X-Signature (section 5). */
export const signatures: readonly Requirement[] = [
  must('SIG-01', {
    section: '5',
    title: 'accepts a correctly signed getBalance, makeBet and rollback',
    situations: ordinary,
    codes: refused,
  }),
  must('SIG-02', {
    section: '5',
    title: 'refuses a callback without X-Signature, and moves nothing',
    situations: ['bad-signature', 'probe'],
  }),
  must('SIG-03', {
    section: '5',
    title: 'refuses a callback with a wrong signature, and moves nothing',
    situations: ['bad-signature', 'probe'],
  }),
  must('SIG-04', {
    section: '5',
    title: 'refuses a body that was altered after signing',
    situations: ['bad-signature', 'probe'],
  }),
  must('SIG-05', {
    section: '5',
    title: 'counts request_id into the signature',
    situations: ['bad-signature', 'probe'],
  }),
  must('SIG-06', {
    section: '5',
    title: 'counts the freespins object into the signature',
    situations: ['balance-with-freespins', 'bad-signature', 'probe'],
    codes: [...refused, 'accepted-bad-signature', 'money-moved-on-refusal'],
  }),
  must('SIG-07', {
    section: '5',
    title: 'counts fields it does not know into the signature, and tolerates them',
    situations: ordinary,
    codes: refused,
  }),
  must('SIG-08', {
    section: '5',
    title: "refuses a signature made with another agent's token",
    situations: ['bad-signature', 'probe'],
  }),
  must('SIG-09', {
    section: '5',
    title: 'refuses a signature that is empty, cut short, continued, or of another body',
    situations: ['bad-signature', 'probe'],
  }),
  must('SIG-10', {
    section: '5',
    title: 'verifies text outside ASCII',
    situations: ordinary,
    codes: refused,
  }),
  must('SIG-11', {
    section: '5',
    title: 'verifies characters that JSON serialisers escape',
    situations: ordinary,
    codes: refused,
  }),
  must('SIG-12', {
    section: '5',
    title: 'verifies amounts however they are written',
    situations: ordinary,
    codes: refused,
  }),
  must('SIG-13', {
    section: '5',
    title: 'verifies a body whose keys arrive in another order',
    situations: ordinary,
    codes: refused,
  }),
  should('SIG-14', {
    section: '7',
    title: 'answers a bad signature with the code invalid_signature',
    situations: ['bad-signature'],
    codes: ['signature-error-code'],
  }),
  must('SIG-15', {
    section: '5',
    title: 'refuses a bad signature on a transaction it already knows',
    situations: ['bad-signature', 'probe'],
  }),
  observe('SIG-16', {
    section: '5',
    title: 'accepts a signature in upper-case hex, or with spaces around it',
    situations: ['odd-signature', 'probe'],
  }),
  must('SIG-17', {
    section: '5',
    title: 'verifies a callback before it processes or remembers it',
    situations: ['bad-signature', ...newBet, ...afterwards],
  }),
];
