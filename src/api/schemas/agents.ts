import { z } from 'zod';
import { accountStatementSchema, exchangeJudgementSchema } from '../../formats/judgement.ts';
import { fields, type Made } from '../../formats/schema.ts';
import { dialects } from '../../signing/dialects.ts';
import { failures } from '../../spec/exchange.ts';
import { runVerdicts } from '../../spec/verdict.ts';

const { id, text, texts, currency, gameId, count } = fields;

const [first, ...others] = dialects.map(({ name }) => name);
const dialect = z
  .enum([first ?? 'minimal', ...others])
  .meta({ description: 'The dialect that callbacks to the agent are signed in.' });

const callbackUrl = z
  .url({
    protocol: /^https?$/,
    error: 'an http or https URL, such as "http://127.0.0.1:8080/callback"',
  })
  .max(2000)
  .meta({ description: 'Where callbacks to the agent go.' });

/** A shorter one would not be masked where it is sent by mistake. */
const token = z
  .string()
  .regex(/^[\u0021-\u007e]{8,200}$/, { error: 'a text of 8 to 200 visible ASCII characters' })
  .meta({ description: 'The API token; a random one when left out.' });

const player = z.strictObject({
  id: id.meta({ description: "The player's id in the agent's system." }),
  username: id.exactOptional().meta({ description: 'Display name; the id when left out.' }),
  currencies: z
    .array(currency)
    .min(1)
    .max(100)
    .default(['USD'])
    .meta({ description: 'Currencies of the player; the first one is the main one.' }),
  language: id.default('en').meta({ description: 'Language of the game.' }),
});

const changes = {
  unavailableGames: z
    .array(gameId)
    .max(10_000)
    .exactOptional()
    .meta({ description: 'Ids of games that this agent cannot offer (game_not_available).' }),
  availableGames: z.array(gameId).max(10_000).exactOptional().meta({
    description: 'Ids of the only games that this agent can offer; instead of unavailableGames.',
  }),
  players: z.array(player).max(10_000).exactOptional().meta({ description: 'The players of the agent.' }),
};

interface GamesNamed {
  readonly unavailableGames?: readonly number[];
  readonly availableGames?: readonly number[];
}

const isOneOfBoth = ({ unavailableGames, availableGames }: GamesNamed): boolean =>
  unavailableGames === undefined || availableGames === undefined;

const oneOfBoth = { error: 'Say either unavailableGames or availableGames.' };

const agentOrderSchema = z
  .strictObject({
    id: z
      .int()
      .min(0)
      .exactOptional()
      .meta({ description: 'Its agent_id; a free one when left out.', examples: [1003] }),
    token: token.nullable().exactOptional().meta({
      description: 'A random one when left out. null: no token, so requests are refused with api_token_not_found.',
    }),
    callbackUrl: callbackUrl.exactOptional(),
    dialect: dialect.exactOptional(),
    ...changes,
  })
  .refine(isOneOfBoth, oneOfBoth)
  .meta({
    description: 'An agent that is opened.',
    examples: [{ id: 1003, callbackUrl: 'http://127.0.0.1:8080/callback' }],
  });

export type AgentOrder = Made<typeof agentOrderSchema>;

const agentChangeSchema = z
  .strictObject({
    callbackUrl: callbackUrl.nullable().exactOptional().meta({
      description: 'Where callbacks go from now on; null: nowhere.',
    }),
    dialect: dialect.nullable().exactOptional().meta({
      description: 'The dialect that callbacks are signed in; null: walletproof detects it.',
    }),
    ...changes,
  })
  .refine(isOneOfBoth, oneOfBoth)
  .refine((change) => Object.keys(change).length > 0, {
    error: 'The order changes nothing.',
  })
  .meta({
    description: 'What changes of an agent; what is left out stays.',
    examples: [{ callbackUrl: 'http://127.0.0.1:8081/callback', unavailableGames: [104] }],
  });

export type AgentChangeOrder = Made<typeof agentChangeSchema>;

const tokenOrderSchema = z
  .strictObject({ token: token.exactOptional() })
  .meta({ description: 'The new token.', examples: [{}] });

export type TokenOrder = Made<typeof tokenOrderSchema>;

const agentViewSchema = z
  .object({
    id: z.int(),
    hasToken: z.boolean().meta({ description: 'Whether it has an API token.' }),
    callbackUrl: text.exactOptional(),
    dialect: text
      .exactOptional()
      .meta({ description: 'The dialect that is set; the one it is found to verify when absent.' }),
    signedIn: text.exactOptional().meta({ description: 'The dialect that callbacks to it are signed in by now.' }),
    unavailableGames: z.array(z.int()),
    players: z.array(z.object({ id: text, username: text, currencies: texts, language: text })),
    source: z.enum(['configuration', 'admin']).meta({
      description: 'Who opened it; what admin opened or changed is gone when the platform ends.',
    }),
    changed: texts.meta({ description: 'What was changed here, over the configuration.' }),
    isMain: z.boolean().meta({ description: 'Whether serve was started for it.' }),
  })
  .meta({ description: 'An agent. Never its token.' });

export type AgentView = Made<typeof agentViewSchema>;

const issuedSchema = z
  .object({
    agent: agentViewSchema,
    token: text.exactOptional().meta({
      description: 'The new API token; absent where it has none, and where you chose it yourself.',
    }),
    baseUrl: text.meta({ description: 'Where the agent reaches the platform.' }),
    note: text,
  })
  .meta({ description: 'An agent and its new token, which is shown this once.' });

export type IssuedToken = Made<typeof issuedSchema>;

const verdictQuerySchema = z.strictObject({
  waitMs: z
    .string()
    .regex(/^\d{1,5}$/, { error: 'a whole number from 0 to 60000' })
    .transform(Number)
    .pipe(z.int().min(0).max(60_000))
    .default(10_000)
    .meta({ description: 'How long to wait for what is under way, milliseconds.' }),
});

const agentVerdictSchema = z
  .object({
    agentId: z.int(),
    verdict: z.enum(runVerdicts).meta({
      description: 'nonconformant: something is wrong. inconclusive: nothing could be judged. Else conformant.',
    }),
    idle: z.boolean().meta({ description: 'false: something was still under way after waitMs.' }),
    judged: z
      .object({ right: count, wrong: count, risky: count, consistent: count, unjudged: count })
      .meta({ description: 'How many exchanges were judged so.' }),
    findings: exchangeJudgementSchema.shape.findings,
    accounts: z.array(accountStatementSchema),
    text: text.meta({
      description: 'The verdict, and each breach with its likely cause, for a failing test to show.',
    }),
    more: z.boolean().meta({ description: 'Whether there are more exchanges than are judged here.' }),
  })
  .meta({ description: 'What the ledger says of one agent.' });

export type AgentVerdict = Made<typeof agentVerdictSchema>;

const agentHealthSchema = z
  .object({
    answers: count.meta({ description: 'How many callbacks it has answered since the platform was started.' }),
    requests: count.meta({ description: 'How many requests it has made.' }),
    medianMs: z.number().exactOptional().meta({ description: 'What half of the last 100 answers took at most.' }),
    lastAt: fields.instant.exactOptional().meta({ description: 'Its last answer.' }),
    silent: z
      .object({ since: fields.instant, failure: z.enum(failures), message: text })
      .exactOptional()
      .meta({ description: 'Where it does not answer: since when, and why by the last callback.' }),
  })
  .meta({ description: 'Whether the main agent answers its callbacks.' });

export type AgentHealthView = Made<typeof agentHealthSchema>;

/** What may be asked of the manager of agents. */
export const agentRequests = {
  AgentOrder: agentOrderSchema,
  AgentChange: agentChangeSchema,
  TokenOrder: tokenOrderSchema,
  VerdictQuery: verdictQuerySchema,
};

/** Answers of the manager of agents. */
export const agentAnswers = {
  Agent: agentViewSchema,
  Agents: z.array(agentViewSchema),
  IssuedToken: issuedSchema,
  AgentVerdict: agentVerdictSchema,
  AgentHealth: agentHealthSchema,
};
