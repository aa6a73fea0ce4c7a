import { describe, expect, it } from '@jest/globals';
import { Chalk } from 'chalk';
import { textWidth } from '../../../src/base/text-table.ts';
import type { BaselineResult, Run } from '../../../src/formats/run.ts';
import { renderRun } from '../../../src/report/pretty/render-run.ts';
import { findings } from '../../../src/spec/finding.ts';
import { aBrokenRun, aFinding, aRequirement, aRun, aScenario } from '../run-builder.ts';

const rerun = ['walletproof', 'test', 'http://127.0.0.1:8080/callback'];

const render = (run: Run, columns = 100): string => renderRun(run, { columns, paint: new Chalk({ level: 0 }), rerun });

/** From the verdict on. */
const linesOf = (text: string): string[] =>
  text
    .trim()
    .split(/\n(?=(?:NOT )?CONFORMANT|INCONCLUSIVE)/)
    .slice(1)
    .join('\n')
    .split('\n');

/** The facts in the order in which the text has them. */
const inOrder = (text: string, facts: readonly string[]): string[] =>
  facts.filter((fact) => text.includes(fact)).toSorted((one, other) => text.indexOf(one) - text.indexOf(other));

describe('the line with the verdict', () => {
  it('says that an agent is conformant', () => {
    expect(linesOf(render(aRun()))[0]).toBe('CONFORMANT: 1 requirement passed, none is broken.');
  });

  it('names what an agent breaks', () => {
    expect(linesOf(render(aBrokenRun()))[0]).toBe('NOT CONFORMANT: the agent breaks 1 requirement: IDEM-01.');
  });

  it('names what could not be judged', () => {
    const requirements = [aRequirement(), aRequirement({ id: 'CON-02', verdict: 'inconclusive' })];
    expect(linesOf(render(aRun({ verdict: 'inconclusive', requirements })))[0]).toBe(
      'INCONCLUSIVE: could not judge 1 requirement: CON-02.',
    );
  });

  it('says that a run judged nothing, and why', () => {
    const text = render(
      aRun({
        verdict: 'inconclusive',
        requirements: [aRequirement({ verdict: 'blocked', reason: 'no connection' })],
        root: { reason: 'Nobody listens on port 8080.', remedy: 'Start the agent.' },
      }),
    );
    expect(text.trim()).toMatch(/^INCONCLUSIVE: nothing was judged\.\n/);
    expect(text).toContain('because       Nobody listens on port 8080.');
    expect(text).toContain('remedy        Start the agent.');
  });
});

describe('the verdict of a run with warnings', () => {
  it('mentions warnings of a conformant agent', () => {
    const requirements = [aRequirement(), aRequirement({ id: 'BAL-08', verdict: 'warned' })];
    const [first, second] = linesOf(render(aRun({ requirements })));
    expect(`${first} ${second}`).toMatch(
      /none is broken, with 1 warning\. Warnings do not fail the run; with --strict they do\.$/,
    );
  });

  it('says nothing of what warnings do to the run where they are strict, known, or not the worst', () => {
    const warned = aRequirement({ id: 'BAL-08', verdict: 'warned' });
    const strict = { ...aRun().setup, strict: true };
    const runs = [
      aRun({ requirements: [warned], setup: strict }),
      aRun({ requirements: [{ ...warned, known: true }] }),
      aRun({
        requirements: [aRequirement({ verdict: 'failed' }), warned],
        verdict: 'nonconformant',
      }),
    ];
    expect(runs.filter((run) => render(run).includes('--strict'))).toEqual([]);
  });
});

describe('the groups', () => {
  it('take a line each, with what did not pass by its id', () => {
    const text = render(
      aRun({
        requirements: [
          aRequirement({ id: 'SIG-01' }),
          aRequirement({ id: 'SIG-02' }),
          aRequirement({ id: 'BET-01' }),
          aRequirement({ id: 'BET-06', verdict: 'warned' }),
          aRequirement({ id: 'BET-07', verdict: 'skipped' }),
          aRequirement({ id: 'REQ-01', verdict: 'skipped' }),
          aRequirement({ id: 'REQ-02', verdict: 'skipped' }),
        ],
      }),
    );
    expect(text).toContain('\n  SIG   2 passed\n');
    expect(text).toContain('\n  BET   1 passed, 1 warned (BET-06), 1 skipped\n');
    expect(text).toContain('\n  REQ   2 skipped\n');
  });
});

describe('the table of calls', () => {
  const { exchanges, ...broken } = aBrokenRun({ exchanges: ['x2', 'x3'] });

  it('comes after what the account held before the first of them', () => {
    expect(render({ ...broken, exchanges })).toMatch(/\n {2}# .*\n {5}before +1000\.00\n/);
  });

  it('is alone where no earlier answer in the scenario told it', () => {
    const elsewhere = exchanges.map((each, index) => (index === 0 ? { ...each, scenario: 'preflight' } : each));
    expect(render({ ...broken, exchanges: elsewhere })).not.toContain('   before  ');
    expect(render(aBrokenRun())).not.toContain('   before  ');
  });

  it('is alone where the calls are about several accounts', () => {
    const others = exchanges.map((each) =>
      each.id === 'x3' ? { ...each, requestBody: '{"player_id":"player-2"}' } : each,
    );
    expect(render({ ...broken, exchanges: others })).not.toContain('   before  ');
  });
});

describe('a breach', () => {
  const cause = 'The transaction is looked up after the debit.';
  const text = render(aBrokenRun({ likelyCause: cause }));

  it('goes from what happened over the calls to what to do', () => {
    const facts = [
      'breach 1 of 1',
      '\nIDEM-01: a makeBet moved money again\n',
      '#  call        transaction    bet   win  answered     due  ms',
      '3  makeBet     tx_17        10.24  0.00    979.52  989.76  41  ✗',
      `likely cause   979.52 = 989.76 - 10.24. ${cause}`,
      'where to look  Decide by transaction_id alone',
      'breaks         IDEM-01 (must, section 6)',
      'finding        duplicate-applied',
      'scenario       A repeated makeBet is applied once\n  scenarios/idempotency/repeated-bet.yaml:7\n',
      'run only this\n  walletproof test http://127.0.0.1:8080/callback --only IDEM-01',
    ];
    expect(inOrder(text, facts)).toEqual(facts);
  });

  it('says where to look with the hint of the catalogue', () => {
    expect(text.replaceAll(/\s+/g, ' ')).toContain(findings['duplicate-applied'].hint);
  });

  it('shows the step where no number tells what was wrong with the call', () => {
    const source =
      'scenario: One\nsteps:\n  - makeBet: { bet: 1 }\n    fields: { transaction_id: null }\n  - getBalance: {}\n';
    const run = aBrokenRun({ expected: 'an error answer', actual: 'the balance 1', line: 3 });
    const told = render({ ...run, scenarios: [aScenario({ source })] });
    expect(told).toContain('  step           - makeBet: { bet: 1 } fields: { transaction_id: null }\n');
    expect(render({ ...aBrokenRun({ line: 3 }), scenarios: [aScenario({ source })] })).not.toContain('  step  ');
  });

  it('says in words what was due where it is no amount, whole', () => {
    const due = `an error answer ${'of some length '.repeat(10)}`.trim();
    const told = render(aBrokenRun({ expected: due, actual: 'the balance 979.52' })).replaceAll(/\s+/g, ' ');
    expect(told).toContain(`due ${due}`);
  });
});

describe('a run that breaks one thing in many ways', () => {
  it('tells it in one block, in less than sixty lines', () => {
    const requirements = Array.from({ length: 40 }, (_, index) =>
      aRequirement({
        id: `RB-${String(index + 1).padStart(2, '0')}`,
        verdict: 'failed',
        findings: [aFinding({ line: index })],
      }),
    );
    const text = render(aRun({ verdict: 'nonconformant', requirements }), 80);
    expect(text).toContain('breach 1 of 1');
    expect(text).toContain('finding        duplicate-applied, 40 times');
    expect(text.split('\n').length).toBeLessThan(60);
  });
});

describe('the command that runs a breach again', () => {
  it('is quoted for a shell', () => {
    const page = { columns: 80, paint: new Chalk({ level: 0 }) };
    const told = renderRun(aBrokenRun(), {
      ...page,
      rerun: ['walletproof', 'test', 'http://h/?a&b'],
    });
    expect(told).toContain("  walletproof test 'http://h/?a&b' --only IDEM-01\n");
  });
});

describe('the width', () => {
  it.each([60, 80, 200])('is at most %i columns, except for the command', (columns) => {
    const long = aBrokenRun({ message: 'word '.repeat(100), likelyCause: 'x'.repeat(500) });
    const lines = linesOf(render(long, columns)).slice(0, -1);
    const widths = lines.filter((line) => !line.includes('--only')).map(textWidth);
    expect(Math.max(...widths)).toBeLessThanOrEqual(columns);
  });

  it('of prose can be read on a wide terminal too', () => {
    const widths = linesOf(render(aBrokenRun({ message: 'word '.repeat(100) }), 300)).slice(0, -1);
    expect(Math.max(...widths.map(textWidth))).toBeLessThanOrEqual(100);
  });
});

describe('a warning', () => {
  const text = render(
    aRun({
      requirements: [
        aRequirement({
          id: 'BAL-08',
          level: 'should',
          verdict: 'warned',
          title: 'writes no more digits than the currency has',
          findings: [
            aFinding({
              code: 'too-many-digits',
              message: 'The balance is 0.30000000000000004.',
              expected: '0.3',
              actual: '0.30000000000000004',
              exchanges: ['x1'],
            }),
          ],
        }),
      ],
    }),
  );

  it('tells what happened and what to do', () => {
    const facts = [
      'warning 1 of 1',
      '\nBAL-08: ',
      'The balance is 0.30000000000000004.',
      'due            0.3',
      'answered       0.30000000000000004',
      findings['too-many-digits'].hint,
      'breaks         BAL-08 (should, section 6)',
      'scenario       A repeated makeBet is applied once\n  scenarios/idempotency/repeated-bet.yaml:7\n',
    ];
    expect(inOrder(text, facts)).toEqual(facts);
  });

  it('is shorter than a breach', () => {
    expect(text).not.toContain('callback  ');
    expect(text).not.toContain('--only');
  });
});

describe('what was not judged', () => {
  it('is told by reason, with the root of what is blocked', () => {
    const skipped = { verdict: 'skipped', reason: 'needs a second player' } as const;
    const text = render(
      aRun({
        verdict: 'inconclusive',
        requirements: [
          aRequirement(),
          aRequirement({ id: 'ISO-01', ...skipped }),
          aRequirement({ id: 'ISO-02', ...skipped }),
          aRequirement({ id: 'BET-15', verdict: 'skipped', reason: 'needs a second currency' }),
          aRequirement({ id: 'FS-01', verdict: 'blocked', reason: 'blocked by BAL-01: wrong', blockedBy: 'BAL-01' }),
          aRequirement({ id: 'TIME-02', verdict: 'inconclusive', reason: 'only 7 answers' }),
        ],
      }),
    );
    const verdict = 'INCONCLUSIVE: could not judge 2 requirements: FS-01 TIME-02.';
    const lines = linesOf(text);
    expect(lines.slice(0, 6)).toEqual([
      verdict,
      '  agent 1001 at http://127.0.0.1:8080/callback',
      '  inconclusive  TIME-02: only 7 answers',
      '  blocked       FS-01: blocked by BAL-01',
      '  skipped       ISO-01,02: needs a second player',
      '  skipped       BET-15: needs a second currency',
    ]);
  });
});

describe('observations', () => {
  const note = aFinding({ code: 'observed', weight: 'note', message: 'It is refused again.' });
  const observed = aRequirement({
    id: 'BET-13',
    level: 'observe',
    verdict: 'observed',
    findings: [note, { ...note, line: 9 }, { ...note, message: 'It is applied.' }],
  });
  const passed = aRequirement({ id: 'RB-17', findings: [{ ...note, message: 'It paid in USD.' }] });
  const run = aRun({
    requirements: [observed, passed],
    dialect: { name: 'php', sentence: 'Your agent verifies PHP.', how: 'found', warnings: ['It refuses 12.0.'] },
  });

  it('are told where the run is verbose, of a must that passed as well, and how callbacks were signed', () => {
    const page = { columns: 100, paint: new Chalk({ level: 0 }), rerun, isVerbose: true };
    expect(renderRun(run, page)).toContain(
      [
        'Observed',
        '  BET-13  It is refused again.',
        '          It is applied.',
        '  RB-17   It paid in USD.',
        '',
        'Signed as php',
        '  Your agent verifies PHP.',
        '  It refuses 12.0.',
      ].join('\n'),
    );
  });

  it('take a line of any other run, which says how to see them', () => {
    const text = render(run);
    expect(text).not.toContain('It paid in USD.');
    expect(text).toContain('\nserialisation php, seed 42 nonce 7f3k (--verbose tells what was observed)\n');
    expect(render(aRun())).not.toContain('--verbose');
  });
});

describe('calls that break two requirements', () => {
  it('are told once, under the first of them', () => {
    const finding = aFinding({ message: 'Debited twice.', exchanges: ['x1'] });
    const broken = (id: string) => aRequirement({ id, verdict: 'failed', findings: [finding] });
    const text = render(aRun({ requirements: [broken('IDEM-01'), broken('IDEM-02')] }));
    expect(text.match(/Debited twice\./g)).toHaveLength(1);
    expect(text).toContain('breaks         IDEM-01 (must, section 6), also IDEM-02\n');
  });
});

describe('a cause that breaks a must and only warns of a should', () => {
  it('says which is which', () => {
    const requirements = [
      aRequirement({ verdict: 'failed', findings: [aFinding()] }),
      aRequirement({ id: 'IDEM-04', verdict: 'failed', findings: [aFinding({ line: 8 })] }),
      aRequirement({ id: 'IDEM-11', level: 'observe', verdict: 'warned', findings: [aFinding({ line: 9 })] }),
    ];
    const text = render(aRun({ verdict: 'nonconformant', requirements }));
    expect(text).toContain('  breaks         IDEM-01 (must, section 6), also IDEM-04; warns of IDEM-11\n');
  });
});

describe('residues', () => {
  it('are told with their scenario', () => {
    const scenarios = [aScenario({ file: 'a.yaml', residue: ['player-1 USD: 3.5'] })];
    expect(render(aRun({ scenarios }))).toContain('  player-1 USD: 3.50 (a.yaml)\n');
  });

  it('are summed for each account; what is no amount stands by itself', () => {
    const left = (file: string, ...residue: string[]) => aScenario({ file, residue });
    const scenarios = [
      left('a.yaml', 'player-1 USD: 3.5', 'player-2 USD: unknown'),
      left('b.yaml', 'player-1 USD: -0.25'),
    ];
    const text = render(aRun({ scenarios }));
    expect(text).toContain('  player-1 USD: 3.25 (2 scenarios)\n  player-2 USD: unknown (a.yaml)\n');
  });

  it('are not mentioned where there are none', () => {
    expect(render(aRun())).not.toContain('Left with the players');
  });
});

describe('the last line', () => {
  it('has the verdict, the counts of what there is and the time, after the seed and the nonce', () => {
    expect(linesOf(render(aBrokenRun())).slice(-2)).toEqual([
      'seed 42 nonce 7f3k',
      'NOT CONFORMANT  1 passed, 1 failed  in 1.9 s',
    ]);
  });

  it('is broken between its parts in a narrow terminal', () => {
    expect(linesOf(render(aBrokenRun(), 30)).slice(-2)).toEqual(['NOT CONFORMANT  1 passed,', '1 failed  in 1.9 s']);
  });

  it('marks an interrupted run, as the line with the verdict does', () => {
    const lines = linesOf(render(aRun({ partial: true })));
    expect(lines.at(-1)).toMatch(/^CONFORMANT \(interrupted\) {2}1 passed/);
    expect(lines[0]).toMatch(/^CONFORMANT \(interrupted\): /);
  });
});

const renderGiven = (given: Partial<Run>): string =>
  renderRun(aRun(given), { columns: 100, paint: new Chalk({ level: 0 }), rerun: ['walletproof'] });

const baseline = (given: Partial<BaselineResult> = {}): BaselineResult => ({
  file: 'baseline.yaml',
  known: 0,
  stale: [],
  expired: [],
  ...given,
});

const known = aRequirement({
  verdict: 'failed',
  known: true,
  findings: [
    aFinding({ known: 'W-812 (until 2026-12-31)' }),
    aFinding({ known: 'W-812 (until 2026-12-31)', line: 9 }),
    aFinding({ code: 'stale-balance', known: 'W-813', message: 'It is old.' }),
  ],
});

const entry = { requirement: 'RB-02', code: 'win-not-reverted', reason: 'W-7' };

describe('known breaches', () => {
  const text = renderGiven({
    requirements: [aRequirement({ id: 'BET-01' }), known],
    baseline: baseline({ known: 1 }),
  });

  it('have a section of their own, with the reason, each code once', () => {
    expect(text.replaceAll(/\s+/g, ' ')).toContain(
      'Known breaches IDEM-01 duplicate-applied, stale-balance: W-812 (until 2026-12-31). tx_17 was debited twice',
    );
    expect(text.match(/W-812/g)).toHaveLength(1);
  });

  it('are no breaches of this run', () => {
    expect(text).not.toContain('breach 1 of');
    expect(text).not.toContain('--only');
    expect(linesOf(text)[0]).toBe('CONFORMANT but for 1 known breach: 1 requirement passed, none is newly broken.');
  });

  it('are not counted among the new ones', () => {
    const requirements = [known, aRequirement({ id: 'RB-02', verdict: 'failed' })];
    expect(renderGiven({ verdict: 'nonconformant', requirements })).toContain(
      'the agent breaks 1 requirement: RB-02, besides 1 known breach.\n',
    );
  });

  it('about a should are no warnings', () => {
    const requirements = [{ ...known, level: 'should', verdict: 'warned' } as const];
    const told = renderGiven({ requirements, baseline: baseline({ known: 1 }) });
    expect(told).toContain('Known breaches');
    expect(told).not.toContain('warning 1 of');
  });
});

describe('entries of the baseline', () => {
  it('that are stale are named, with what to do', () => {
    const text = renderGiven({ verdict: 'nonconformant', baseline: baseline({ stale: [entry] }) });
    expect(text).toContain('the agent breaks nothing new, but 1 entry of the baseline must go.\n');
    expect(text.replaceAll(/\s+/g, ' ')).toContain(
      'Baseline baseline.yaml stale RB-02 win-not-reverted: W-7: the run does not show it any more. Take the entry out.',
    );
  });

  it('that are expired are named, with their last day', () => {
    const expired = [{ ...entry, expires: '2026-01-01' }];
    expect(renderGiven({ baseline: baseline({ expired }) }).replaceAll(/\s+/g, ' ')).toContain(
      'expired RB-02 win-not-reverted: W-7 (until 2026-01-01): it is still broken. Mend it, or give it another day.',
    );
  });

  it('are not mentioned where all is well', () => {
    expect(renderGiven({ baseline: baseline() })).not.toContain('baseline.yaml');
  });
});

describe('a strict run', () => {
  it('names the warning that fails it', () => {
    const { setup } = aRun();
    const requirements = [aRequirement({ level: 'should', verdict: 'warned' })];
    const run = {
      verdict: 'nonconformant',
      requirements,
      setup: { ...setup, strict: true },
    } as const;
    expect(renderGiven(run)).toContain('the agent breaks 1 requirement: IDEM-01.\n');
  });
});

describe('what the verdict rests on', () => {
  const strict = { ...aRun().setup, strict: true };
  const requirements = [
    aRequirement({ verdict: 'failed' }),
    aRequirement({ id: 'SIG-14', level: 'should', verdict: 'warned' }),
    aRequirement({ id: 'BET-13', level: 'observe', verdict: 'warned' }),
  ];
  const run = aRun({ verdict: 'nonconformant', requirements });

  it('is what failed, and in a strict run what it warns of, an observe excepted', () => {
    expect(render(run)).toContain('the agent breaks 1 requirement: IDEM-01.\n');
    expect(render({ ...run, setup: strict })).toContain('the agent breaks 2 requirements: IDEM-01 SIG-14.\n');
  });

  it('is less than the whole run where it was interrupted, and says so only then', () => {
    const sentence = 'The run was interrupted: this was judged by then.';
    expect(render({ ...run, partial: true })).toContain(sentence);
    expect(render(run)).not.toContain(sentence);
  });
});
