import { readFileSync, writeFileSync } from 'node:fs';
import { actions, scenarioJsonSchema } from '../../../src/formats/scenario/scenario-schema.ts';

const file = new URL('../../../docs/scenario.schema.json', import.meta.url);

describe('docs/scenario.schema.json', () => {
  it('is the JSON Schema of the scenarios that are parsed', () => {
    // UPDATE=1 writes it anew; the formatter may then break its lines.
    if (process.env['UPDATE'] === '1') {
      writeFileSync(file, `${JSON.stringify(scenarioJsonSchema(), undefined, 2)}\n`);
    }
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(scenarioJsonSchema());
  });

  it('completes every action, and wants one of them', () => {
    expect(scenarioJsonSchema()).toMatchObject({
      required: ['scenario', 'steps'],
      definitions: {
        step: {
          properties: Object.fromEntries(actions.map((action) => [action, expect.anything()])),
          oneOf: actions.map((action) => ({ required: [action] })),
        },
      },
    });
  });
});
