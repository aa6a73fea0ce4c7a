import { namesOf } from '../../spec/closed-list.ts';
import { exampleOf } from '../../spec/field.ts';
import { type OperationName, operationNames } from '../../spec/operation.ts';
import { errorEnvelope, exampleRequest, exchangeHeader, successEnvelope } from '../../spec/operation-answers.ts';
import { refusals } from '../../spec/refusal.ts';
import { type RequestCheck, requestChecks } from '../../spec/request-checks.ts';
import { explainOperation, explainRefusal, type OperationExplanation } from '../explain-platform.ts';
import { block, bullets, code, fieldTable, jsonBlock, prose, table } from '../markdown-parts.ts';
import { exampleToken, signedExample, signedText } from './signed-example.ts';

/** How requests are sent, checked and answered, then every operation. */
export const requestChapter = (): readonly string[] => [
  '## Requests of the agent',
  '### How a request is sent',
  bullets(sending),
  `The examples below are signed with the token \`${exampleToken}\`. What is signed of the first of them is one line:`,
  block('text', signedText(exampleRequest('get_game_link'))),
  'Their `timestamp` is long past. With the platform running (`walletproof serve --example-agent` needs no agent of yours), save a body as `body.json`, sign it again, and send it:',
  block('bash', 'walletproof sign body.json --stamp --curl http://127.0.0.1:4600/api/games/get_game_link | sh'),
  '### The answer',
  'Success is HTTP 200 with this envelope, and beside it the object `content`, whose fields each operation tells below; any other status is an error:',
  fieldTable(successEnvelope),
  'An error has the status of its code, and this envelope:',
  fieldTable(errorEnvelope(namesOf(refusals))),
  jsonBlock({ ...exampleOf(errorEnvelope([])) }),
  `Each answer that is in the journal also has the header \`${exchangeHeader}\`. It is walletproof's own: a real platform has none. It names the exchange, which the dashboard shows at \`/#/exchanges/ID\` and the admin API at \`/__admin/exchanges/ID\`; \`request_id\` is the same id.`,
  '### The checks and their order',
  'The first check that fails is answered, and later checks are not made. The specification shows no order: it is **assumed**.',
  checkTable(),
  'That a wrong `Content-Type` is a `validation_error` with HTTP 422 is **assumed**, too: section 4 asks for the header, and names no error for another one.',
  prose(fieldsFirstText()),
  'walletproof explains each `invalid_signature`: the log and the exchange say what was signed instead, and with `serve --explain` so does `message`. It explains up to five a second; beyond that it gives the code alone.',
  '## The operations',
  ...operationNames.flatMap(operationSection),
];

const sending = [
  '`POST {base_url}/api/games/…`; `{base_url}` is what `walletproof serve` prints, `http://127.0.0.1:4600` unless told otherwise. Paths are compared exactly; a query string is ignored (**assumed**).',
  '`Content-Type: application/json`, in UTF-8 and uncompressed (**assumed**); `X-Signature`: the HMAC-SHA256 of the canonical text, keyed with the token, in hexadecimal digits; lower case is **assumed**.',
  'The canonical text is the body with every string trimmed and its keys sorted, as JSON. How that JSON is written is open: **assumed** is that any way is taken which some language writes by default (`quirks.accept`). Traffic and the log name the dialect that matched. [signing.md](signing.md) has it byte by byte.',
  '`timestamp` is Unix time in seconds, and within 300 seconds of the current time.',
  'Strings are trimmed before they are used, too: `"Player One "` is the player `Player One` everywhere. Trimmed at both ends are spaces, tabs, line feeds, vertical tabs and carriage returns, as every language does it (**assumed**).',
  'A signature is also taken over strings of which more is trimmed, as some languages do it: NUL and other control characters, no-break spaces and the other spaces of Unicode, line and paragraph separators, zero-width spaces, marks of direction, a byte order mark. The strings are then used like that: what was signed is what is used (**assumed**).',
  'A field of another name is part of the signature like the others, and otherwise ignored. An optional field that is `null` counts as left out (**assumed**). Of a key that comes twice, the last one counts. Names of fields are never trimmed.',
  'An integer is any number without a fraction, of at most 2^53 - 1: `1001`, `1001.0` and `1.001e3` are one agent (**assumed**).',
];

const checkTable = (): string =>
  table(
    ['', 'what must be so', 'else'],
    requestChecks.map(({ demands, refusal }, index) => [String(index + 1), prose(demands), refusalCell(refusal)]),
  );

const refusalCell = (refusal: RequestCheck['refusal']): string =>
  refusal === 'its own errors'
    ? 'the errors of the operation, below'
    : `${explainRefusal(refusal).status} ${code(refusal)}`;

const fieldsFirstText = (): string => {
  const moved = requestChecks.flatMap(({ fieldsFirst }, index) =>
    fieldsFirst === undefined ? [] : [{ place: index + 1, fieldsFirst }],
  );
  const order = moved.toSorted((a, b) => a.fieldsFirst - b.fieldsFirst).map(({ place }) => place);
  const places = moved.map(({ place }) => place);
  return `With \`quirks.checkOrder: fields-first\` the checks ${places.join(', ')} come in the order ${order.join(', ')}.`;
};

const operationSection = (name: OperationName): readonly string[] => {
  const told = explainOperation(name);
  return [
    `### ${name}`,
    told.assumed ? `${told.summary} ${assumedWhole}` : told.summary,
    fieldTable(told.fields),
    ...furtherFields(told),
    signedExample(told.path, told.example),
    '`content` of the answer:',
    fieldTable(told.content),
    jsonBlock(told.exampleAnswer),
    errorText(told),
    bullets(told.notes.map(({ text, assumed }) => `${assumed ? '**assumed**: ' : ''}${prose(text)}`)),
  ];
};

const assumedWhole =
  'The specification names the operation and shows none of its fields: everything but `agent_id` and `timestamp` is **assumed**.';

const furtherFields = ({ furtherFields: fields }: OperationExplanation): readonly string[] =>
  fields.length === 0 ? [] : ['With `quirks.listFilters: apply` these are taken, too:', fieldTable(fields)];

/** Those of every operation are told once, with the checks. */
const errorText = ({ errors }: OperationExplanation): string => {
  const own = errors.filter(
    ({ code: each }) => each === 'internal_error' || !requestChecks.some(({ refusal }) => refusal === each),
  );
  const others = own.filter(({ code: each }) => each !== 'internal_error');
  if (others.length === 0) return 'Errors: those of the checks above.';
  const listed = others.map(({ code: each, status }) => `${status} ${code(each)}`);
  return `Errors: those of the checks above, then ${listed.join(', ')}.`;
};
