import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type LoadTeller, openLoadTeller } from '../../../src/cli/commands/load.ts';
import type { LoadEvent } from '../../../src/load/plan.ts';
import { partsOf, secondOf } from '../../load/made-up-load.ts';
import { captureOutput } from '../capture-output.ts';

const { asked } = partsOf({ asked: { ...partsOf().asked, rampMs: 5_000, holdMs: 25_000 } });
const terminal = process.env['TERM'];

let output: ReturnType<typeof captureOutput>;
let teller: LoadTeller;

const open = async (): Promise<void> => {
  teller = await openLoadTeller(asked);
};

/** The lines that it has written since. */
const said = (): string[] => {
  const lines = output.written.stderr.split('\n').slice(0, -1);
  output.written.stderr = '';
  return lines;
};

const secondsTo = (last: number): LoadEvent[] =>
  Array.from({ length: last + 1 }, (_, number) => ({
    kind: 'second',
    second: secondOf(number, { errors: 2, breaches: number === 0 ? 1 : 0, latency: {} }),
  }));

beforeEach(() => {
  // No line is rewritten in place, wherever the tests are run.
  process.env['TERM'] = 'dumb';
  output = captureOutput();
});

afterEach(() => {
  teller.clear();
  output.end();
  if (terminal === undefined) delete process.env['TERM'];
  else process.env['TERM'] = terminal;
});

const balances = '.walletproof/load-n7.jsonl';

describe('what a load tells on stderr', () => {
  it('is where the opening balances are, and that they are given back', async () => {
    await open();
    teller.tell({ kind: 'met', dialect: 'node' });
    teller.tell({ kind: 'opening', players: 20, balances });
    teller.tell({ kind: 'settling' });

    expect(said()).toEqual([
      `walletproof: 20 players; their opening balances: ${balances}`,
      'walletproof: the callbacks are over; giving back what was moved',
    ]);
    expect(output.written.stdout).toBe('');
  });

  it('is how to give back what is left, while there is a file of it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'walletproof-left-'));
    const file = join(folder, 'load-n7.jsonl');
    await open();
    teller.tellLeft();
    expect(said()).toEqual([]);

    await writeFile(file, '');
    teller.tell({ kind: 'opening', players: 1, balances: file });
    said();
    const left = `walletproof: give back what is left, with the token of this load: walletproof load --settle ${file}`;
    teller.tell({ kind: 'left', balances: file });
    teller.tellLeft();
    expect(said()).toEqual([left, left]);

    await rm(folder, { recursive: true });
    teller.tellLeft();
    expect(said()).toEqual([]);
  });
});

describe('in a log, what a load tells', () => {
  it('is how it goes on, once in ten seconds, with all errors and breaches since the beginning', async () => {
    await open();
    for (const second of secondsTo(18)) teller.tell(second);
    expect(said()).toEqual(['walletproof: asked 10/s reached 10/s · 20 errors · 1 breach · 20 s left']);

    for (const second of secondsTo(19).slice(-1)) teller.tell(second);
    expect(said()).toEqual(['walletproof: asked 10/s reached 10/s · 40 errors · 1 breach · 10 s left']);
  });
});
