import { Refusal } from '../../api/refusal.ts';
import { answers, requests } from '../../api/schemas/all-schemas.ts';
import { isFileName } from '../../base/file-name.ts';
import { recordSession } from '../record-session.ts';
import { type AdminRoute, route } from './route.ts';

/** Scenarios: those there are, and new ones from what was done by hand. */
export const scenarioRoutes: readonly AdminRoute[] = [
  route('GET /scenarios', {
    name: 'listScenarios',
    tag: 'conformance',
    summary: 'List scenarios',
    description: 'The scenarios of the suite, and those that were saved here.',
    answer: { status: 200, schema: answers.Scenarios, description: 'The scenarios.' },
    act: async ({ context: { scenarios } }) => await scenarios.list(),
  }),
  route('GET /scenarios/source', {
    name: 'getScenario',
    tag: 'conformance',
    summary: 'Show a scenario',
    description: 'The text of one of the listed scenarios.',
    query: requests.FileQuery,
    answer: { status: 200, schema: answers.ScenarioSource, description: 'The text.' },
    missing: 'No scenario of the list is in this file.',
    act: async ({ context: { scenarios }, query: { file } }) => {
      const yaml = await scenarios.source(file);
      return yaml === undefined ? undefined : { file, yaml };
    },
  }),
  route('POST /scenarios/record', {
    name: 'record',
    tag: 'conformance',
    summary: 'Make a scenario from callbacks that were sent',
    description: 'Gives the text; nothing is saved.',
    body: requests.RecordOrder,
    answer: { status: 200, schema: answers.Recording, description: 'The scenario.' },
    act: async ({ context, body }) => await recordSession(context, body),
  }),
  route('PUT /scenarios/:name', {
    name: 'saveScenario',
    tag: 'conformance',
    summary: 'Save a scenario',
    description: 'Writes the text to a file of that name in the folder for scenarios.',
    params: { name: 'Name of the file, without folder and extension.' },
    body: requests.ScenarioText,
    answer: { status: 200, schema: answers.SavedScenario, description: 'Where it was saved.' },
    act: async ({ context: { scenarios }, params: { name = '' }, body }) =>
      await scenarios.save(fileName(name), body.yaml),
  }),
];

const fileName = (name: string): string => {
  if (isFileName(name)) return name;
  throw new Refusal(422, {
    error: 'invalid_request',
    message: `${JSON.stringify(name.slice(0, 100))} cannot be the name of a scenario's file.`,
    remedy: 'Use up to 80 Latin letters, digits, hyphens, dots and underscores, such as lost-answer.',
  });
};
