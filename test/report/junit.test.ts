import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { XmlElement, XsdValidator } from 'libxml2-wasm';
import type { Run } from '../../src/formats/run.ts';
import { renderJunit } from '../../src/report/junit.ts';
import { aFinding, aRequirement, aRun } from './run-builder.ts';
import { aHostileRun, aMixedRun, hostileTexts, strictly } from './whole-run.ts';

const opened: { dispose(): void }[] = [];
let xml: typeof import('libxml2-wasm');
let validator: XsdValidator;
beforeAll(async () => {
  xml = await import('libxml2-wasm');
  const schema = xml.XmlDocument.fromBuffer(await readFile(new URL('junit.xsd', import.meta.url)));
  validator = xml.XsdValidator.fromDoc(schema);
  opened.push(schema, validator);
});
afterAll(() => {
  for (const each of opened) each.dispose();
});

/** Reads the report as a strict parser does, and holds it against the schema. */
const parsed = (run: Run) => {
  const document = xml.XmlDocument.fromString(renderJunit(run));
  opened.push(document);
  validator.validate(document);
  return (path: string) => document.find(path) as XmlElement[];
};

const attribute = (element: XmlElement | undefined, name: string) => element?.attr(name)?.value;

const namedCase = (run: Run, id: string) => parsed(run)(`//testcase[starts-with(@name, "${id} ")]/*`);

describe('renderJunit', () => {
  it('has a suite for each group and one for the baseline', () => {
    const names = parsed(aMixedRun())('/testsuites/testsuite').map((suite) => attribute(suite, 'name'));
    expect(names).toEqual(['SIG', 'BAL', 'baseline']);
  });

  it('puts id and level into the name, the section into the class', () => {
    const [, broken] = parsed(aMixedRun())('//testcase');
    expect(attribute(broken, 'name')).toBe('SIG-03 must refuses a wrong signature, and moves nothing');
    expect(attribute(broken, 'classname')).toBe('walletproof.section-5.SIG');
  });

  it('counts what it holds, in each suite and in all', () => {
    const find = parsed(aMixedRun());
    const suites = find('/testsuites/testsuite');
    const counted = suites.map((suite) =>
      ['tests', 'failures', 'errors', 'skipped'].map((name) => attribute(suite, name)),
    );
    expect(counted).toEqual([
      ['4', '1', '0', '0'],
      ['4', '0', '1', '3'],
      ['1', '1', '0', '0'],
    ]);
    const [root] = find('/testsuites');
    expect(['tests', 'failures', 'errors'].map((name) => attribute(root, name))).toEqual(['9', '2', '1']);
    expect(find('//failure')).toHaveLength(2);
    expect(find('//error')).toHaveLength(1);
    expect(find('//skipped')).toHaveLength(3);
  });
});

describe('the outcomes in JUnit XML', () => {
  it('tells a breach with all of its evidence, the heaviest finding first', () => {
    const [failure] = namedCase(aMixedRun(), 'SIG-03');
    expect(failure?.name).toBe('failure');
    expect(attribute(failure, 'message')).toMatch(/^tx_17 was debited twice/);
    expect(attribute(failure, 'type')).toBe('duplicate-applied');
    expect(failure?.content).toMatch(
      /^tx_17[\s\S]*expected: 989.76\nactual: 979.52[\s\S]*likely cause: The update has no unique key\.\nwhere to look: .+\nscenario: scenarios\/idempotency\/repeated-bet.yaml:7\n\nA note comes last\./,
    );
  });

  it('fails what its own calls show, and says from what it follows', () => {
    const findings = [{ ...aFinding(), cause: 'win-not-reverted' as const }];
    const [failure] = namedCase(aRun({ requirements: [aRequirement({ verdict: 'failed', findings })] }), 'IDEM-01');
    expect(failure?.name).toBe('failure');
    expect(failure?.content).toContain('\nfollows from: win-not-reverted\n');
  });

  it('passes a warning and tells it, and fails it where the run was strict', () => {
    const run = aMixedRun();
    expect(namedCase(run, 'SIG-14').map(({ name }) => name)).toEqual(['system-out']);
    expect(namedCase(strictly(run), 'SIG-14').map(({ name }) => name)).toEqual(['failure', 'system-out']);
  });

  it.each([
    ['BAL-01', 'skipped', 'skipped: no second player is configured'],
    ['BAL-02', 'skipped', 'blocked by SIG-03'],
    ['BAL-03', 'error', 'somebody else used player-1'],
    ['BAL-04', 'skipped', 'known: mended in May'],
  ])('tells of %s as %s', (id, name, message) => {
    const [element] = namedCase(aMixedRun(), id);
    expect(element?.name).toBe(name);
    expect(attribute(element, 'message')).toBe(message);
  });
});

describe('the properties in JUnit XML', () => {
  it('carries the seed, the nonce and the verdict, and says that a run is partial', () => {
    const properties = (run: Run) =>
      Object.fromEntries(
        parsed(run)('//testsuite[1]/properties/property').map((property) => [
          attribute(property, 'name'),
          attribute(property, 'value'),
        ]),
      );
    expect(properties(aMixedRun())).toMatchObject({
      seed: '42',
      nonce: '7f3k',
      verdict: 'nonconformant',
      verdictSentence: expect.stringMatching(/^NOT CONFORMANT: .*, besides 1 known breach; 3 not judged: /),
    });
    expect(properties(aMixedRun())).not.toHaveProperty('partial');
    expect(properties(aMixedRun({ partial: true }))).toHaveProperty('partial', 'true');
  });
});

describe('where a test of JUnit XML comes from', () => {
  it('has the time of its scenarios, of each suite and of the run', () => {
    const find = parsed(aRun({ requirements: [aRequirement(), aRequirement({ id: 'IDEM-08' })] }));
    const timesOf = (path: string) => find(path).map((element) => attribute(element, 'time'));
    expect(timesOf('//testcase')).toEqual(['0.012', '0.012']);
    // Both are shown by one scenario, which was played once.
    expect(timesOf('//testsuite')).toEqual(['0.012']);
    expect(timesOf('/testsuites')).toEqual(['1.900']);
  });

  it('names its scenario and what it rests on', () => {
    const source = { kind: 'soundness', reason: 'no wallet may' } as const;
    const [output] = namedCase(aRun({ requirements: [aRequirement({ source })] }), 'IDEM-01');
    expect(output?.content).toBe('source: soundness\nscenario: scenarios/idempotency/repeated-bet.yaml');
  });

  it('tells twenty findings of a test, and how many more there are', () => {
    const findings = Array.from({ length: 200 }, (_, line) => aFinding({ line }));
    const run = aRun({ requirements: [aRequirement({ verdict: 'failed', findings })] });
    const [failure] = namedCase(run, 'IDEM-01');
    expect(failure?.content.match(/^scenario: /gm)).toHaveLength(20);
    expect(failure?.content).toMatch(/\n\nand 180 more: the json report has them all$/);
  });
});

describe('hostile and empty runs in JUnit XML', () => {
  it.each(hostileTexts)('stays well-formed and keeps its shape, whatever the agent says: %j', (text) => {
    const find = parsed(aHostileRun(text));
    expect(find('//testcase')).toHaveLength(10);
    expect(find('//failure/* | //script')).toHaveLength(0);
  });

  it('keeps the text of a markup, as text', () => {
    const [failure] = namedCase(aHostileRun('<b>&amp;"\'</b>]]>'), 'SIG-03');
    expect(attribute(failure, 'message')).toBe('<b>&amp;"\'</b>]]>');
    expect(failure?.content).toMatch(/^<b>&amp;"'<\/b>\]\]>\n/);
  });

  it('writes a conformant run and one without requirements', () => {
    expect(parsed(aRun())('//testcase/*').map(({ name }) => name)).toEqual(['system-out']);
    expect(parsed(aRun({ requirements: [] }))('//testcase')).toHaveLength(0);
  });

  it('names a class for several sections', () => {
    const run = aRun({ requirements: [aRequirement({ section: '3, 6' })] });
    expect(attribute(parsed(run)('//testcase')[0], 'classname')).toBe('walletproof.section-3-6.IDEM');
  });
});
