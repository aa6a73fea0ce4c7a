import { describe, expect, it } from '@jest/globals';
import type { Run } from '../../src/formats/run.ts';
import { runBreaches, showsAlone } from '../../src/report/run-breaches.ts';
import { aCallback, aDoubleDebit } from './html/report-builder.ts';
import { aFinding, anExchange, aRequirement, aRun, aScenario } from './run-builder.ts';

const told = (run: Run) => runBreaches(run, ['walletproof', 'test']);

const broken = (...given: Parameters<typeof aRequirement>[0][]): Run =>
  aRun({ requirements: given.map((each) => aRequirement({ verdict: 'failed', ...each })) });

describe('the root causes of a run', () => {
  it('are told once, with every requirement that they break', () => {
    const [breach, ...others] = told(aDoubleDebit());
    expect(others).toEqual([]);
    expect(breach).toMatchObject({ id: 'breach-duplicate-applied', standing: 'fails', others: [] });
    expect(breach?.breach.requirements.map(({ id }) => id)).toEqual(['IDEM-01', 'IDEM-08']);
  });

  it('stand with what fails the run first, and what is known last', () => {
    const run = broken(
      {
        id: 'A-01',
        level: 'should',
        verdict: 'warned',
        findings: [aFinding({ code: 'slow' })],
      },
      { id: 'A-02', known: true, findings: [aFinding({ code: 'overspent', known: 'PAY-1' })] },
      { id: 'A-03', findings: [aFinding({ code: 'lost-update' })] },
    );
    expect(told(run).map(({ id, standing }) => `${id} ${standing}`)).toEqual([
      'breach-lost-update fails',
      'breach-slow warns',
      'breach-overspent-known known',
    ]);
    expect(told({ ...run, setup: { ...run.setup, strict: true } })[1]?.standing).toBe('fails');
  });

  it('have a reused agent_session_id behind musts, other shoulds and risks on money', () => {
    const run = aRun({
      requirements: (
        [
          ['SIG-14', 'signature-error-code', 'warned'],
          ['RB-01', 'rollback-not-applied', 'failed'],
          ['CON-10', 'money-at-risk', 'warned'],
          ['REQ-07', 'session-id-reused', 'warned'],
        ] as const
      ).map(([id, code, verdict]) =>
        aRequirement({ id, verdict, findings: [aFinding({ requirement: id, code, message: `Breaks ${id}.` })] }),
      ),
    });
    const order = told(run).map(({ breach }) => breach.code);
    expect([order[0], order.at(-1)]).toEqual(['rollback-not-applied', 'session-id-reused']);
  });

  it.each([
    ['RB-01', 'BET-19', 'rollback-not-applied'],
    ['BET-01', 'SIG-17', 'not-applied'],
  ] as const)('lead with %s, which every such call shows, before %s', (basic, other, code) => {
    const found = (id: string) => [aFinding({ code, message: `Breaks ${id}.`, scenario: `${id}.yaml` })];
    const run = {
      ...broken({ id: other, findings: found(other) }, { id: basic, findings: found(basic) }),
      scenarios: [basic, other].map((id) => aScenario({ file: `${id}.yaml`, requirements: [id] })),
    };
    const [breach] = told(run);
    expect(breach?.breach.requirements.map(({ id }) => id)).toEqual([basic, other]);
    expect(breach?.breach.message).toBe(`Breaks ${basic}.`);
  });

  it('lead with a requirement that a scenario of its own shows', () => {
    const findings = [aFinding({ code: 'double-application', scenario: 'other-request.yaml' })];
    const run = {
      ...broken({ id: 'IDEM-01', findings }, { id: 'IDEM-02', findings }),
      scenarios: [aScenario({ file: 'other-request.yaml', requirements: ['IDEM-02'] })],
    };
    expect(told(run)[0]?.breach.requirements.map(({ id }) => id)).toEqual(['IDEM-02', 'IDEM-01']);
  });

  it('are no notes: those are observations', () => {
    expect(told(broken({ findings: [aFinding({ weight: 'note', code: 'observed' })] }))).toEqual([]);
  });

  it('keep findings without calls apart', () => {
    const findings = [aFinding({ message: 'one' }), aFinding({ message: 'other' })];
    const [breach] = told(broken({ findings }));
    expect(breach?.others.map(({ message }) => message)).toEqual(['other']);
  });
});

describe('what follows from a root cause', () => {
  const seen = (code: 'win-not-reverted' | 'not-conserved' | 'server-error') =>
    aFinding({ code, message: `It is ${code}.`, exchanges: ['x1'] });
  const run = (given: Parameters<typeof broken>): Run => ({
    ...broken(...given),
    exchanges: [aCallback({ id: 'x1' })],
  });

  it('is told within its card, with what it breaks and its calls', () => {
    const [breach, ...others] = told(
      run([
        { id: 'CON-08', findings: [seen('not-conserved')] },
        { id: 'RB-02', findings: [seen('win-not-reverted')] },
      ]),
    );
    expect(others).toEqual([]);
    expect(breach?.breach.code).toBe('win-not-reverted');
    expect(breach?.breach.requirements.map(({ id }) => id)).toEqual(['RB-02', 'CON-08']);
    expect(breach?.also).toMatchObject([
      {
        id: 'breach-not-conserved',
        requirements: [{ id: 'CON-08' }],
        others: [{ message: 'It is not-conserved.', calls: [{ exchangeId: 'x1' }] }],
        untold: 0,
      },
    ]);
  });

  it('is told apart where the baseline excuses the cause alone', () => {
    const known = { ...seen('win-not-reverted'), known: 'PAY-1' };
    const given = run([
      { id: 'CON-08', findings: [seen('not-conserved')] },
      { id: 'RB-02', known: true, findings: [known] },
    ]);
    expect(told(given).map(({ id }) => id)).toEqual(['breach-not-conserved', 'breach-win-not-reverted-known']);
  });

  it('is nothing that another cause has: two unrelated causes are two cards', () => {
    const given = run([
      { id: 'A-01', findings: [seen('win-not-reverted')] },
      { id: 'A-02', findings: [seen('server-error')] },
    ]);
    expect(told(given).map(({ also }) => also)).toEqual([[], []]);
  });
});

describe('the sightings of a root cause', () => {
  it('are told by the fewest calls first, then by what breaks something else', () => {
    const seen = (message: string, exchanges: string[]) => aFinding({ message, exchanges });
    const run = broken(
      { findings: [seen('three', ['x1', 'x2', 'x3']), seen('two', ['x1', 'x2'])] },
      { id: 'A-02', findings: [seen('other', ['x1', 'x2', 'x3', 'x4'])] },
    );
    const [breach] = told(run);
    expect(breach?.breach.message).toBe('two');
    expect(breach?.others.map(({ message }) => message)).toEqual(['other', 'three']);
  });

  it('have calls up to the third after the first, and lines up to the fiftieth', () => {
    const ids = Array.from({ length: 60 }, (_, index) => `x${index}`);
    const findings = ids.map((id) => aFinding({ message: `Seen in ${id}.`, exchanges: [id] }));
    const exchanges = ids.map((id) => aCallback({ id }));
    const [breach] = told({ ...broken({ findings }), exchanges });
    expect(breach?.others.map(({ calls }) => calls.length).slice(0, 5)).toEqual([1, 1, 1, 0, 0]);
    expect(breach).toMatchObject({ untold: 9 });
  });
});

describe('a sighting', () => {
  it('says what the account held before, by an earlier answer in the same scenario', () => {
    const run = aDoubleDebit();
    const [requirement] = run.requirements;
    const findings = [aFinding({ exchanges: ['x2', 'x3'] })];
    const requirements = requirement === undefined ? [] : [{ ...requirement, findings }];
    expect(told({ ...run, requirements })[0]?.breach.before).toBe('1000.00');
    expect(told(run)[0]?.breach.before).toBeUndefined();
  });

  it('marks the line of the scenario, and says which calls a line made', () => {
    const lines = told(aDoubleDebit())[0]?.source.lines ?? [];
    expect(lines.find(({ number }) => number === 6)).toMatchObject({
      isMarked: false,
      note: 'call 2',
    });
    expect(lines.filter(({ isMarked }) => isMarked).map(({ number }) => number)).toEqual([7]);
  });
});

const exchange = anExchange({ line: 7 });
const shown = aRequirement({ verdict: 'failed', findings: [aFinding({ exchanges: [exchange.id] })] });

describe('a run of one requirement shows its breach', () => {
  it('where steps of a scenario that lists it show it', () => {
    expect(showsAlone(shown, aRun({ exchanges: [exchange] }))).toBe(true);
  });

  it.each([
    ['where only calls of our own show it', { exchanges: [anExchange({ line: undefined })] }],
    ['where another scenario has a part in it', { exchanges: [anExchange({ scenario: 'b.yaml' })] }],
    ['where the scenario lists it not', { exchanges: [exchange], scenarios: [] }],
  ])('not %s', (_, given) => {
    expect(showsAlone(shown, aRun(given))).toBe(false);
  });
});

it('a cause names what else it breaks in the order of the catalogue, and how often it was seen', () => {
  const found = (requirement: string, ...exchanges: string[]) =>
    aFinding({ code: 'win-not-reverted', requirement, exchanges });
  const run = broken(
    { id: 'RB-02', findings: [found('RB-02', 'x1')] },
    { id: 'RB-17', findings: [found('RB-17', 'x2')] },
    { id: 'RB-10', findings: [found('RB-10', 'x3'), found('RB-10', 'x4')] },
  );
  expect(told(run)[0]).toMatchObject({ lead: 'RB-02', alsoBreaks: 'RB-10,17', times: 4 });
});

describe('calls at once', () => {
  const exchanges = [anExchange({ id: 'x1', burst: 3 }), anExchange({ id: 'x2' }), anExchange({ id: 'x3' })];
  const found = (...ids: string[]) => [aFinding({ code: 'rollback-applied-again', exchanges: ids })];

  it('tell a cause that calls one after another show as well by those', () => {
    const run = {
      ...broken({ id: 'CON-07', findings: found('x1') }, { id: 'RB-18', findings: found('x2', 'x3') }),
      exchanges,
    };
    const [breach] = told(run);
    expect(breach).toMatchObject({ lead: 'RB-18', alsoBreaks: 'CON-07' });
    expect(breach?.breach.calls.map(({ exchangeId }) => exchangeId)).toEqual(['x2', 'x3']);
  });
});

describe('a scenario about the requirement that a cause is told under', () => {
  it('tells it before another with fewer calls', () => {
    const seen = (scenario: string, ...exchanges: string[]) => aFinding({ scenario, exchanges });
    const run = {
      ...broken({ findings: [seen('other.yaml', 'x1'), seen('own.yaml', 'x2', 'x3')] }),
      scenarios: [aScenario({ file: 'own.yaml', requirements: ['IDEM-01'] })],
    };
    expect(told(run)[0]?.source.file).toBe('own.yaml');
  });
});

describe('a symptom', () => {
  const call = (scenario: string, kind: string) => anExchange({ id: scenario, scenario, kind, label: kind });
  const seen = (code: 'win-not-reverted' | 'lost-update', scenario: string) =>
    aFinding({ code, scenario, exchanges: [scenario] });
  const run = (...burst: ReturnType<typeof call>[]) => ({
    ...broken(
      { id: 'RB-02', findings: [seen('win-not-reverted', 'rollback.yaml')] },
      { id: 'CON-01', findings: [seen('lost-update', 'burst.yaml')] },
    ),
    exchanges: [call('rollback.yaml', 'rollback'), ...burst],
  });

  it('follows from a cause whose kind of call its scenario makes', () => {
    const codes = told(run(call('burst.yaml', 'makeBet'), call('burst.yaml', 'rollback'))).map(({ id }) => id);
    expect(codes).toEqual(['breach-win-not-reverted']);
  });

  it('is a cause of its own where its scenario makes no such call', () => {
    const codes = told(run(call('burst.yaml', 'makeBet'))).map(({ id }) => id);
    expect(codes).toEqual(['breach-win-not-reverted', 'breach-lost-update']);
  });

  it('is a cause of its own beside who is let in for what other calls say', () => {
    const accepted = aFinding({ code: 'accepted-invalid', scenario: 'invalid.yaml', exchanges: ['invalid.yaml'] });
    const given = {
      ...broken(
        { id: 'ROB-04', findings: [accepted] },
        { id: 'CON-01', findings: [seen('lost-update', 'burst.yaml')] },
      ),
      exchanges: [call('invalid.yaml', 'makeBet'), call('burst.yaml', 'makeBet')],
    };
    expect(told(given).map(({ id }) => id)).toEqual(['breach-accepted-invalid', 'breach-lost-update']);
  });
});
