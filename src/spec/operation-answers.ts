import {
  assumed,
  boolean,
  dateTime,
  type ExampleValue,
  type Field,
  fieldsOf,
  integer,
  nested,
  string,
} from './field.ts';
import { type OperationName, operations, type RequestField } from './operation.ts';
import { ownRefusals, type RefusalCode, refusals } from './refusal.ts';

/** A header of the platform's answers that is walletproof's own: the id of the exchange. */
export const exchangeHeader = 'x-walletproof-exchange';

/** A sentence about what the platform does; marked where the specification does not say it. */
export interface Note {
  readonly text: string;
  readonly assumed?: true;
}

/** What an operation answers, and what becomes of it. */
export interface OperationAnswer {
  /** What `content` is called where types have names. */
  readonly called: string;
  readonly content: readonly Field[];
  /** Its own errors, besides those of every operation. */
  readonly errors: readonly RefusalCode[];
  /** The optional fields that the example of a request has. */
  readonly exampleHas: readonly string[];
  readonly notes: readonly Note[];
}

const says = (text: string): Note => ({ text });
const ours = (text: string): Note => ({ text, assumed: true });

/** The errors of every operation, in the order of the checks. */
export const everyOperationsErrors = [
  'method_not_allowed',
  'signature_required',
  'validation_error',
  'agent_not_found',
  'api_token_not_found',
  'invalid_signature',
  'request_expired',
  'internal_error',
] as const satisfies readonly RefusalCode[];

const launchLink = (url: string) => fieldsOf({ url: string('launch link', url) });

const game = fieldsOf({
  id: integer('unique game id', 101),
  title: string('display title', 'Lucky Lanterns'),
  brand: string('game brand', 'Northlight'),
  image_url: string('URL of the game image', 'https://games.example/images/101.png'),
  demo: boolean('whether there is a demo', true),
});

const packId = string('id of the pack: that of the grant, or one of the platform', 'welcome-1');

const packStates = ['active', 'finished', 'deleted'] as const;

const pack = assumed(
  fieldsOf({
    freespins_id: packId,
    player_id: string('whose free spins', 'player-1'),
    game_id: integer('in which game', 101),
    currency: string('in which currency', 'USD'),
    total: integer('free spins of the pack', 10),
    played: integer('free spins played so far', 0),
    status: { ...string('state of the pack', 'active'), values: packStates },
    expires_at: {
      ...dateTime('when what is left of it is gone; null: never', '2030-01-31T12:00:00.000Z'),
      nullable: true,
    },
  }),
);

const deletedPack = assumed(
  fieldsOf({
    freespins_id: packId,
    status: { ...string('state of the pack', 'deleted'), values: ['deleted'] },
    played: integer('free spins that were played before', 3),
    total: integer('free spins that the pack had', 10),
  }),
);

const key = '5f0c9a71e3b24d688a1f7c02b9d4e6f3a815';

/** What is answered to the operations of section 4, and what they do here. */
export const operationAnswers: Readonly<Record<OperationName, OperationAnswer>> = {
  get_game_link: {
    called: 'LaunchLink',
    content: launchLink(`http://127.0.0.1:4600/play/${key}`),
    errors: ['game_not_found', 'game_not_available'],
    exampleHas: [],
    notes: [
      says('Each call creates a new session, even when all fields are the same.'),
      says(
        'Nothing ties the `session_id` of callbacks to the `agent_session_id` of the request: the answer has the URL alone, and no callback carries `agent_session_id`. Key what you keep by `player_id`, unless the platform sends your own id as `session_id` (open: `quirks.sessionId`).',
      ),
      ours(
        'The link opens a game of walletproof: a slot or a crash game that sends real callbacks. It opens as long as its session lives (`quirks.sessionIdle`).',
      ),
      ours(
        'No player and no currency must be configured: any non-empty text is accepted as an id, a code, an address or a URL.',
      ),
    ],
  },
  get_game_link_demo: {
    called: 'LaunchLink',
    content: launchLink(`http://127.0.0.1:4600/demo/${key}`),
    errors: ['game_not_found', 'game_not_available', 'game_provider_not_found'],
    exampleHas: [],
    notes: [
      says('No session is created and no callback is sent: the balance is virtual.'),
      ours(
        'The virtual balance is `quirks.demoBalance`, in the currency of the request and rounded down to its decimals, and is reset each time its page starts.',
      ),
      ours('A game has a demo where `demo` of the list is true.'),
    ],
  },
  list: {
    called: 'GameList',
    content: fieldsOf({
      games: nested('array', 'Game', { description: 'the games', fields: game }),
      total: integer('number of games in the list', 1),
    }),
    errors: [],
    exampleHas: [],
    notes: [
      says('The list changes rarely: cache it, and refresh it every few hours or as needed.'),
      says('The games are those available to the agent: not those of its `unavailableGames` in the configuration.'),
      ours(
        'Section 1 mentions the fields `demo` and `freespins` and shows neither. By default they are ignored. With `quirks.listFilters: apply` each may be true or false, and chooses the games that have a demo, or free spins, or have none; `total` then counts the games that were chosen.',
      ),
    ],
  },
  freespins_grant: {
    called: 'FreespinsPack',
    content: pack,
    errors: ['game_not_found', 'game_not_available', 'too_many_freespins'],
    exampleHas: ['freespins_id', 'expires_at'],
    notes: [
      ours(
        'A pack is for one player, one game and one currency. It is played in any session of that player in that game and currency, also in one opened before the grant; of several packs, the one granted first.',
      ),
      ours(
        'A game without free spins (`freespins: false` in the file of `games`) is granted none: `game_not_available`.',
      ),
      ours(
        'A repeat with the same `freespins_id` and the same other fields grants nothing more and answers the pack as it is now, also when it is over; with other fields it is a `validation_error`. Without `freespins_id` every call grants a new pack, under an id of the platform.',
      ),
    ],
  },
  freespins_delete: {
    called: 'FreespinsDeletion',
    content: deletedPack,
    errors: ['freespins_not_found'],
    exampleHas: ['freespins_id'],
    notes: [
      ours(
        'Without `freespins_id` it removes the active pack of that player, game and currency. Where both are given, `freespins_id` counts.',
      ),
      ours(
        'A pack that is unknown, already deleted or over (played to its end, expired, or ended with its session) is `freespins_not_found`. So a repeated delete is refused: nothing has changed.',
      ),
      ours(
        'A pack that was begun can be deleted, and what was won so far is settled (`quirks.packEnd`). With `quirks.deleteStartedPack: reject` it is a `validation_error` of `freespins_id`, which says how many are played.',
      ),
    ],
  },
};

const freespinsOperations = ['freespins_grant', 'freespins_delete'] as const;

const assumedNames = (fieldsOf: (name: OperationName) => readonly Field[]): readonly string[] => {
  const names = freespinsOperations.flatMap((name) => fieldsOf(name).filter((field) => field.assumed));
  return [...new Set(names.map(({ name }) => name))];
};

/** The fields of freespins_grant and freespins_delete that are ours: of requests, and of answers. */
export const freespinsFields = {
  request: assumedNames((name) => operations[name].fields),
  answer: assumedNames((name) => operationAnswers[name].content),
} as const;

/** A field of requests that answers have, too, may be called otherwise in these alone. */
export const inAnswersAlone = (name: string): string => `answer.${name}`;

/** By what name each of them can be called otherwise. */
export const freespinsFieldNames: readonly string[] = [
  ...new Set([...freespinsFields.request, ...freespinsFields.answer]),
  ...freespinsFields.answer.filter((name) => freespinsFields.request.includes(name)).map(inAnswersAlone),
];

/** The body of a request as an example, without the optional fields that it does not need. */
export const exampleRequest = (name: OperationName): Readonly<Record<string, ExampleValue>> => {
  const { exampleHas } = operationAnswers[name];
  const fields: readonly RequestField[] = operations[name].fields;
  const shown = fields.filter((field) => field.required || exampleHas.includes(field.name));
  return Object.fromEntries(shown.map((field) => [field.name, field.example]));
};

/** The envelope of section 2 around the content of a right request. */
export const successEnvelope = fieldsOf({
  status: { ...string('kind of the answer', 'success'), values: ['success'] },
  timestamp: { ...dateTime('when it was answered', '2025-11-20T10:00:00.123Z') },
  request_id: string('unique id of the request on the platform', '0000002a-7c1e-4b0d-a3f9-5d2b8e6c1f04'),
});

/** What was wrong with a field: beside `message` in a validation_error. */
const fieldProblem = assumed(
  fieldsOf({
    field: string('the field; or a header, or body', 'agent_id'),
    reason: string('what is wrong with it, for people', 'expected an integer, got the string "1001"'),
  }),
);

/** The envelope of section 2 of an error. */
export const errorEnvelope = (codes: readonly RefusalCode[]): readonly Field[] => [
  ...fieldsOf({
    status: { ...string('kind of the answer', 'error'), values: ['error'] },
    error: {
      ...string('error code', 'validation_error'),
      values: codes,
      ownValues: codes.filter((code) => code in ownRefusals),
    },
    message: string('what is wrong, for people', refusals.validation_error.example),
    timestamp: dateTime('when it was answered', '2025-11-20T10:00:00.123Z'),
    request_id: string('unique id of the request on the platform', '0000002b-7c1e-4b0d-a3f9-5d2b8e6c1f04'),
  }),
  ...fieldsOf({
    errors: {
      ...nested('array', 'FieldProblem', {
        description: 'of a validation_error: each field that is wrong (quirks.validationDetails)',
        fields: fieldProblem,
      }),
      required: false,
      assumed: true,
    },
  }),
];
