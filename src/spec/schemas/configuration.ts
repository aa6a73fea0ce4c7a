import { z } from 'zod';
import type { Configuration } from '../configuration.ts';
import { defaultConfiguration } from '../configuration.ts';
import { deliveries } from '../delivery.ts';
import type { Quirk } from '../quirks.ts';
import { quirks } from '../quirks.ts';
import { durationSchema } from './duration.ts';

const text = z.string().min(1);
const httpUrl = z.url({ protocol: /^https?$/, error: 'expected an http or https URL' });

const quirkSchema = ({ byDefault, values, description }: Quirk) =>
  (values === undefined ? text : z.enum(values)).default(byDefault).meta({ description });

const quirksSchema = z.strictObject({
  ...Object.fromEntries(Object.entries(quirks).map(([name, quirk]) => [name, quirkSchema(quirk)])),
  sessionIdle: durationSchema
    .default(quirks.sessionIdle.byDefault)
    .meta({ description: quirks.sessionIdle.description }),
});

const playerSchema = z
  .strictObject({
    id: text.meta({ description: "The player's id in the agent's system." }),
    username: text.optional().meta({ description: 'Display name; the id when left out.' }),
    currencies: z
      .array(text)
      .min(1)
      .default(['USD'])
      .meta({ description: 'The first is the main one.' }),
    language: text.default('en'),
  })
  .transform((player) => ({ ...player, username: player.username ?? player.id }));

const agentSchema = z.strictObject({
  id: z.int().min(0),
  token: text
    .optional()
    .meta({ description: 'The API token; without one the platform answers api_token_not_found.' }),
  callbackUrl: httpUrl.optional(),
  dialect: text
    .optional()
    .meta({ description: 'The dialect that callbacks to this agent are signed in.' }),
  unavailableGames: z.array(z.int()).default([]),
  players: z.array(playerSchema).default([]),
});

const launchSchema = z.strictObject({
  method: z
    .string()
    .regex(/^[A-Z]+$/, { error: 'expected a method, such as POST' })
    .default('POST'),
  url: httpUrl,
  body: z.unknown().optional().meta({
    description:
      'JSON; {player_id}, {player_username}, {game_id}, {currency} and {language} in texts are filled in.',
  }),
});

const hooksSchema = z.strictObject({
  restart: text.optional().meta({ description: 'A shell command that restarts the agent.' }),
  launch: launchSchema
    .optional()
    .meta({ description: 'A request that makes the agent ask the platform for a launch link.' }),
});

const adminSchema = z.strictObject({
  hosts: z.array(text).default([]).meta({
    description: 'Host names, besides the loopback ones, that the dashboard answers to.',
  }),
  token: z.string().min(16, { error: 'expected 16 characters at least' }).optional().meta({
    description:
      'What browsers and scripts on other machines must show; nobody there when left out.',
  }),
});

const { callbacks, journal } = defaultConfiguration;

/** walletproof.config.yaml as a user writes it; parsing fills the defaults in. */
export const configurationSchema = z.strictObject({
  agents: z
    .array(agentSchema)
    .min(1)
    .default(() => structuredClone(defaultConfiguration.agents) as never),
  games: text.optional().meta({ description: 'A JSON file: a list of games. Default: built in.' }),
  hooks: hooksSchema.prefault({}),
  callbacks: z
    .strictObject({
      timeout: durationSchema.default(callbacks.timeout),
      delivery: z.enum(deliveries).default(callbacks.delivery),
    })
    .prefault({}),
  journal: z
    .strictObject({ maxExchanges: z.int().min(100).default(journal.maxExchanges) })
    .prefault({}),
  admin: adminSchema.prefault({}),
  quirks: quirksSchema.prefault({}),
});

/** Narrows a parsed configuration; the schema's quirk values are those of the quirk table. */
export const toConfiguration = (parsed: z.output<typeof configurationSchema>): Configuration =>
  parsed as unknown as Configuration;
