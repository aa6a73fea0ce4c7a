import { describe, expect, it } from '@jest/globals';
import { Chalk } from 'chalk';
import { checkRun, type Run } from '../../src/formats/run.ts';
import { renderMarkdown } from '../../src/report/markdown.ts';
import { renderRun } from '../../src/report/pretty/render-run.ts';
import { aRun } from './run-builder.ts';

const told: Run = {
  ...aRun(),
  dialect: {
    name: 'php',
    sentence: 'Your agent verifies: slashes escaped.',
    how: 'found',
    warnings: ['Where the platform writes plain JSON, your agent refuses a slash.'],
  },
};

const page = { columns: 100, paint: new Chalk({ level: 0 }), rerun: ['walletproof'], isVerbose: true };
const pretty = (run: Run): string => renderRun(run, page).replaceAll(/\s+/g, ' ');
const markdown = (run: Run): string => renderMarkdown(run).replaceAll(/[ -]+/g, ' ');

describe('the facts about signatures', () => {
  it('are told in the terminal', () => {
    expect(pretty(told)).toContain('Signed as php Your agent verifies: slashes escaped. Where the');
  });

  it('are told in Markdown', () => {
    expect(markdown(told)).toContain('Signed as `php`, found. Your agent verifies');
  });

  it('are not mentioned where there are none', () => {
    expect(pretty(aRun())).not.toMatch(/signed as/i);
    expect(markdown(aRun())).not.toMatch(/Signatures/);
  });

  it('are read back from a stored run', () => {
    expect(checkRun(JSON.parse(JSON.stringify(told)))).toMatchObject({
      kind: 'run',
      run: { dialect: told.dialect },
    });
    expect(checkRun({ ...told, dialect: { name: 1 } }).kind).toBe('wrong');
  });

  it('are read from the report of a version with a field that is gone', () => {
    const ways = [
      { name: 'plain', sentence: 'as ever', getBalance: 'survived', makeBet: 'refused', rollback: 'not-sent' },
    ];
    expect(checkRun({ ...told, gauntlet: { ways } })).toMatchObject({ kind: 'run', run: { dialect: told.dialect } });
  });
});
