import { z } from 'zod';
import type { PlayerConfiguration } from '../../../formats/configuration.ts';
import type { Game } from '../../../formats/games.ts';
import { fields } from '../../../formats/schema.ts';
import type { AdminError, Recording, SavedScenario, SentByHand, Setup } from '../../admin/views.ts';
import { gameKinds } from '../../game-page.ts';
import { accountAnswers } from './account-answers.ts';
import { exchangeAnswers } from './exchange-answers.ts';
import type { ShapeOf } from './fields.ts';
import { runAnswers } from './run-answers.ts';

const { text, instant } = fields;
const texts = z.array(text);

const health = z
  .object({ status: z.literal('ok'), version: text, startedAt: instant, exchanges: z.int().min(0) })
  .meta({
    description: 'That the platform is there, and how many exchanges the journal has.',
    examples: [
      { status: 'ok', version: '1.0.0', startedAt: '2026-03-01T12:00:00.000Z', exchanges: 42 },
    ],
  });

const player = z.object({
  id: text,
  username: text,
  currencies: texts,
  language: text,
} satisfies ShapeOf<PlayerConfiguration>);

const game = z.object({
  id: z.int(),
  title: text,
  brand: text,
  image_url: text,
  demo: z.boolean(),
  kind: z.enum(gameKinds).exactOptional(),
} satisfies ShapeOf<Game>);

const setup = z
  .object({
    version: text,
    baseUrl: text.meta({ description: 'Where the platform listens.' }),
    agentId: z.int(),
    callbackUrl: text.exactOptional(),
    exampleAgent: text.exactOptional(),
    dialect: text.exactOptional(),
    players: z.array(player),
    games: z.array(game),
    journal: text,
    scenariosFolder: text,
    delivery: text,
    timeout: text,
    seed: z.number(),
    startedAt: instant,
  } satisfies ShapeOf<Setup>)
  .meta({ description: 'What `walletproof serve` was started with. Never the token.' });

const recording = z
  .object({ title: text, yaml: text, notes: texts } satisfies ShapeOf<Recording>)
  .meta({ description: 'A recording: YAML that play takes, and what could not be put into it.' });

const source = z
  .object({ file: text, yaml: text })
  .meta({ description: 'The text of a scenario, as its file has it.' });

const saved = z
  .object({ file: text, command: text } satisfies ShapeOf<SavedScenario>)
  .meta({ description: 'Where a scenario was saved, and the command that plays it.' });

const sent = z
  .object({ exchangeIds: texts } satisfies ShapeOf<SentByHand>)
  .meta({ description: 'Ids of the exchanges that were sent, oldest first.' });

const error = z
  .object({
    error: text,
    message: text,
    remedy: text.exactOptional(),
  } satisfies ShapeOf<AdminError>)
  .meta({
    description: 'What failed, with which value, and what to do.',
    examples: [
      {
        error: 'not_found',
        message: 'No exchange has this id.',
        remedy: 'GET /__admin/exchanges lists them; the oldest leave the journal.',
      },
    ],
  });

const document = z
  .looseObject({ openapi: text, info: z.looseObject({ title: text, version: text }) })
  .meta({ description: 'An OpenAPI 3.1 document.' });

/** Everything that the admin API answers, by name. */
export const answerSchemas = {
  Health: health,
  Setup: setup,
  ...exchangeAnswers,
  ...accountAnswers,
  ...runAnswers,
  Recording: recording,
  ScenarioSource: source,
  SavedScenario: saved,
  SentByHand: sent,
  Document: document,
  Error: error,
};

export type AnswerName = keyof typeof answerSchemas;
