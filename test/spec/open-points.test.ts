import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { configurationJsonSchema } from '../../src/formats/configuration.ts';
import { namesOf } from '../../src/spec/closed-list.ts';
import { openPoints } from '../../src/spec/open-points.ts';
import { otherSettings, settings } from '../../src/spec/settings.ts';

interface Silence {
  readonly section: string;
  /** Of the specification, or what it does not say. */
  readonly words: string;
  /** Ids of the open points that answer it. */
  readonly points: readonly string[];
}

const silences = JSON.parse(
  readFileSync(new URL('../fixtures/specification-silences.json', import.meta.url), 'utf8'),
) as readonly Silence[];

const keys: ReadonlySet<string> = new Set(settings.map(({ key }) => key));

describe('what the specification leaves open', () => {
  it.each(silences)('section $section, $words: is a setting or a choice', (silence) => {
    for (const id of silence.points) {
      const found = openPoints.find((each) => each.id === id);
      expect([id, found?.section]).toEqual([id, silence.section]);
      const { settings: decided = [], choice = '' } = found ?? {};
      expect(decided.filter((key) => !keys.has(key))).toEqual([]);
      expect(decided.length + choice.length).toBeGreaterThan(0);
    }
  });

  it('has no record that nothing of the specification asks for', () => {
    const asked = new Set(silences.flatMap(({ points }) => points));
    expect(openPoints.map(({ id }) => id).filter((id) => !asked.has(id))).toEqual([]);
    expect(new Set(openPoints.map(({ id }) => id)).size).toBe(openPoints.length);
  });

  it('is told in sentences', () => {
    const texts = openPoints.flatMap(({ point, choice = 'None.' }) => [point, choice]);
    expect(texts.filter((text) => !/^[A-Z{].+\.$/su.test(text))).toEqual([]);
  });
});

describe('every setting', () => {
  it.each(settings)('$key answers an open point', ({ key }) => {
    expect(openPoints.flatMap((each) => each.settings)).toContain(key);
  });

  it.each(settings)('$key has a section, a default, values or a form, and a reason', (setting) => {
    const { section, byDefault, values = [], written = '', description, why } = setting;
    expect(section).toMatch(/^[1-9]$/);
    expect(byDefault).not.toBe('');
    expect(values.length + written.length).toBeGreaterThan(0);
    for (const sentence of [description, why]) expect(sentence).toMatch(/^[A-Z"].+\.$/su);
  });

  it('that is written in the configuration has a place there', () => {
    const schema = JSON.stringify(configurationJsonSchema());
    const words = namesOf(otherSettings).flatMap((key) => (key.startsWith('--') ? [] : [key.replace(/^.*\./, '')]));
    expect(words.filter((word) => !schema.includes(`"${word}":`))).toEqual([]);
  });
});
