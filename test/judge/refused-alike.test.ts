import { describe, expect, it } from '@jest/globals';
import type { Finding } from '../../src/formats/judgement.ts';
import type { CallKind, MetCause } from '../../src/judge/case.ts';
import {
  alikeOf,
  type RefusalOutcome,
  type RefusedScenario,
  refusedAlike,
  settleRefusals,
} from '../../src/judge/refused-alike.ts';

const said = 'HTTP 400 no ("not today")';

const findingOn = (requirement: string, scenario: string): Finding => ({
  code: 'refused-valid',
  requirement,
  weight: 'breach',
  message: `refused in ${scenario}`,
  scenario,
  exchanges: [`call of ${scenario}`],
});

/** A scenario that such a refusal has ended, and the requirements that it shows by such a call. */
const refused = (file: string, kind: CallKind, ...owners: string[]): RefusedScenario => ({
  file,
  refusal: {
    alike: alikeOf(said),
    said,
    code: 'no',
    kind,
    role: 'open',
    owners,
    exchange: `call of ${file}`,
  },
  ...(owners[0] === undefined ? {} : { finding: findingOn(owners[0], file) }),
});

/** `BET-04` for its breach, `on BET-04` for what hangs on it, the code of a cause. */
const wordsOf = (outcome: RefusalOutcome | undefined): string => {
  switch (outcome?.kind) {
    case 'breach':
      return outcome.requirement ?? 'as it is';
    case 'blocked':
      return `on ${outcome.finding.requirement}`;
    case 'charged':
      return `told of ${outcome.finding.requirement}`;
    default:
      return outcome?.cause.code ?? 'none';
  }
};

const settled = (
  group: readonly RefusedScenario[],
  taken: readonly CallKind[] = [],
  limits: readonly MetCause[] = [],
): string[] => {
  const outcomes = settleRefusals(group, {
    taken: new Set(taken),
    limits,
  });
  return group.map(({ file }) => wordsOf(outcomes.get(file)));
};

describe('refusals of one answer', () => {
  it('are one breach where every call of a kind is refused, and all others hang on it', () => {
    const group = [
      refused('fs.yaml', 'win', 'FS-04'),
      refused('win.yaml', 'win', 'BET-03'),
      refused('late.yaml', 'win'),
    ];
    expect(settled(group, ['bet'])).toEqual(['on BET-03', 'BET-03', 'on BET-03']);
  });

  it('are one breach where wins and empty calls are refused for the same reason', () => {
    const group = [refused('win.yaml', 'win', 'BET-03'), refused('zero.yaml', 'zero', 'BET-04')];
    expect(settled(group, ['bet'])).toEqual(['BET-03', 'on BET-03']);
  });

  it('are one breach where only one requirement meets them', () => {
    const group = [refused('round.yaml', 'bet', 'BET-14'), refused('other.yaml', 'bet')];
    expect(settled(group, ['bet'])).toEqual(['BET-14', 'on BET-14']);
  });

  it('of a must stand where a should is refused alike, though all of its calls are', () => {
    const named = (one: RefusedScenario): RefusedScenario => ({ ...one, refusal: { ...one.refusal, role: 'named' } });
    const debt = named(refused('debt.yaml', 'win-below-zero', 'BET-20'));
    const again = named(refused('again.yaml', 'duplicate', 'IDEM-08'));
    expect(settled([debt, again], ['duplicate', 'win'])).toEqual(['BET-20', 'none']);
    expect(settled([debt, again], ['win'])).toEqual(['on IDEM-08', 'IDEM-08']);
  });

  it('are what a kill left behind where such calls were taken else, and no more than others where none was', () => {
    const named = (one: RefusedScenario): RefusedScenario => ({ ...one, refusal: { ...one.refusal, role: 'named' } });
    const again = named(refused('again.yaml', 'duplicate', 'IDEM-08'));
    const killed = named(refused('killed.yaml', 'duplicate', 'IDEM-18'));
    expect(settled([again, killed], ['duplicate'])).toEqual(['on IDEM-18', 'IDEM-18']);
    expect(settled([again, killed])).toEqual(['IDEM-08', 'on IDEM-08']);
  });

  it('keep every breach of a scenario that is alone with them', () => {
    expect(settled([refused('one.yaml', 'bet', 'BET-09', 'BET-14')], ['bet'])).toEqual(['as it is']);
  });

  it('are the breach of BET-05 where bets of the whole balance are refused', () => {
    const group = [refused('whole.yaml', 'whole-balance', 'BET-05'), refused('spent.yaml', 'whole-balance', 'BET-13')];
    expect(settled(group, ['bet'])).toEqual(['BET-05', 'on BET-05']);
  });
});

describe('free spins that are refused, and were taken before', () => {
  const packs: RefusedScenario[] = [
    refused('a', 'balance-with-freespins', 'FS-01'),
    refused('b', 'end-of-pack', 'FS-02'),
    refused('c', 'balance-with-freespins'),
  ];

  it('are one breach: the agent minds another pack, or the same news again', () => {
    expect(settled(packs, ['balance-with-freespins', 'end-of-pack'])).toEqual(['FS-01', 'on FS-01', 'on FS-01']);
  });

  it('may be a choice where another call is refused with them, and break what is always refused else', () => {
    expect(settled(packs)).toEqual(['FS-01', 'on FS-01', 'on FS-01']);
    const others = [...packs, refused('d', 'bet', 'BET-01')];
    expect(new Set(settled(others, ['balance-with-freespins', 'end-of-pack', 'bet']))).toEqual(
      new Set(['refused-alike']),
    );
  });
});

describe('bets that are covered, and refused as if they were not', () => {
  const uncovered = (file: string, kind: CallKind, ...owners: string[]): RefusedScenario => {
    const one = refused(file, kind, ...owners);
    return { ...one, refusal: { ...one.refusal, code: 'insufficient_balance', isCovered: true } };
  };
  const group = [uncovered('a', 'whole-balance', 'BET-05'), uncovered('b', 'bet'), uncovered('c', 'rollback-of-win')];

  it('are told once, of what a refused bet leaves behind, where such bets were taken before', () => {
    expect(settled(group, ['bet'])).toEqual(['on ROB-14', 'told of ROB-14', 'on ROB-14']);
    const outcomes = settleRefusals(group, { taken: new Set(['bet']), limits: [] });
    const [finding] = [...outcomes.values()].flatMap((outcome) =>
      outcome.kind === 'charged' ? [outcome.finding] : [],
    );
    expect(finding?.message).toBe(
      `A bet that the balance covers is refused with ${said}, and so is what came after it.`,
    );
    expect(finding?.exchanges).toEqual(['call of b']);
  });

  it('are no such breach where it came once, or where no balance showed that they are covered', () => {
    expect(settled(group.slice(1, 2), ['bet'])).toEqual(['refused-alike']);
    const unread = group.map((one) => ({ ...one, refusal: { ...one.refusal, isCovered: undefined } }));
    expect(settled(unread, ['bet'])).not.toContain('told of ROB-14');
  });

  it('are told by the scenario that shows what is left behind, where that met them', () => {
    expect(settled([uncovered('a', 'bet'), uncovered('b', 'bet', 'ROB-14')], ['bet'])).toEqual(['on ROB-14', 'ROB-14']);
  });

  it('are of another kind where the agent takes no such bet at all, and beyond a limit where it has one', () => {
    expect(settled([uncovered('a', 'bet-and-win', 'BET-04'), uncovered('b', 'bet-and-win')])).toEqual([
      'BET-04',
      'on BET-04',
    ]);
    const limit = { ...refusedAlike([]), code: 'stake-limited', alike: alikeOf(said) } as const;
    expect(settled(group, ['bet'], [limit])).toEqual(['stake-limited', 'stake-limited', 'stake-limited']);
  });
});

describe('refusals of one answer that may be a choice', () => {
  it.each<[string, RefusedScenario[]]>([
    ['no scenario is about them', [refused('a.yaml', 'bet'), refused('b.yaml', 'win')]],
    ['they strike here and there', [refused('a.yaml', 'bet', 'BET-09'), refused('b.yaml', 'bet', 'BET-14')]],
  ])('are a cause where %s', (_, group) => {
    expect(settled(group, ['bet', 'win'])).toEqual(['refused-alike', 'refused-alike']);
  });

  it('are a cause where the agent takes no makeBet at all', () => {
    const group = [refused('a.yaml', 'bet', 'BET-01'), refused('b.yaml', 'win', 'BET-03')];
    expect(settled(group)).toEqual(['refused-alike', 'refused-alike']);
  });

  it('are beyond a limit of the agent where one was found by the same answer', () => {
    const limit: MetCause = {
      code: 'stake-limited',
      message: 'too much',
      alike: alikeOf(said),
      exchanges: [],
    };
    const group = [refused('whole.yaml', 'whole-balance', 'BET-05')];
    expect(settled(group, ['bet'], [limit])).toEqual(['stake-limited']);
  });
});

it('is one and the same refusal whatever ids and amounts it names', () => {
  const [one, other] = ['tx-n1-3-2', 'tx-n1-9-1'].map((id) => alikeOf(`HTTP 400 no ("${id} is 5.00")`));
  expect(one).toBe(other);
  expect(alikeOf('HTTP 409 no')).not.toBe(alikeOf('HTTP 400 no'));
});

it('is done with a word of a million letters', () => {
  const long = `HTTP 400 ${'x'.repeat(1_000_000)}`;
  expect(alikeOf(`${long} 7`)).toBe(`${long} #`);
});

it('names the setting that cures it by what the agent says', () => {
  const { refusal } = refused('a.yaml', 'bet');
  const cures = ['unknown session', 'no such game', 'bad luck'].map(
    (words) => refusedAlike([{ ...refusal, said: `HTTP 400 no ("${words}")` }]).remedy,
  );
  expect(cures).toEqual([
    expect.stringContaining('hooks.launch'),
    expect.stringContaining('--game'),
    "Search the agent's code for that message.",
  ]);
});
