import { must, observe, type Requirement, should, unwritten, written } from '../requirement.ts';

/** ERR: the agent's error answers (section 7). */
export const errors: readonly Requirement[] = [
  must('ERR-01', {
    section: '7',
    source: written('Error answer body: error (string code) and message (string).'),
    title: 'answers errors with a string error and a string message',
    why: 'Without code and message a platform cannot tell a player without funds from a broken wallet: it retries what is final, and nobody finds the cause of a lost round in the logs.',
    judgedBy: 'every-answer',
    situations: [],
    codes: ['error-body-incomplete'],
  }),
  must('ERR-02', {
    section: '2',
    source: unwritten(
      'no answer may say that a call went through and that it failed; the specification has two forms of answers and does not rule out a third',
    ),
    title: 'answers an error or a balance, never both together',
    why: 'One reader takes the balance and books the bet, another takes the error and voids the round. Such an answer sets the two ledgers apart by the stake.',
    judgedBy: 'every-answer',
    situations: [],
    codes: ['error-with-balance'],
  }),
  should('ERR-03', {
    section: '7',
    source: written('Recommended codes:'),
    title: 'uses the recommended error codes',
    why: 'The code decides what happens next: offer a deposit, retry, raise an alarm. A home-made one gets the default, so a player who merely lacks funds is treated as an outage.',
    judgedBy: 'every-answer',
    situations: [],
    codes: ['unrecommended-code'],
  }),
  should('ERR-04', {
    section: '7',
    source: unwritten(
      'no wallet should make a refusal look like an outage; the specification does not show the HTTP status of error answers',
    ),
    title: 'answers business errors with a status below 500',
    why: 'A 5xx means that the outcome is unknown. A bet refused that way is sent again and rolled back several times, and real outages drown in players without money.',
    judgedBy: 'every-answer',
    situations: [],
    codes: ['business-error-5xx', 'error-status'],
  }),
];

/** TIME: how long answers take; the specification is silent on the limit (section 6). */
export const time: readonly Requirement[] = [
  must('TIME-01', {
    section: '6',
    source: unwritten(
      'no wallet may leave the platform without an answer; the specification does not show the time limit, --timeout sets it',
    ),
    title: 'answers within the time limit',
    why: 'A late answer counts as none: the platform retries, then cancels a bet that the wallet has debited. The extra calls slow the agent further, until no round goes through.',
    judgedBy: 'every-answer',
    situations: [],
    codes: ['too-slow'],
  }),
  should('TIME-02', {
    section: '6',
    source: unwritten(
      'no player should wait for the wallet at each spin; the specification says nothing of how quick an answer is',
    ),
    title: 'answers quickly: 95 of 100 callbacks within half a second',
    why: 'Each spin waits for this answer. Players leave a game that hangs, and a wallet at half a second on a quiet day passes the time limit on a busy one, where bets get cancelled.',
    judgedBy: 'every-answer',
    situations: [],
    codes: ['slow', 'slow-in-bursts'],
  }),
  observe('TIME-03', {
    section: '6',
    source: unwritten(
      'the specification says nothing of how an answer travels, and two writes cost 40 ms a call for nothing',
    ),
    title: 'sends its answer in one piece',
    why: 'Headers and body in two writes meet the delayed acknowledgement of TCP: each call on a kept connection waits 40 ms for nothing, and a platform that keeps its connections gets 25 calls a second from each.',
    judgedBy: 'every-answer',
    situations: [],
    codes: ['answer-in-two-writes'],
  }),
];
