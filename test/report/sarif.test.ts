import { describe, expect, it } from '@jest/globals';
import type { Run } from '../../src/formats/run.ts';
import type { OwnPlaces } from '../../src/report/own-places.ts';
import { renderSarif } from '../../src/report/sarif.ts';
import { aFinding, aRequirement, aRun } from './run-builder.ts';
import { sarifProblems } from './sarif-schema.ts';
import { aHostileRun, aMixedRun, hostileTexts, strictly } from './whole-run.ts';

interface Result {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: string;
  readonly message: { readonly text: string };
  readonly locations?: readonly { readonly physicalLocation: object }[];
  readonly partialFingerprints: Readonly<Record<string, string>>;
  readonly suppressions?: readonly object[];
}

interface SarifRun {
  readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
  readonly invocations: readonly object[];
  readonly results: readonly Result[];
}

/** Reads the report and holds it against the schema of OASIS. */
const parsed = (run: Run, places?: OwnPlaces): SarifRun => {
  const log = JSON.parse(renderSarif(run, places));
  expect(sarifProblems(log)).toBeUndefined();
  return log.runs[0];
};

const failing = (given: Parameters<typeof aFinding>[0][]): Run =>
  aRun({ requirements: [aRequirement({ verdict: 'failed', findings: given.map(aFinding) })] });

const configuration = { file: 'my wallet/walletproof.config.yaml', line: 3 };

describe('renderSarif', () => {
  it('has a rule for each requirement and a result for each finding, notes excepted', () => {
    const { tool, results } = parsed(aMixedRun());
    expect(tool.driver.rules).toHaveLength(8);
    expect(results.map(({ ruleId, level }) => [ruleId, level])).toEqual([
      ['SIG-03', 'error'],
      ['SIG-14', 'warning'],
      ['BAL-04', 'error'],
    ]);
    for (const { ruleId, ruleIndex } of results) {
      expect(tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
    }
  });

  it('has an error for a warned should of a strict run', () => {
    expect(parsed(strictly(aMixedRun())).results[1]).toMatchObject({ level: 'error' });
  });

  it('suppresses what the baseline knows, with its reason', () => {
    const known = parsed(aMixedRun()).results.filter(({ suppressions }) => suppressions);
    expect(known.map(({ ruleId, suppressions }) => [ruleId, suppressions])).toEqual([
      ['BAL-04', [{ kind: 'external', status: 'accepted', justification: 'mended in May' }]],
    ]);
  });

  it('says of a run that could not judge that it did not come to its end, and why', () => {
    const root = { reason: 'Nothing listens.', remedy: 'Start it.' };
    const [invocation] = parsed(aRun({ verdict: 'inconclusive', root })).invocations;
    expect(invocation).toMatchObject({
      executionSuccessful: false,
      toolExecutionNotifications: [{ level: 'error', message: { text: 'Nothing listens. Start it.' } }],
    });
  });
});

describe('where a result of SARIF points', () => {
  const places = { configuration, ownFile: () => undefined };
  const placeIn = (given?: OwnPlaces) => parsed(failing([{}]), given).results[0]?.locations;

  it('is no file where none is known to be of the user', () => {
    expect(placeIn()).toBeUndefined();
  });

  it('is the agent in the configuration, as a URI from the root of the repository', () => {
    expect(placeIn(places)).toMatchObject([
      {
        physicalLocation: {
          artifactLocation: { uri: 'my%20wallet/walletproof.config.yaml', uriBaseId: '%SRCROOT%' },
          region: { startLine: 3 },
        },
      },
    ]);
  });

  it("is the step of the user's own scenario", () => {
    expect(placeIn({ ...places, ownFile: () => 'mine.yaml' })).toMatchObject([
      { physicalLocation: { artifactLocation: { uri: 'mine.yaml' }, region: { startLine: 7 } } },
    ]);
  });
});

describe('the fingerprints of SARIF', () => {
  const prints = (run: Run): string[] =>
    parsed(run).results.map(({ partialFingerprints }) => partialFingerprints['walletproof/v1'] ?? '');

  it('are the same for the same breach with other amounts and ids', () => {
    const other = {
      message: 'tx_99 was debited twice.',
      expected: '1',
      actual: '2',
      exchanges: ['x'],
    };
    expect(prints(failing([other]))).toEqual(prints(failing([{}])));
  });

  it('differ by code, scenario, line and occurrence', () => {
    const told = prints(failing([{}, {}, { line: 8 }, { scenario: 'b.yaml' }, { code: 'win-not-reverted' }]));
    expect(new Set(told).size).toBe(5);
  });
});

describe('a long or hostile run in SARIF', () => {
  it('has twenty findings of a requirement, and says how many more there are', () => {
    const findings = Array.from({ length: 200 }, (_, line) => ({
      line: line + 1,
      message: 'x'.repeat(9000),
    }));
    const run = failing(findings);
    const { results } = parsed(run);
    expect(results).toHaveLength(20);
    expect(results[19]?.message.text).toMatch(/\nAnd 180 more findings of this requirement\.$/);
    expect(renderSarif(run).length).toBeLessThan(100_000);
  });

  it.each(hostileTexts)('stays valid, whatever the agent says: %j', (text) => {
    expect(parsed(aHostileRun(text)).results).toHaveLength(3);
  });
});
