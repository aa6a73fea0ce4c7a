import { describe, expect, it } from '@jest/globals';
import { selectRequirements, selectScenarios } from '../../src/run/select.ts';
import type { Requirement } from '../../src/spec/requirement.ts';
import { requirements } from '../../src/spec/requirements/catalogue.ts';
import { WalletproofError } from '../../src/spec/walletproof-error.ts';
import { scenario } from './steps.ts';

const selected = (only: readonly string[], skip: readonly string[] = []): string[] =>
  selectRequirements(requirements, { only, skip }).map(({ id }) => id);

describe('the requirements of a selection', () => {
  it('are all of them where it says nothing', () => {
    expect(selected([])).toEqual(requirements.map(({ id }) => id));
  });

  it.each<[string[], string[], string[]]>([
    [['IDEM-01'], [], ['IDEM-01']],
    [['idem-01', 'bal-02'], [], ['BAL-02', 'IDEM-01']],
    [['TIME'], [], ['TIME-01', 'TIME-02', 'TIME-03']],
    [
      ['TIME', 'ISO'],
      ['ISO-01', 'time-02'],
      ['ISO-02', 'ISO-03', 'ISO-04', 'TIME-01', 'TIME-03'],
    ],
    [['TIME'], ['TIME'], []],
  ])('only %j without %j are %j', (only, skip, ids) => {
    expect(selected(only, skip)).toEqual(ids);
  });

  it('are all but those left out', () => {
    expect(selected([], ['SIG'])).toEqual(requirements.map(({ id }) => id).filter((id) => !id.startsWith('SIG-')));
  });
});

describe('the words of a selection', () => {
  it.each([
    ['must', ({ level }: Requirement) => level === 'must'],
    ['OBSERVE', ({ level }: Requirement) => level === 'observe'],
    ['section-6', ({ section }: Requirement) => section === '6'],
    ['Section-5', ({ section }: Requirement) => section === '5'],
  ])('are those of a level or a section: %s', (word, isMeant) => {
    const ids = requirements.filter(isMeant).map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(0);
    expect(selected([word])).toEqual(ids);
  });

  it('are those of a level without a section', () => {
    const ids = requirements.filter(({ level, section }) => level === 'should' && section !== '6').map(({ id }) => id);
    expect(selected(['should'], ['section-6'])).toEqual(ids);
  });

  it.each(['section-99', 'section', 'section-', 'musts', 'IDEM-99', 'IDE', 'IDEM-', 'IDEM-0', '', 'all', 'R'])(
    'are an error of use where a word names none: %j',
    (word) => {
      expect(() => selected([word])).toThrow(WalletproofError);
      expect(() => selected([], [word])).toThrow(`No requirement is called ${JSON.stringify(word)}.`);
    },
  );
});

describe('the scenarios of a selection', () => {
  const scenarios = [
    scenario({ file: 'bets.yaml', requirements: ['BET-01', 'BET-02'] }),
    scenario({ file: 'idempotency.yaml', requirements: ['IDEM-01', 'IDEM-08'] }),
    scenario({ file: 'unlisted.yaml' }),
  ];
  const files = (only: readonly string[], skip: readonly string[] = []): string[] => {
    const selection = { only, skip };
    const ids = selectRequirements(requirements, selection);
    return selectScenarios(scenarios, ids, selection).map(({ file }) => file);
  };

  it.each<[string[], string[], string[]]>([
    [[], [], ['bets.yaml', 'idempotency.yaml', 'unlisted.yaml']],
    [['IDEM-08'], [], ['idempotency.yaml']],
    [['RB'], [], []],
    [[], ['IDEM'], ['bets.yaml', 'unlisted.yaml']],
    [[], ['BET-01'], ['bets.yaml', 'idempotency.yaml', 'unlisted.yaml']],
    [['BET'], ['BET-01'], ['bets.yaml']],
  ])('only %j without %j are %j', (only, skip, expected) => {
    expect(files(only, skip)).toEqual(expected);
  });
});
