import { Refusal } from './refusal.ts';
import type { Route } from './route.ts';
import { jsonRoute } from './route.ts';

/** Scenarios: those there are, and new ones from what was done by hand. */
export const scenarioRoutes: readonly Route[] = [
  jsonRoute({
    ...{ method: 'get', path: '/scenarios', name: 'listScenarios', tag: 'conformance' },
    summary: 'List scenarios',
    description: 'The scenarios of the suite, and those that were saved here.',
    answer: { status: 200, schema: 'Scenarios', description: 'The scenarios.' },
    act: ({ ports }) => ports.scenarios.list(),
  }),
  jsonRoute<'Nothing', 'FileQuery'>({
    ...{ method: 'get', path: '/scenarios/source', name: 'getScenario', tag: 'conformance' },
    summary: 'Show a scenario',
    description: 'The text of one of the listed scenarios.',
    query: 'FileQuery',
    answer: { status: 200, schema: 'ScenarioSource', description: 'The text.' },
    missing: 'No scenario of the list is in this file.',
    act: async ({ ports, query: { file } }) => {
      const yaml = await ports.scenarios.source(file);
      return yaml === undefined ? undefined : { file, yaml };
    },
  }),
  jsonRoute<'RecordOrder'>({
    ...{ method: 'post', path: '/scenarios/record', name: 'record', tag: 'conformance' },
    summary: 'Make a scenario of what was done by hand',
    description: 'Gives the text; nothing is saved.',
    body: 'RecordOrder',
    answer: { status: 200, schema: 'Recording', description: 'The scenario.' },
    act: ({ ports, body }) => ports.scenarios.record(body),
  }),
  jsonRoute<'ScenarioText'>({
    ...{ method: 'put', path: '/scenarios/:name', name: 'saveScenario', tag: 'conformance' },
    summary: 'Save a scenario',
    description: 'Writes the text to a file of that name in the folder for scenarios.',
    params: { name: 'Name of the file, without folder and extension.' },
    body: 'ScenarioText',
    answer: { status: 200, schema: 'SavedScenario', description: 'Where it was saved.' },
    act: ({ ports, params: { name = '' }, body }) =>
      ports.scenarios.save(fileName(name), body.yaml),
  }),
];

/** A name that is a plain file everywhere, and leads out of no folder. */
const fileName = (name: string): string => {
  if (/^[\p{L}\p{N}][\p{L}\p{N}_-]{0,79}$/u.test(name)) return name;
  throw new Refusal(422, {
    error: 'invalid_request',
    message: `${JSON.stringify(name.slice(0, 100))} cannot be the name of a scenario's file.`,
    remedy: 'Use up to 80 letters, digits, hyphens and underscores.',
  });
};
