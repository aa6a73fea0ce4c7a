import { describe, expect, it } from '@jest/globals';
import { visibleText } from '../../src/base/visible-text.ts';
import { createReportView } from '../../src/report/report-view.ts';
import { aHostileRun } from './html/hostile-run.ts';
import { aDoubleDebit } from './html/report-builder.ts';
import { aFinding, aRequirement, aRun } from './run-builder.ts';

const textsOf = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
};

describe('the view of a run', () => {
  it('is plain JSON', () => {
    const view = createReportView(aHostileRun());
    expect(JSON.parse(JSON.stringify(view))).toEqual(view);
  });

  it('has no character that a page would not show', () => {
    const texts = textsOf(createReportView(aHostileRun()));
    expect(texts.length).toBeGreaterThan(50);
    expect(texts.filter((text) => visibleText(text) !== text)).toEqual([]);
  });

  it('gives an exchange in full once, or leaves them to the journal', () => {
    const run = aDoubleDebit();
    const findings = [aFinding({ exchanges: ['x1', 'x2'] }), aFinding({ exchanges: ['x2', 'x3'] })];
    const broken = { ...run, requirements: [aRequirement({ verdict: 'failed', findings })] };
    const given = createReportView(broken).exchanges.map(({ id }) => id);
    expect(given).toEqual(['x1', 'x2', 'x3']);
    expect(createReportView(broken, { exchanges: 'linked' }).exchanges).toEqual([]);
  });

  it('counts what there is, and lists no zeros', () => {
    expect(createReportView(aRun()).head.told).toEqual([{ word: 'passed', count: 1 }]);
  });
});
