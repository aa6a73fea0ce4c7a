import { namesOf } from './closed-list.ts';
import {
  amount,
  assumed,
  boolean,
  dateTime,
  type Field,
  fieldsOf,
  integer,
  optional,
  string,
  type ValueType,
} from './field.ts';

/** Type of a request field; `integer`, `string` and so on are JSON's. */
export type FieldType = Extract<ValueType, 'integer' | 'string' | 'boolean' | 'amount' | 'date-time'>;

export type RequestField = Field<FieldType>;

export interface Operation {
  readonly path: string;
  readonly summary: string;
  readonly fields: readonly RequestField[];
  /** True where the specification does not show the fields, so that these are ours. */
  readonly assumed: boolean;
}

/** The most free spins of a pack: ours. */
export const mostSpins = 1000;

const common = fieldsOf({
  agent_id: integer('agent id', 1001),
  timestamp: integer('Unix time of the request, seconds', 1_763_632_800),
});

const launch = [
  ...common,
  ...fieldsOf({
    game_id: integer('game id', 101),
    player_id: string("unique player id in the agent's system", 'player-1'),
    player_username: string('display name, may be non-unique', 'Player One'),
    language: string('language code', 'en'),
    currency: string('currency code', 'USD'),
    home_url: string('return URL of the player, for the Home button', 'https://casino.example/lobby'),
  }),
];
const agentSessionId = string("the agent's own session id", 'agent-session-1');
const ip = fieldsOf({ ip: string('player IP address', '203.0.113.7') });

const holder = {
  player_id: string("unique player id in the agent's system", 'player-1'),
  game_id: integer('game id', 101),
  currency: string('currency code', 'USD'),
};

/**
 * Fields of a list request that section 4 mentions and does not show; read where the setting
 * `listFilters` is `apply`.
 */
export const listFilterFields: readonly RequestField[] = assumed(
  fieldsOf({
    demo: optional(boolean('only games with a demo, or without one', true)),
    freespins: optional(boolean('only games that have free spins, or have none', true)),
  }),
);

/** Section 4: every operation of the request API. */
export const operations = {
  get_game_link: {
    path: '/api/games/get_game_link',
    summary: 'Creates a game session and returns a launch link.',
    fields: [...launch, ...fieldsOf({ agent_session_id: agentSessionId }), ...ip],
    assumed: false,
  },
  get_game_link_demo: {
    path: '/api/games/get_game_link_demo',
    summary: 'Returns a link to a demo version; no session is created.',
    fields: [
      ...launch,
      ...fieldsOf({
        agent_session_id: {
          ...optional(agentSessionId),
          description: 'not needed: no session is created',
        },
      }),
      ...ip,
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
      ...assumed(
        fieldsOf({
          ...holder,
          count: {
            ...integer(`number of free spins, 1 to ${mostSpins}`, 10),
            least: 1,
            most: mostSpins,
          },
          bet: {
            ...amount(
              'bet of one spin; a decimal above 0 of at most 15 digits, with no more decimals than the currency has',
              0.5,
            ),
            above: 0,
          },
          freespins_id: optional(string("the agent's own id; a repeat answers the same", 'welcome-1')),
          expires_at: optional(
            dateTime(
              'RFC 3339 with an offset, such as 2030-01-31T12:00:00Z or +02:00 for Z (T and Z as capitals; seconds can be left out), in the future; never, when left out',
              '2030-01-31T12:00:00Z',
            ),
          ),
        }),
      ),
    ],
    assumed: true,
  },
  freespins_delete: {
    path: '/api/games/freespins_delete',
    summary: 'Removes a pack of free spins.',
    fields: [
      ...common,
      ...assumed(
        fieldsOf({
          freespins_id: optional(string('the pack; or player_id, game_id and currency', 'welcome-1')),
          player_id: optional(string('with game_id and currency instead of the id', 'player-1')),
          game_id: optional(integer('with player_id and currency instead of the id', 101)),
          currency: optional(string('with player_id and game_id instead of the id', 'USD')),
        }),
      ),
    ],
    assumed: true,
  },
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof operations;

export const operationNames = namesOf(operations);
