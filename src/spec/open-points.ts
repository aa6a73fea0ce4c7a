import type { SettingKey } from './settings.ts';

/** What a wrong guess costs, the worst first: it moves money, keeps players out, is found while developing, or is only seen. */
export const costs = ['money', 'players', 'work', 'looks'] as const;

/** What the specification leaves open, and what is done about it: by a setting, a choice, or both. */
export interface OpenPoint {
  readonly id: string;
  readonly section: string;
  /** What is open, in a sentence of our own. */
  readonly point: string;
  /** What it costs to guess wrongly. */
  readonly costs: (typeof costs)[number];
  /** The operations, callbacks and error codes that it is about, where it is about some in particular. */
  readonly about: readonly string[];
  /** The settings that decide it, the first of them most. */
  readonly settings: readonly SettingKey[];
  /** What is done where no setting says more. */
  readonly choice?: string;
}

const point = (
  [id, section]: readonly [id: string, section: string],
  text: string,
  told: Pick<OpenPoint, 'costs'> & Partial<Pick<OpenPoint, 'about' | 'settings' | 'choice'>>,
): OpenPoint => ({ id, section, point: text, about: [], settings: [], ...told });

const resources: readonly OpenPoint[] = [
  point(['callback-url', '2'], 'Which ports and certificates a callback URL may have, and where callbacks come from.', {
    costs: 'players',
    choice:
      'Any port and path, in a private network plain HTTP, too. A certificate of an authority that the machine trusts, or that `--ca` names.',
  }),
  point(['session-record', '2'], 'What a session record holds besides its two ids.', {
    costs: 'work',
    about: ['get_game_link'],
    settings: ['quirks.sessionId'],
    choice:
      'A session keeps all that get_game_link said, when it was created and when it was last used. The dashboard and the admin API show it; nothing of it but session_id goes over the wire.',
  }),
  point(['amount-precision', '2'], 'How many digits amounts have.', {
    costs: 'money',
    about: ['makeBet'],
    settings: ['currencyScales'],
    choice:
      'Amounts are sent exactly, with no more decimals than the currency has and without trailing zeros (10, 2.5). Answers are compared as decimals: 100, 100.0 and 1e2 are one balance.',
  }),
  point(['amount-sign', '2'], 'Whether amounts can be negative.', {
    costs: 'money',
    about: ['makeBet'],
    settings: ['quirks.spentWinRollback'],
    choice:
      'In callbacks, `bet`, `win` and `accumulated_win` are 0 or more. A balance may be below zero, after the rollback of a win that is spent.',
  }),
  point(['codes', '2'], 'Which currency and language codes there are.', {
    costs: 'players',
    about: ['get_game_link', 'invalid_currency'],
    choice:
      'Any text that is not empty is taken and passed on as it came. Letter case is kept: `usd` is another currency than `USD`. The games speak English and Russian, and read a language code by its primary part (`ru-RU`, `RU`, `rus`); another language is played in English, and the game says so.',
  }),
];

const states: readonly OpenPoint[] = [
  point(['refused-bet-state', '3'], 'In which state a refused makeBet leaves its transaction.', {
    costs: 'money',
    about: ['makeBet', 'insufficient_balance'],
    choice:
      'Nothing has moved. When the same transaction_id comes again and the money is there now, applying it and refusing it are both right; its rollback changes nothing.',
  }),
  point(['pack-transitions', '3'], 'How freespins_grant and freespins_delete change a pack.', {
    costs: 'money',
    about: ['freespins_grant', 'freespins_delete'],
    settings: ['quirks.deleteStartedPack', 'quirks.packEnd'],
    choice:
      'Grant makes an active pack, delete a deleted one, and a pack that expires is over. A win that was not paid yet is treated as quirks.packEnd says.',
  }),
  point(['pack-win', '3'], 'Whether, when and in how many parts the win of a pack is paid.', {
    costs: 'money',
    about: ['makeBet', 'freespins_grant'],
    settings: ['quirks.packWin'],
    choice: 'In makeBet callbacks with bet 0 and round_finished true; none where nothing was won.',
  }),
  point(['spent-win', '3'], 'What the rollback of a win does that the player has spent.', {
    costs: 'money',
    about: ['rollback'],
    settings: ['quirks.spentWinRollback'],
    choice:
      'The balance goes below zero; refusing the rollback is right as well, and stopping at zero is reported as a risk.',
  }),
  point(['session-states', '3'], 'The states of a session.', {
    costs: 'players',
    about: ['get_game_link'],
    settings: ['quirks.sessionIdle'],
    choice: 'Active, and expired after so long without traffic. There is no request that ends one.',
  }),
  point(['session-transitions', '3'], 'What ends a session, and what is sent for it afterwards.', {
    costs: 'money',
    about: ['get_game_link'],
    settings: ['quirks.sessionIdle', 'quirks.abandonedRound', 'quirks.packEnd'],
    choice:
      'Opening the link and every action in the game restart the idle time. The link of an expired session answers 410 and opens nothing; rollbacks and the wins of packs still come under its session_id.',
  }),
  point(['bet-after-rollback', '3'], 'What a makeBet is whose transaction is rolled back.', {
    costs: 'money',
    about: ['makeBet'],
    choice: 'A duplicate: it was processed, so that the balance is answered and nothing moves.',
  }),
  point(['rollback-first', '3'], 'What a makeBet is whose rollback came before it.', {
    costs: 'money',
    about: ['rollback', 'makeBet'],
    choice:
      'The platform never means it to be applied: remember the transaction_id of a rollback that found nothing. Not applying it and refusing it are right; applying it is reported as a risk.',
  }),
];

const endpoints: readonly OpenPoint[] = [
  point(['list-fields', '4'], 'Which further fields `list` takes, such as `demo` and `freespins`.', {
    costs: 'work',
    about: ['list'],
    settings: ['quirks.listFilters'],
    choice: 'Both are ignored.',
  }),
  point(['freespins-operations', '4'], 'The fields, answers and errors of the two free-spin operations.', {
    costs: 'work',
    about: ['freespins_grant', 'freespins_delete', 'freespins_not_found'],
    settings: ['quirks.freespinsFields'],
    choice:
      'All are assumed: a pack is granted by player_id, game_id, currency, `count` and `bet`, with a freespins_id where the agent wants one of its own, and deleted by it. A pack that is not there is our own freespins_not_found.',
  }),
  point(['home-button', '4'], 'Which games use home_url.', {
    costs: 'looks',
    about: ['get_game_link', 'get_game_link_demo'],
    choice:
      'All: every game and demo here has a Home button that leads there. URLs of apps (`mycasino://lobby`, `intent://…`) are taken. Dropped is what would run code, read files or show a page of the browser (`javascript:`, `data:`, `file:`, `about:`, …), and what is not an absolute URL (`/lobby`, `//casino.example`, `casino.example`): the game shows no Home button, and the judgement of the request and the log say so. An address is written as browsers do: letters outside ASCII in a host as `xn--…`, in a path as `%D0%BF`.',
  }),
  point(['demo-balance', '4'], 'How much the virtual balance of a demo is.', {
    costs: 'looks',
    about: ['get_game_link_demo'],
    settings: ['quirks.demoBalance'],
    choice: 'It is reset each time the page of the demo starts, rounded down to the decimals of its currency.',
  }),
  point(['launch-link', '4'], 'What a launch link looks like and how long it opens.', {
    costs: 'players',
    about: ['get_game_link', 'get_game_link_demo'],
    settings: ['quirks.sessionIdle'],
    choice:
      'It is `{base_url}/play/KEY`, of a demo `{base_url}/demo/KEY`, with a key that cannot be guessed. It may be opened again and again.',
  }),
  point(['field-contents', '4'], 'Which texts are valid in `home_url`, `ip` and the ids.', {
    costs: 'players',
    about: ['get_game_link', 'get_game_link_demo'],
    choice: 'Any text that is not empty once it is trimmed. Other fields are ignored.',
  }),
  point(['unknown-path', '4'], 'What a path is answered that is no operation.', {
    costs: 'work',
    about: ['not_found'],
    choice:
      'Our own not_found, with HTTP 404 in the error envelope, naming the path that was meant: with any method at a path of /api, and with POST wherever nothing else is. Pages that are not there are a 404 without an envelope.',
  }),
];

const authentication: readonly OpenPoint[] = [
  point(['serialisation', '5'], 'How the JSON that is signed is written: slashes, other letters, numbers.', {
    costs: 'players',
    about: ['invalid_signature'],
    settings: ['quirks.accept', 'agents[].dialect'],
    choice: 'The dialect that matched is reported with the request, since another platform may not accept it.',
  }),
  point(['nested-order', '5'], 'The order of keys inside nested objects.', {
    costs: 'players',
    about: ['invalid_signature', 'getBalance'],
    settings: ['quirks.nestedOrder', 'quirks.accept'],
    choice: 'In requests, sorted at every level and sorted at the top level only are both taken.',
  }),
  point(['signature-letters', '5'], 'Whether the hexadecimal digits are lower case.', {
    costs: 'players',
    about: ['invalid_signature'],
    choice: 'Lower case in both directions; upper case in a request is an invalid_signature.',
  }),
  point(['check-order', '5'], 'In which order a request is checked.', {
    costs: 'work',
    settings: ['quirks.checkOrder'],
    choice:
      'Path, method, the header X-Signature, content type, body and agent_id come first, then the signature, `timestamp`, and the fields.',
  }),
  point(['future-timestamp', '5'], 'Whether a `timestamp` in the future expires too.', {
    costs: 'players',
    about: ['request_expired'],
    settings: ['quirks.futureTimestamp'],
    choice: 'A difference of exactly 300 seconds is fresh.',
  }),
];

const events: readonly OpenPoint[] = [
  point(['time-out', '6'], 'How long the platform waits for the answer to a callback.', {
    costs: 'money',
    settings: ['callbacks.timeout'],
    choice: 'The time counts to the last byte of the answer.',
  }),
  point(['retry-schedule', '6'], 'When a callback is sent again.', {
    costs: 'money',
    about: ['makeBet', 'rollback'],
    settings: ['quirks.retries', 'quirks.rollbackRetries', 'quirks.requestId'],
    choice:
      'A getBalance is not sent again: the next one asks again. A repeat has the same bytes but for what quirks.requestId says. Wins, and rollbacks that are not confirmed, are taken up again after 10 s, 20 s and so on.',
  }),
  point(['retry-number', '6'], 'How often a callback is sent again, and what comes after.', {
    costs: 'money',
    about: ['makeBet', 'rollback'],
    settings: ['callbacks.delivery', 'quirks.retries', 'quirks.rollbackRetries'],
    choice: 'A makeBet that stays unclear is rolled back, and the rollback of a round is sent until it is confirmed.',
  }),
  point(['balance-interval', '6'], 'How often getBalance comes while a game is open.', {
    costs: 'looks',
    about: ['getBalance'],
    settings: ['quirks.balanceInterval'],
    choice:
      'The platform sends it as long as the player is there, also in autoplay, in a hidden tab and while a round is open.',
  }),
  point(['player-leaves', '6'], 'When a player counts as gone, and what becomes of the open round.', {
    costs: 'money',
    about: ['rollback'],
    settings: ['quirks.abandonAfter', 'quirks.abandonedRound'],
    choice: 'A round that the player cancels on the page is rolled back at once.',
  }),
  point(
    ['unknown-rollback', '6'],
    'Whether the rollback of an unknown transaction is answered with the balance or an error.',
    {
      costs: 'money',
      about: ['rollback', 'transaction_not_found'],
      settings: ['quirks.unknownRollback'],
      choice: 'Both are right, an error with a status below 500.',
    },
  ),
];

const errors: readonly OpenPoint[] = [
  point(['validation-details', '7'], 'How a validation_error says which field failed.', {
    costs: 'work',
    about: ['validation_error'],
    settings: ['quirks.validationDetails'],
    choice: 'In a list `errors` beside `message`: for each field its name and what is wrong with it.',
  }),
  point(['other-statuses', '7'], 'Which other 4xx and 5xx statuses there are.', {
    costs: 'work',
    about: ['not_found'],
    settings: ['quirks.bodyLimitStatus'],
    choice: 'Two of ours: 404 not_found for an unknown path, 500 internal_error when walletproof fails.',
  }),
  point(['agent-error-status', '7'], 'Which HTTP status an error answer of the agent has.', {
    costs: 'money',
    settings: ['quirks.agentErrorStatus'],
    choice: 'Any below 500.',
  }),
  point(['agent-error-effect', '7'], 'What the platform does after an error answer of the agent.', {
    costs: 'money',
    about: ['makeBet'],
    settings: ['callbacks.delivery'],
    choice:
      'An error below 500, 429 too, is clear: the bet is refused, the page tells the player, and it is not sent again. A refused win, and a refused rollback of a round whose player has left, are taken up again later. An answer of 500 or more is unclear, like none at all.',
  }),
];

const limits: readonly OpenPoint[] = [
  point(['rate-limits', '8'], 'How many requests or callbacks a second are allowed.', {
    costs: 'players',
    settings: ['--rate'],
    choice: 'Requests of the agent are not limited.',
  }),
  point(['body-size', '8'], 'The largest body.', {
    costs: 'work',
    about: ['validation_error'],
    settings: ['quirks.bodyLimit', 'quirks.bodyLimitStatus'],
    choice: 'Objects may be nested 64 levels deep.',
  }),
  point(['string-lengths', '8'], 'How long the strings of a body may be.', {
    costs: 'players',
    about: ['validation_error'],
    settings: ['quirks.bodyLimit'],
    choice: 'As long as the whole body is small enough; they come back in callbacks as they were.',
  }),
  point(['versioning', '9'], 'How versions of the API and of the callbacks are told apart.', {
    costs: 'work',
    choice:
      'There is one version, and no path, header or field says so. Fields that are added are signed like the others, and both sides ignore what they do not know.',
  }),
];

/** Every open point, section by section. */
export const openPoints: readonly OpenPoint[] = [
  ...resources,
  ...states,
  ...endpoints,
  ...authentication,
  ...events,
  ...errors,
  ...limits,
];
