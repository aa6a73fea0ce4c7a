import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { baselineJsonSchema } from '../../../src/formats/baseline.ts';
import { requirements } from '../../../src/spec/requirements/catalogue.ts';

const file = new URL('../../../docs/baseline.schema.json', import.meta.url);

describe('docs/baseline.schema.json', () => {
  it('is the JSON Schema of the baseline that is parsed', () => {
    // UPDATE=1 writes it anew; the formatter may then break its lines.
    if (process.env['UPDATE'] === '1') {
      writeFileSync(file, `${JSON.stringify(baselineJsonSchema(), undefined, 2)}\n`);
    }
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(baselineJsonSchema());
  });

  it('completes every requirement, and no finding that is a note', () => {
    const text = JSON.stringify(baselineJsonSchema());
    expect(requirements.filter(({ id }) => !text.includes(`"${id}"`))).toEqual([]);
    expect(text).toContain('"double-application"');
    expect(text).not.toContain('"observed"');
  });
});
