import { readFileSync, writeFileSync } from 'node:fs';
import { configurationJsonSchema } from '../../../src/formats/configuration.ts';
import { quirks } from '../../../src/spec/quirks.ts';

const file = new URL('../../../docs/configuration.schema.json', import.meta.url);

describe('docs/configuration.schema.json', () => {
  it('is the JSON Schema of the configuration that is parsed', () => {
    // UPDATE=1 writes it anew; the formatter may then break its lines.
    if (process.env['UPDATE'] === '1') {
      writeFileSync(file, `${JSON.stringify(configurationJsonSchema(), undefined, 2)}\n`);
    }
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(configurationJsonSchema());
  });

  it('completes every quirk, and demands nothing', () => {
    const { properties, required } = configurationJsonSchema();
    expect(required).toBeUndefined();
    const names = Object.keys(quirks);
    expect(properties).toMatchObject({
      quirks: { properties: Object.fromEntries(names.map((name) => [name, expect.anything()])) },
    });
  });
});
