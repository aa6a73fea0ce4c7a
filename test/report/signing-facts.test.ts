import { describe, expect, it } from '@jest/globals';
import { Chalk } from 'chalk';
import { checkRun, type Run } from '../../src/formats/run.ts';
import { gauntletRows, gauntletSentence } from '../../src/report/gauntlet-rows.ts';
import { renderMarkdown } from '../../src/report/markdown/render-markdown.ts';
import { renderRun } from '../../src/report/pretty/render-run.ts';
import { aRun } from './run-builder.ts';

const survived = { getBalance: 'survived', makeBet: 'survived', rollback: 'survived' } as const;

const told: Run = {
  ...aRun(),
  dialect: {
    name: 'php',
    sentence: 'Your agent verifies: slashes escaped.',
    how: 'found',
    warnings: ['Where the platform writes plain JSON, your agent refuses a slash.'],
  },
  gauntlet: {
    ways: [
      { name: 'plain', sentence: 'as ever', ...survived },
      {
        name: 'chunked',
        sentence: 'in chunks',
        getBalance: 'refused',
        makeBet: 'no-answer',
        rollback: 'not-sent',
        said: 'HTTP 411 \u001b[31m<b>length</b>',
      },
    ],
    residue: ['player-1 USD: 1.00'],
  },
};

const page = { columns: 100, paint: new Chalk({ level: 0 }), rerun: ['walletproof'] };
const pretty = (run: Run): string => renderRun(run, page).replaceAll(/\s+/g, ' ');
const markdown = (run: Run): string => renderMarkdown(run).replaceAll(/[ -]+/g, ' ');

describe('the gauntlet in words', () => {
  it('says what became of each call that did not survive', () => {
    expect(gauntletRows(told.gauntlet ?? { ways: [] })[1]).toEqual({
      way: 'chunked',
      sentence: 'in chunks',
      survived: 'no',
      otherwise: 'getBalance refused, makeBet not answered: HTTP 411 <b>length</b>',
    });
  });

  it('counts what survived, and says what is left', () => {
    expect(gauntletSentence(told.gauntlet ?? { ways: [] })).toBe(
      '1 of 2 valid ways to write callbacks survived. Left with the player: player-1 USD: 1.00.',
    );
  });
});

describe('the facts about signatures', () => {
  it('are told in the terminal', () => {
    expect(pretty(told)).toContain(
      'Signed as php, as the agent verifies dialect Your agent verifies: slashes escaped. note Where the',
    );
    expect(pretty(told)).toContain('way survived written with plain yes as ever chunked no in');
    expect(pretty(told)).toContain('chunked getBalance refused, makeBet not answered: HTTP 411');
  });

  it('are told in Markdown', () => {
    expect(markdown(told)).toContain('Signed as `php`, found. Your agent verifies');
    expect(markdown(told)).toContain('| chunked | no | in chunks | getBalance refused');
  });

  it('are not mentioned where there are none', () => {
    expect(pretty(aRun())).not.toMatch(/Signed as|gauntlet/);
    expect(markdown(aRun())).not.toMatch(/Signatures|gauntlet/);
  });

  it('are read back from a stored run', () => {
    expect(checkRun(JSON.parse(JSON.stringify(told)))).toMatchObject({
      kind: 'run',
      run: { dialect: told.dialect, gauntlet: told.gauntlet },
    });
    expect(checkRun({ ...told, dialect: { name: 1 } }).kind).toBe('wrong');
  });
});
