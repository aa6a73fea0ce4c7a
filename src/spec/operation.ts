import { namesOf } from './closed-list.ts';

/** Type of a request field; `integer`, `string` and so on are JSON's. */
export type FieldType = 'integer' | 'string' | 'amount' | 'date-time';

export interface RequestField {
  readonly name: string;
  readonly type: FieldType;
  readonly required: boolean;
  readonly description: string;
}

export interface Operation {
  readonly path: string;
  readonly summary: string;
  readonly fields: readonly RequestField[];
  /** True where the specification does not show the fields, so that these are ours. */
  readonly assumed: boolean;
}

const field = (
  name: string,
  type: FieldType,
  description: string,
  presence: 'required' | 'optional' = 'required',
): RequestField => ({ name, type, required: presence === 'required', description });

const common = [
  field('agent_id', 'integer', 'agent id'),
  field('timestamp', 'integer', 'Unix time of the request, seconds'),
];

const launch = [
  ...common,
  field('game_id', 'integer', 'game id'),
  field('player_id', 'string', "unique player id in the agent's system"),
  field('player_username', 'string', 'display name, may be non-unique'),
  field('language', 'string', 'language code'),
  field('currency', 'string', 'currency code'),
  field('home_url', 'string', 'return URL of the player'),
];
const ip = field('ip', 'string', 'player IP address');

/** Section 4: every operation of the request API. */
export const operations = {
  get_game_link: {
    path: '/api/games/get_game_link',
    summary: 'Creates a game session and returns a launch link.',
    fields: [...launch, field('agent_session_id', 'string', 'agent session id'), ip],
    assumed: false,
  },
  get_game_link_demo: {
    path: '/api/games/get_game_link_demo',
    summary: 'Returns a link to a demo version; no session is created.',
    fields: [
      ...launch,
      field('agent_session_id', 'string', 'not needed: no session is created', 'optional'),
      ip,
    ],
    assumed: false,
  },
  list: {
    path: '/api/games/list',
    summary: 'Returns all games available to the agent.',
    fields: common,
    assumed: false,
  },
  freespins_grant: {
    path: '/api/games/freespins_grant',
    summary: 'Grants a pack of free spins.',
    fields: [
      ...common,
      field('player_id', 'string', "unique player id in the agent's system"),
      field('game_id', 'integer', 'game id'),
      field('currency', 'string', 'currency code'),
      field('count', 'integer', 'number of free spins, 1 or more'),
      field('bet', 'amount', 'bet of one spin'),
      field('freespins_id', 'string', "the agent's own id; a repeat answers the same", 'optional'),
      field('expires_at', 'date-time', 'ISO 8601; never, when left out', 'optional'),
    ],
    assumed: true,
  },
  freespins_delete: {
    path: '/api/games/freespins_delete',
    summary: 'Removes a pack of free spins.',
    fields: [
      ...common,
      field('freespins_id', 'string', 'the pack; or player_id, game_id and currency', 'optional'),
      field('player_id', 'string', 'with game_id and currency instead of the id', 'optional'),
      field('game_id', 'integer', 'with player_id and currency instead of the id', 'optional'),
      field('currency', 'string', 'with player_id and game_id instead of the id', 'optional'),
    ],
    assumed: true,
  },
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof operations;

export const operationNames = namesOf(operations);
