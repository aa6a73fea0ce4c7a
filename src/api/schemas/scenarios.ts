import { z } from 'zod';
import { fields, type Made } from '../../formats/schema.ts';

const { id, text, texts } = fields;

/** A scenario that can be run. */
export const scenarioSchema = z
  .object({
    file: text,
    title: text,
    requirements: texts,
    /** `suite`: shipped; `saved`: from the page. */
    home: z.enum(['suite', 'saved']),
    error: text.exactOptional().meta({ description: 'Why it cannot be run.' }),
  })
  .meta({ description: 'A scenario that can be run.' });

export type ScenarioView = Made<typeof scenarioSchema>;

const fileQuerySchema = z.strictObject({
  file: id.meta({ description: 'A file, as GET /scenarios lists it.' }),
});

const scenarioSourceSchema = z
  .object({ file: text, yaml: text })
  .meta({ description: 'The text of a scenario, as its file has it.' });

const recordOrderSchema = z
  .strictObject({
    sessionId: id.exactOptional().meta({ description: 'All callbacks of this session.' }),
    exchangeIds: z.array(id).min(1).max(1000).exactOptional().meta({ description: 'Only these exchanges.' }),
    title: z
      .string()
      .min(1)
      .max(200)
      .exactOptional()
      .meta({ description: 'Title of the scenario; a generated one when left out.' }),
  })
  .refine(({ sessionId, exchangeIds }) => sessionId !== undefined || exchangeIds !== undefined, {
    error: 'Say what becomes a scenario: sessionId or exchangeIds.',
  })
  .meta({
    description: 'What becomes a scenario: everything of a session, or these exchanges.',
    examples: [{ sessionId: 's-1' }],
  });

export type RecordOrder = Made<typeof recordOrderSchema>;

const recordingSchema = z
  .object({ title: text, yaml: text, notes: texts })
  .meta({ description: 'A recording: YAML that play takes, and what could not be put into it.' });

export type Recording = Made<typeof recordingSchema>;

const scenarioTextSchema = z
  .strictObject({
    yaml: z.string().min(1).max(500_000).meta({ description: 'A scenario that play takes.' }),
  })
  .meta({
    description: 'The text of a scenario.',
    examples: [{ yaml: 'scenario: A bet is debited\nsteps:\n  - makeBet: { bet: 1 }\n' }],
  });

const savedScenarioSchema = z
  .object({ file: text, command: text })
  .meta({ description: 'Where a scenario was saved, and the command that plays it.' });

export type SavedScenario = Made<typeof savedScenarioSchema>;

/** What may be asked about scenarios. */
export const scenarioRequests = {
  RecordOrder: recordOrderSchema,
  ScenarioText: scenarioTextSchema,
  FileQuery: fileQuerySchema,
};

/** Answers about scenarios. */
export const scenarioAnswers = {
  Scenarios: z.array(scenarioSchema),
  Recording: recordingSchema,
  ScenarioSource: scenarioSourceSchema,
  SavedScenario: savedScenarioSchema,
};
