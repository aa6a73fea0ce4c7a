import type { FindingCode } from '../finding.ts';
import {
  afterwards,
  must,
  newBet,
  observe,
  ordinary,
  type Requirement,
  should,
  unwritten,
  written,
} from '../requirement.ts';

// A money mismatch of an accepted callback is charged to the requirement about that money.
const refused: readonly FindingCode[] = ['refused-good-signature', 'refused-valid'];

/** SIG: what the agent makes of X-Signature (section 5). */
export const signatures: readonly Requirement[] = [
  must('SIG-01', {
    section: '5',
    source: written('Every callback carries X-Signature. The agent must verify it before processing'),
    title: 'accepts a correctly signed getBalance, makeBet and rollback',
    why: 'A genuine callback refused for its signature is a round nobody can play, or a win and a refund that never reach the wallet; to the platform the agent is simply down.',
    situations: ordinary,
    codes: refused,
  }),
  must('SIG-02', {
    section: '5',
    source: written('When the signature is missing or different, the agent rejects the callback'),
    title: 'refuses a callback without X-Signature, and moves nothing',
    why: 'The callback URL is public. Whoever finds it posts a makeBet with win 10000 and no header, and withdraws the money before anyone reconciles.',
    situations: ['bad-signature', 'probe'],
  }),
  must('SIG-03', {
    section: '5',
    source: written('When the signature is missing or different, the agent rejects the callback'),
    title: 'refuses a callback with a wrong signature, and moves nothing',
    why: 'A check that only wants a header to be there, or only logs a mismatch, lets anyone who knows a player_id fill that wallet; it shows when the invoice and the wallets disagree.',
    situations: ['bad-signature', 'probe'],
  }),
  must('SIG-04', {
    section: '5',
    source: written(
      'Take all data of the JSON body (including request_id and, when present, the freespins object; both take part in the signature)',
    ),
    title: 'refuses a body that was altered after signing',
    why: 'When only some fields are hashed, one changed digit in a captured callback turns a win of 5 into 5000, or pays it to another player_id.',
    situations: ['bad-signature', 'probe'],
  }),
  must('SIG-05', {
    section: '5',
    source: written(
      'Take all data of the JSON body (including request_id and, when present, the freespins object; both take part in the signature)',
    ),
    title: 'counts request_id into the signature',
    why: 'An agent that hashes its own list of fields, without request_id, computes another digest than the platform: every genuine callback fails, until somebody switches the check off.',
    situations: ['bad-signature', 'probe'],
  }),
  must('SIG-06', {
    section: '5',
    source: written(
      'Take all data of the JSON body (including request_id and, when present, the freespins object; both take part in the signature)',
    ),
    title: 'counts the freespins object into the signature',
    why: 'freespins comes in some getBalance callbacks only. An agent that leaves the nested object out of the hash passes its tests, and locks players out when the first promotion starts.',
    situations: ['balance-with-freespins', 'bad-signature', 'probe'],
    codes: [...refused, 'accepted-bad-signature', 'money-moved-on-refusal'],
  }),
  must('SIG-07', {
    section: '5',
    source: written(
      'Take all data of the JSON body (including request_id and, when present, the freespins object; both take part in the signature)',
    ),
    title: 'counts fields it does not know into the signature, and tolerates them',
    why: "Platforms add fields. An agent that hashes only the fields it knows, or rejects others, refuses all callbacks from the day of the platform's next release: every game stops.",
    situations: ordinary,
    codes: refused,
  }),
  must('SIG-08', {
    section: '5',
    source: written('When the signature is missing or different, the agent rejects the callback'),
    title: "refuses a signature made with another agent's token",
    why: 'An installation that serves several brands must not try one token after the other: a leaked token of a test brand would then be enough to credit live players of all of them.',
    situations: ['bad-signature', 'probe'],
  }),
  must('SIG-09', {
    section: '5',
    source: written('Compare with the received signature using a constant-time comparison.'),
    title: 'refuses a signature that is empty, cut short, continued, or of another body',
    why: 'Comparing a prefix, or only as many characters as were received, leaves a few characters to guess in place of 64; a digest not tied to its body can be reused from any log.',
    situations: ['bad-signature', 'probe'],
  }),
  must('SIG-10', {
    section: '5',
    source: written('sort by keys alphabetically, serialize to JSON'),
    title: 'verifies text outside ASCII',
    why: 'Some serialisers write a Cyrillic or Chinese name as \\u escapes, others keep it. An agent tested with ASCII names only refuses every bet of exactly these players.',
    situations: ordinary,
    codes: refused,
  }),
  must('SIG-11', {
    section: '5',
    source: written('sort by keys alphabetically, serialize to JSON'),
    title: 'verifies characters that JSON serialisers escape',
    why: 'PHP escapes the slash, Go escapes < and &. Serialised again that way, one display name no longer matches its signature: that player cannot bet, and all others can.',
    situations: ordinary,
    codes: refused,
  }),
  must('SIG-12', {
    section: '5',
    source: written('sort by keys alphabetically, serialize to JSON'),
    title: 'verifies amounts however they are written',
    why: 'An amount that passes through a float or decimal type may come back as 10.0 or 1E+1. The digest differs, and bets of certain amounts are refused, at random as it seems.',
    situations: ordinary,
    codes: ['number-reprinted', ...refused],
  }),
  must('SIG-13', {
    section: '5',
    source: written('sort by keys alphabetically, serialize to JSON'),
    title: 'verifies a body whose keys arrive in another order',
    why: 'The order of JSON keys means nothing, and a proxy or a new release may change it. An agent that hashes the raw body, or its own order, then refuses all traffic at once.',
    situations: ordinary,
    codes: refused,
  }),
  should('SIG-14', {
    section: '7',
    source: written('invalid_signature: callback signature wrong'),
    title: 'answers a bad signature with the code invalid_signature',
    why: 'By this code a platform sees that a token was changed on one side only. Under another code it looks like a failing bet, which is retried and rolled back for hours.',
    situations: ['bad-signature'],
    codes: ['signature-error-code'],
  }),
  must('SIG-15', {
    section: '5',
    source: written('Every callback carries X-Signature. The agent must verify it before processing'),
    title: 'refuses a bad signature on a transaction it already knows',
    why: "An agent that looks for duplicates before it verifies answers a forged makeBet with the balance: an old transaction_id from a log is enough to watch a player's money.",
    situations: ['bad-signature', 'probe'],
  }),
  observe('SIG-16', {
    section: '5',
    source: unwritten(
      'the specification says hexadecimal, and neither in which case nor what becomes of spaces around it',
    ),
    title: 'accepts a signature in upper-case hex, or with spaces around it',
    why: 'Proxies trim headers, and some clients write hex in upper case. No money is at stake either way, but a strict agent stops on the day such a proxy is put before it.',
    situations: ['odd-signature', 'probe'],
  }),
  must('SIG-17', {
    section: '5',
    source: written('Every callback carries X-Signature. The agent must verify it before processing'),
    title: 'verifies a callback before it processes or remembers it',
    why: 'When the id is stored before the check, a forged makeBet uses it up: the genuine one that follows passes for a duplicate, so the stake is not taken or the win not paid.',
    situations: ['bad-signature', ...newBet, ...afterwards],
  }),
  must('SIG-18', {
    section: '5',
    source: written('When the signature is missing or different, the agent rejects the callback'),
    title: 'refuses what a forger would try',
    why: 'A key that was not configured is the empty text or the word null, and everybody knows it; a cache of signatures or request_ids that were verified lets one captured callback sign any other.',
    situations: ['bad-signature', 'probe'],
  }),
  must('SIG-19', {
    section: '5',
    source: written(
      'Take all data of the JSON body (including request_id and, when present, the freespins object; both take part in the signature)',
    ),
    title: 'verifies valid bodies of unusual size and shape',
    why: 'A buffer of 8 KiB, a serialiser that drops null or prints large numbers as 9.0E15: each works until a promotion adds a list to the body, and then every callback of it is refused.',
    situations: ordinary,
    codes: ['refused-good-signature', 'observed'],
  }),
];
