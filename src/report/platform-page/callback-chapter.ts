import { type CallbackType, callbackTypes } from '../../spec/callback.ts';
import { agentErrorAnswer, balanceAnswer } from '../../spec/callback-fields.ts';
import { exampleOf } from '../../spec/field.ts';
import { quirks } from '../../spec/quirks.ts';
import { deliveryModes } from '../../spec/settings.ts';
import { explainCallback } from '../explain-platform.ts';
import { bullets, code, fieldTable, jsonBlock, prose, steps, table } from '../markdown-parts.ts';
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
  '### What is taken up again later',
  'A delivery ends with a clear answer, or when its attempts are used up. What would leave money where it does not belong is then taken up again, with any `callbacks.delivery`, `none` too. Each time is a delivery of its own, with its own attempts:',
  bullets(later.map(prose)),
  prose(laterText),
  '### The three callbacks',
  'What holds for all of them:',
  bullets(always.map(prose)),
  ...callbackTypes.flatMap(callbackSection),
];

const sending = [
  '`POST {callback_url}` with `Content-Type: application/json` and `X-Signature`, without following redirects. In production that URL must be reachable from the internet and accept HTTPS (section 2); here it may be plain HTTP in a private network.',
  'A connection is used again for callbacks that follow within 0.9 s. The first callback after a start asks to keep its connection open. Until that connection has stayed open after its answer, other callbacks carry `Connection: close`.',
  'The body is plain JSON, its keys in the order of the tables below. The signature is over the data with its keys sorted, written in the dialect of the agent (`agents[].dialect`). Most dialects sort every level, some the top level only, such as php: by default the keys of `freespins` come sorted (`quirks.nestedOrder`), so that both sign the same.',
  'Where no dialect is configured, walletproof detects it when the agent refuses a callback because of its signature: it sends getBalances for the same player in the same session, some of them with a wrong signature. They have request_ids of their own; some have a `player_username` full of special characters, or `freespins` of a pack that does not exist. The callback is then signed in the dialect that the agent verifies, and sent once more. A refusal counts as one of the signature if its code contains the word signature, or if it is a 401 or 403 without a code. An agent is asked at most once in 10 s.',
  'Nothing is trimmed in this direction: the signature is over the values as they stand.',
  'Every callback has a `request_id` of its own, and a repeat keeps it; it takes part in the signature, as `freespins` does.',
  'The whole answer must arrive within `callbacks.timeout` (5 s).',
  'The callbacks of one game come one after the other; those of several games of a player, or of several players, may come at the same time.',
];

const always = [
  'The same callback may come several times, so that the agent handles it idempotently (section 6): store every processed transaction_id, look it up before money moves, and give the same request the same result. A duplicate never debits again.',
  'A callback carries no `timestamp` and never expires: one that somebody recorded is signed right for ever. The look-up is the only guard against it.',
  'A rollback may come before its makeBet, as attempts can overtake each other. Section 3 has it answered with the balance, and says nothing of the makeBet that comes later; **assumed** is that it must not be applied any more. So remember the transaction_id of such a rollback (a tombstone), and apply its makeBet no more.',
];

const outcomes: readonly (readonly [string, string])[] = [
  ['2xx with `content.balance`, a number, and no `error`', 'clear: the game shows the balance'],
  [
    'a body with `error`, or no status 2xx, below 500; a 429, too',
    'clear: refused. There is no bet, the page says why, and the callback is not sent again. A win, and the rollback of a round, are sent again later; see below',
  ],
  ['500 or more; a 503 with `Retry-After`, too', 'unclear: sent again as set, whatever the header says'],
  ['2xx with anything else: no JSON, no balance, a balance as text, both balance and error', 'unclear'],
  ['none in time, or the connection fails; a kept one that closes just as the callback is sent, too', 'unclear'],
];

const later: readonly string[] = [
  'The rollback of an unclear bet, where it was refused or stayed unclear itself: a new `request_id` each time. In a slot the player plays on meanwhile; a crash round waits. A bet that `retry-only` or `none` leaves unclear in a slot stays so; in a crash round Cash out sends it again, and leaving rolls it back.',
  'The end of a round whose player has left: the rollback of its bet, with a new `request_id` each time, or the makeBet of win 0 (`quirks.abandonedRound`). One that is refused is sent again as well, as the round is open until it is confirmed; `transaction_not_found` to a rollback confirms it, with a status below 500. Where a player is still there who has cancelled, a refused rollback leaves the round open: Cancel sends it again.',
  'A win: the second makeBet of a crash round (with win 0, too), and the win of a pack. Refused or unclear, the same makeBet is sent again, with its transaction_id and its request_id.',
  'But a win whose rollback was sent, as `retry-then-rollback` and `rollback-only` do with any unclear makeBet: nobody knows which of the two the agent took last, and the makeBet repeated after its rollback moves nothing. So that rollback alone is sent until it is confirmed, and then the win with a new transaction_id. No win is lost by that, and none is paid twice.',
];

const laterText =
  'First 10 s after the end of the delivery before, then after 20 s, 40 s and so on, at most 10 minutes apart; twenty times in all, the first included, then again with the next start of `walletproof serve`, which begins at once. The end of a crash round waits for its player for as long as there is one: Cash out sends it again. The win of a pack comes with what the player does next, with the next getBalance of the interval, and when the player has left.';

const scheduleText = (): string => {
  const bet = quirks.retries.byDefault;
  const rollback = quirks.rollbackRetries.byDefault;
  return (
    `A makeBet is sent again after ${bet.join(', ')} (\`quirks.retries\`), then its rollback is sent: at once, and again after ${rollback.join(', ')} (\`quirks.rollbackRetries\`). ` +
    'A rollback for any other reason is sent again alike; a getBalance is not sent again. The answer `transaction_not_found` to a rollback makes it clear, too, where its status is below 500: there is nothing to roll back. With 500 or more it is unclear, whatever its code.'
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
