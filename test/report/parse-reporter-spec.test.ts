import { describe, expect, it } from '@jest/globals';
import { parseReporterSpec } from '../../src/report/parse-reporter-spec.ts';
import { reporterNames } from '../../src/report/reporters.ts';
import { WalletproofError } from '../../src/spec/walletproof-error.ts';

const errorOf = (text: string): unknown => {
  try {
    return parseReporterSpec(text);
  } catch (error) {
    return error;
  }
};

describe('parseReporterSpec', () => {
  it.each([
    ['pretty', { name: 'pretty' }],
    ['json', { name: 'json' }],
    ['json=out/report.json', { name: 'json', file: 'out/report.json' }],
    ['json=a=b.json', { name: 'json', file: 'a=b.json' }],
  ])('reads %s', (text, spec) => {
    expect(parseReporterSpec(text)).toEqual(spec);
  });

  it.each(['jsn', '', '=file', 'constructor', 'JSON', 'jsn=file'])(
    'refuses the unknown name in "%s" and lists the known ones',
    (text) => {
      const error = errorOf(text);
      expect(error).toBeInstanceOf(WalletproofError);
      expect(error).toMatchObject({
        code: 'usage',
        remedy: `Use one of: ${reporterNames.join(', ')}.`,
      });
    },
  );

  it('refuses an empty file name', () => {
    expect(errorOf('json=')).toMatchObject({
      code: 'usage',
      message: 'The reporter "json=" names no file after =.',
    });
  });
});
