import type { FindingRecord } from '../finding-record.ts';

/** On the form of an answer, its status and its time. */
export const answerFindings = {
  'balance-not-a-number': {
    weight: 'breach',
    sentence: 'content.balance is not a JSON number.',
    hint: 'Write the balance as a number: {"content":{"balance":100.5}}, without quotes.',
    breaks: 'BAL-01',
  },
  'balance-missing': {
    weight: 'breach',
    sentence: 'The answer has no content.balance and is no error answer either.',
    hint: 'Answer {"content":{"balance":100.5}} or {"error":"code","message":"text"}.',
    breaks: 'BAL-01',
  },
  'answer-not-json': {
    weight: 'breach',
    sentence: 'The answer is not a JSON object.',
    hint: 'Answer JSON to every callback; turn the HTML error page of the framework off.',
    breaks: 'BAL-01',
  },
  'not-json-content-type': {
    weight: 'breach',
    sentence: 'The answer is JSON, but its content type does not say so.',
    hint: 'Set Content-Type: application/json.',
    breaks: 'BAL-06',
  },
  'too-many-digits': {
    weight: 'breach',
    sentence: 'The balance is written with more digits than the currency has.',
    hint: 'Round to the scale of the currency when writing; better, keep money as integers.',
    breaks: 'BAL-08',
  },
  'error-body-incomplete': {
    weight: 'breach',
    sentence: 'An error answer lacks the string error or the string message.',
    hint: 'Answer {"error":"code","message":"text"} for every refusal.',
    breaks: 'ERR-01',
  },
  'error-with-balance': {
    weight: 'breach',
    sentence: 'The answer carries error and content.balance together.',
    hint: 'Answer either content.balance or error with message, never both.',
    breaks: 'ERR-02',
  },
  'business-error-5xx': {
    weight: 'breach',
    sentence: 'A business error was answered with a status of 500 or more.',
    hint: 'Answer refusals with a 4xx status; the platform retries a 5xx.',
    breaks: 'ERR-04',
  },
  'error-status': {
    weight: 'breach',
    sentence: 'An error answer has an HTTP status that this platform is set not to take.',
    hint: 'The quirk agentErrorStatus says which statuses it takes.',
    breaks: 'ERR-04',
  },
  'server-error': {
    weight: 'breach',
    sentence: 'A well-formed callback was answered with a status of 500 or more.',
    hint: "Find the exception of that moment in the agent's log, and whether the money was committed before it: the platform sends the callback again.",
    breaks: 'ROB-11',
  },
  'no-answer': {
    weight: 'breach',
    sentence: 'The connection was closed without an answer to a well-formed callback.',
    hint: "Look for a crash in the agent's log, or for a proxy or worker limit that closes the connection.",
    breaks: 'ROB-11',
  },
  'too-slow': {
    weight: 'breach',
    sentence: 'The answer did not come within the time limit.',
    hint: 'Look for locks, remote calls and missing indexes inside the callback. A late answer counts as none, and the callback comes again (--timeout sets the limit).',
    breaks: 'TIME-01',
  },
  slow: {
    weight: 'breach',
    sentence: 'The slowest twentieth of the answers took more than half a second.',
    hint: 'Move out of the callback what can wait (mail, reports, remote calls), and look for an index on transaction_id.',
    breaks: 'TIME-02',
  },
  'survived-badly': {
    weight: 'breach',
    sentence: 'Bad input was not answered with an error, or the agent was gone after it.',
    hint: 'Answer a 4xx error for a body that cannot be read, and go on.',
  },
} as const satisfies Record<string, FindingRecord>;
