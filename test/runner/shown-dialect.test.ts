import { describe, expect, it } from '@jest/globals';
import type { ReportedExchange, Run } from '../../src/formats/run.ts';
import { shownDialect } from '../../src/runner/shown-dialect.ts';
import { anExchange, aRequirement } from '../report/run-builder.ts';

const accepted = (text: string): ReportedExchange =>
  anExchange({
    direction: 'callback',
    requestBody: text,
    dialect: 'minimal',
    status: 200,
    answerBody: '{"content":{"balance":1}}',
  });

const verified = [aRequirement({ id: 'SIG-03', verdict: 'passed' })];

const shownBy = (texts: readonly string[], requirements: Run['requirements'] = verified) =>
  shownDialect('minimal', { requirements, exchanges: texts.map(accepted) });

const everything = ['{"a":"b/c"}', '{"a":"Ж"}', '{"a":"x & <y>"}', '{"f":{"b":1,"a":2}}'];

describe('the dialect that a run shows', () => {
  it('is named where wrong signatures are refused', () => {
    expect(shownBy(everything)).toMatchObject({ name: 'minimal', how: 'found' });
    expect(shownBy(everything, [])).toBeUndefined();
  });

  it('is told with the dialects that write alike all that was accepted', () => {
    expect(shownBy(everything)?.sentence).toContain('minimal-reprinted');
    expect(shownBy(everything)?.sentence).not.toContain('ascii');
    expect(shownBy(['{"a":"b/c"}'])?.sentence).toContain('ascii');
  });

  it('warns of no text that the calls leave open', () => {
    const warned = (texts: readonly string[]): string => shownBy(texts)?.warnings.join() ?? '';
    expect(warned(everything)).toContain('text outside ASCII');
    expect(warned(['{"a":"b/c"}'])).not.toContain('text outside ASCII');
  });
});
