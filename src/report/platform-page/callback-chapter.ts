import type { CallbackType } from '../../spec/callback.ts';
import { callbackTypes } from '../../spec/callback.ts';
import { agentErrorAnswer, balanceAnswer } from '../../spec/callback-fields.ts';
import { exampleOf } from '../../spec/field.ts';
import { quirks } from '../../spec/quirks.ts';
import { deliveryModes } from '../../spec/settings.ts';
import { explainCallback } from '../explain-platform.ts';
import { bullets, code, fieldTable, jsonBlock, prose, steps, table } from './markdown-parts.ts';
import { signedExample } from './signed-example.ts';

/** How callbacks are sent, what becomes of their answers, then every callback. */
export const callbackChapter = (): readonly string[] => [
  '## Callbacks of the platform',
  '### How a callback is sent',
  bullets(sending),
  '### The answer, and what becomes of it',
  'The agent answers HTTP 200 with the balance:',
  fieldTable(balanceAnswer),
  jsonBlock(exampleOf(balanceAnswer)),
  'or refuses, with this body and a status that the specification does not show:',
  fieldTable(agentErrorAnswer),
  jsonBlock(exampleOf(agentErrorAnswer)),
  'What the platform then does is **assumed**:',
  table(['answer', 'what becomes of the callback'], outcomes),
  prose(
    `What becomes of an unclear makeBet is said by \`callbacks.delivery\`, ${code('retry-then-rollback')} by default:`,
  ),
  bullets(Object.entries(deliveryModes).map(([mode, meaning]) => `${code(mode)}: ${meaning}.`)),
  prose(scheduleText()),
  'A repeat carries the same `transaction_id`, the same bytes and so the same signature (`quirks.requestId`). The same callback may also come twice at the same time, from the drawer of a game or the page of controls.',
  '### The three callbacks',
  ...callbackTypes.flatMap(callbackSection),
];

const sending = [
  '`POST {callback_url}` with `Content-Type: application/json` and `X-Signature`, without following redirects.',
  'A connection is used again for callbacks that follow within 0.9 s. Callbacks carry `Connection: close` until one connection was seen to stay open after its answer, so that the first few of a start may.',
  'The body is plain JSON, its keys in the order of the tables below. The signature is over the data with its keys sorted, written in the dialect of the agent (`agents[].dialect`; asked for with getBalances when nobody says it). Most dialects sort every level, some the top level only, such as php: by default the keys of `freespins` come sorted (`quirks.nestedOrder`), so that both sign the same.',
  'Nothing is trimmed in this direction: the signature is over the values as they stand.',
  'Every callback has a `request_id` of its own, and a repeat keeps it; it takes part in the signature, as `freespins` does.',
  'An answer has `callbacks.timeout` (5 s) to be there, to its last byte.',
  'The callbacks of one game come one after the other; those of several games of a player, or of several players, may come at the same time.',
];

const outcomes: readonly (readonly [string, string])[] = [
  ['2xx with `content.balance`, a number, and no `error`', 'clear: the game shows the balance'],
  [
    'a body with `error`, or no status 2xx, below 500',
    'clear: refused. A bet is none, the page says why; nothing is sent again',
  ],
  ['500 or more', 'unclear'],
  [
    '2xx with anything else: no JSON, no balance, a balance as text, both balance and error',
    'unclear',
  ],
  ['none in time, or the connection fails', 'unclear'],
];

const scheduleText = (): string => {
  const bet = quirks.retries.byDefault;
  const rollback = quirks.rollbackRetries.byDefault;
  return (
    `A makeBet is sent again after ${bet.join(', ')} (\`quirks.retries\`), then its rollback is sent: at once, and again after ${rollback.join(', ')} (\`quirks.rollbackRetries\`). ` +
    'A rollback for any other reason is sent again alike; a getBalance is not sent again. The answer `transaction_not_found` to a rollback makes it clear, too: there is nothing to roll back.'
  );
};

const callbackSection = (type: CallbackType): readonly string[] => {
  const told = explainCallback(type);
  return [
    `#### ${type}`,
    `${told.summary} ${prose(told.when)}`,
    fieldTable(told.fields),
    signedExample('/callback', told.example),
    'What the agent does:',
    steps(told.handling.map(prose)),
    `Error codes that fit: ${told.errors.map(({ code: each }) => code(each)).join(', ')}.`,
  ];
};
