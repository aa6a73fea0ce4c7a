import { beforeAll, describe, expect, it } from '@jest/globals';
import { Chalk } from 'chalk';
import { textWidth } from '../../../src/base/text-table.ts';
import { type ListedParts, loadCatalogue, renderCatalogue } from '../../../src/cli/commands/list.ts';
import { quirks } from '../../../src/spec/quirks.ts';

const page = (columns: number) => ({ columns, paint: new Chalk({ level: 0 }) });

let catalogue: ListedParts | undefined;
let text = '';
beforeAll(async () => {
  catalogue = await loadCatalogue();
  text = renderCatalogue({ quirks: catalogue.quirks }, page(100));
});

describe('list quirks', () => {
  it('has every quirk, and the other settings that answer an open point', () => {
    const keys = catalogue?.quirks.map((each) => (each as { key: string }).key) ?? [];
    expect(keys).toEqual([
      ...Object.keys(quirks).map((name) => `quirks.${name}`),
      ...['callbacks.timeout', 'callbacks.delivery', 'currencyScales', 'agents[].dialect', '--rate'],
    ]);
  });

  it('has section, default, values or their form, description and why as JSON', () => {
    expect(catalogue?.quirks).toContainEqual({
      key: 'quirks.packEnd',
      name: 'packEnd',
      section: '3',
      byDefault: 'settle',
      values: ['settle', 'forfeit'],
      description: quirks.packEnd.description,
      why: quirks.packEnd.why,
    });
    expect(catalogue?.quirks).toContainEqual(
      expect.objectContaining({ name: 'retries', written: expect.stringContaining('durations') }),
    );
  });

  it('tells them in a table that fits its page', () => {
    expect(text).toMatch(/^quirks \(\d+\)\nkey {23}section {2}what it decides\nquirks\.accept/);
    expect(text).toMatch(/\nquirks\.retries {12}6 {8}The pauses before a makeBet/);
    expect(text).toMatch(/\n {35}default {2}\[1s, 2s, 4s\]\n {35}values {3}a list of up to ten/);
    expect(text.split('\n').filter((line) => textWidth(line) > 100)).toEqual([]);
  });

  it('is not broken by a narrow terminal', () => {
    const narrow = renderCatalogue({ quirks: catalogue?.quirks ?? [] }, page(60));
    expect(Math.max(...narrow.split('\n').map(textWidth))).toBeLessThan(90);
  });
});

it('lists the other parts with a line for each row', () => {
  const { findings = [] } = catalogue ?? {};
  expect(renderCatalogue({ findings }, page(100)).split('\n')).toHaveLength(findings.length + 3);
});
