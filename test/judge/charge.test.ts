import { describe, expect, it } from '@jest/globals';
import { charge } from '../../src/judge/find.ts';
import type { FindingCode } from '../../src/spec/finding.ts';
import { requirements } from '../../src/spec/requirements/catalogue.ts';
import { type Situation, situations } from '../../src/spec/situation.ts';
import { requirementOf } from './calls.ts';

interface Rule {
  readonly code: FindingCode;
  readonly situation: Situation;
  /** What the scenario shows. */
  readonly shows: string;
  readonly charged: string;
  readonly refused?: Situation;
  readonly label?: string;
}

const chargedFor = ({ code, situation, shows, refused, label }: Omit<Rule, 'charged'>): string =>
  charge({
    code,
    situation,
    refused,
    label,
    requirements: shows.split(' ').filter(Boolean).map(requirementOf),
  }).join(' ');

const rules: [string, Rule][] = [
  [
    'the one of the scenario that the situation shows',
    { code: 'double-application', situation: 'duplicate', shows: 'IDEM-02', charged: 'IDEM-02' },
  ],
  [
    'each of the scenario that the situation shows',
    {
      code: 'win-not-credited',
      situation: 'bet-and-win',
      shows: 'BET-02 BET-09 RB-01',
      charged: 'BET-02 BET-09',
    },
  ],
  [
    "the situation's own, where the scenario shows none that fits",
    { code: 'double-application', situation: 'duplicate', shows: 'RB-01', charged: 'IDEM-01' },
  ],
  [
    "the situation's own, where the scenario shows none at all",
    { code: 'not-applied', situation: 'bet', shows: '', charged: 'BET-01' },
  ],
  ...(
    [
      ['next (after a duplicate)', 'ROB-14'],
      ['known', 'BET-01'],
    ] as const
  ).map(([label, charged]): [string, Rule] => [
    `one of the scenario that calls of such a label show, where it is of one: ${label}`,
    { code: 'not-applied', situation: 'bet', shows: 'ROB-14', charged, label: `makeBet ${label}` },
  ]),
  ...(
    [
      ['the same bytes', 'IDEM-01'],
      ['new request_id', 'IDEM-02'],
      ['other amounts', 'IDEM-04'],
      ['in a new session', 'IDEM-05'],
    ] as const
  ).map(([how, charged]): [string, Rule] => [
    `what a call sent again shows, where no scenario says it: ${how}`,
    { code: 'double-application', situation: 'duplicate', shows: '', charged, label: `first again (${how})` },
  ]),
  [
    "the situation's own, however the call was sent again, where the scenario shows something else",
    {
      code: 'double-application',
      situation: 'duplicate',
      shows: 'RB-01',
      charged: 'IDEM-01',
      label: 'first again (new request_id)',
    },
  ],
  [
    'only one that names the code, where it names codes',
    {
      code: 'double-application',
      situation: 'duplicate',
      shows: 'IDEM-03 IDEM-04',
      charged: 'IDEM-04',
    },
  ],
  [
    'the one that names the code',
    { code: 'stale-balance', situation: 'duplicate', shows: 'IDEM-03', charged: 'IDEM-03' },
  ],
  [
    'never one that names the code for another situation',
    { code: 'stale-balance', situation: 'balance', shows: 'IDEM-03', charged: 'BAL-03' },
  ],
  [
    "the finding's own, and not that of the scenario",
    { code: 'server-error', situation: 'bet', shows: 'BET-01', charged: 'ROB-11' },
  ],
  [
    "the finding's own, and one that names the code",
    {
      code: 'unrecommended-code',
      situation: 'unknown-player',
      shows: 'BAL-05 BET-17',
      charged: 'ERR-03 BAL-05',
    },
  ],
  [
    "the finding's own once, where the scenario shows it",
    {
      code: 'duplicate-refused',
      situation: 'duplicate',
      shows: 'IDEM-01 IDEM-08',
      charged: 'IDEM-08',
    },
  ],
  [
    'SIG-01, where a good signature was refused and the scenario is about money',
    { code: 'refused-good-signature', situation: 'bet', shows: 'BET-01', charged: 'SIG-01' },
  ],
  [
    'the one about signatures that the scenario shows',
    { code: 'refused-good-signature', situation: 'bet', shows: 'SIG-12 BET-01', charged: 'SIG-12' },
  ],
  [
    'never one about signatures for wrong money',
    { code: 'not-applied', situation: 'bet', shows: 'SIG-12', charged: 'BET-01' },
  ],
  [
    'that of the refusal before it, for a probe',
    {
      code: 'money-moved-on-refusal',
      situation: 'probe',
      shows: '',
      charged: 'ROB-04',
      refused: 'invalid',
    },
  ],
  [
    'that of the scenario, for a probe',
    {
      code: 'money-moved-on-refusal',
      situation: 'probe',
      shows: 'BET-08',
      charged: 'BET-08',
      refused: 'bet-above-balance',
    },
  ],
  [
    'the one about the deed, for the getBalance after it',
    { code: 'wrong-balance', situation: 'balance', shows: 'ISO-03', charged: 'ISO-03' },
  ],
];

/** A probe follows a refusal, and is charged to what that is. */
const ownSituations = (Object.keys(situations) as Situation[]).filter((each) => each !== 'probe');

describe('a finding is charged to', () => {
  it.each(rules)('%s', (_, rule) => {
    expect(chargedFor(rule)).toBe(rule.charged);
  });

  it.each(ownSituations)('one of the catalogue, in any case: %s', (situation) => {
    const charged = chargedFor({ code: 'wrong-balance', situation, shows: '' });
    const ids = requirements.map(({ id }) => id);
    expect(ids).toContain(charged);
    expect(requirementOf(charged).situations).toContain(situation);
  });
});
