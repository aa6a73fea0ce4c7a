import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { defaultConfiguration } from '../../src/formats/default-configuration.ts';
import type { Run } from '../../src/formats/run.ts';
import { parseScenario } from '../../src/formats/scenario/parse-scenario.ts';
import { judgeAgain } from '../../src/run/judge-again.ts';
import { runPlayersOf } from '../../src/run/run-players.ts';
import { runScenarios } from '../../src/run/run-scenarios.ts';
import { dialects } from '../../src/signing/dialects.ts';
import { canonicalText, sign } from '../../src/signing/sign.ts';
import { requirements } from '../../src/spec/requirements/catalogue.ts';
import { badSignature, balanceAnswer, contextFor, emptyOrder, jsonAnswer, type Say, token } from './run-against.ts';

/** An agent that compares with what it makes of the body itself. */
const verifying =
  (expected: (text: string) => string): Say =>
  (text, signature) =>
    signature === expected(text) ? balanceAnswer() : badSignature;

const inDialect = (name: string): Say => verifying((text) => sign(canonicalText(text, name), token));

const runAgainst = async (say: Say, dialect?: string): Promise<Run> =>
  await runScenarios(contextFor(say, dialect), emptyOrder);

const probesOf = ({ exchanges }: Run) => exchanges.filter(({ scenario }) => scenario === 'dialect');

const found = async (say: Say) => (await runAgainst(say)).dialect?.name;

/** Values that a run may send, and that dialects write differently. */
const awkward = [
  '{"b":{"y":1,"x":2},"a":1}',
  '{"a":"north/south"}',
  '{"a":"\u0416 \u{1f3b0}"}',
  '{"a":"<b> & \'c\' = d"}',
  '{"a":"x\u2028y"}',
  '{"a":12.5}',
];

describe('findDialect', () => {
  it.each(dialects.map(({ name }) => name))(
    'names for an agent that verifies %s a dialect that writes the same',
    async (name) => {
      const run = await runAgainst(inDialect(name));

      expect(run.root).toBeUndefined();
      expect(run.dialect?.how).toBe('found');
      expect(run.setup.dialect).toBe(run.dialect?.name);
      for (const text of awkward) {
        expect(canonicalText(text, run.dialect?.name)).toBe(canonicalText(text, name));
      }
    },
  );

  it.each(['minimal', 'php', 'php-unescaped', 'python', 'go', 'dotnet', 'gson', 'ascii'])(
    'finds %s by its name',
    async (name) => {
      expect(await found(inDialect(name))).toBe(name);
    },
  );
});

describe('the probes', () => {
  it('are four at most for an agent that verifies minimal', async () => {
    expect(probesOf(await runAgainst(inDialect('minimal')))).toHaveLength(3);
    expect(probesOf(await runAgainst(inDialect('minimal-reprinted')))).toHaveLength(4);
  });

  it('are getBalance and nothing else', async () => {
    const run = await runAgainst(inDialect('php'));

    expect(new Set(probesOf(run).map(({ kind }) => kind))).toEqual(new Set(['getBalance']));
  });

  it('are not sent where a dialect is configured', async () => {
    const run = await runAgainst(inDialect('php'), 'php');

    expect(probesOf(run)).toEqual([]);
    expect(run.dialect).toMatchObject({ name: 'php', how: 'configured' });
  });

  it('warn of the platform that the agent would refuse', async () => {
    const { dialect } = await runAgainst(inDialect('php'));

    expect(dialect?.warnings.join(' ')).toMatch(/plain JSON.*a slash, text outside ASCII/);
  });

  it('are the same bytes for the same seed and nonce', async () => {
    const bodies = async () =>
      probesOf(await runAgainst(inDialect('php'))).map((each) => [each.requestBody, each.requestHeaders]);

    expect(await bodies()).toEqual(await bodies());
  });
});

describe('an agent that refuses an ordinary call in every form', () => {
  it('is sent no rare name and no pack', async () => {
    const { exchanges, root } = await runAgainst(() => badSignature);
    expect(root?.reason).toContain('in every dialect');
    const bodies = exchanges.map(({ requestBody }) => requestBody);
    expect(bodies.filter((text) => !text.includes('"player_username":"Player One"'))).toEqual([]);
    expect(bodies.filter((text) => text.includes('freespins'))).toEqual([]);
  });
});

describe('an agent that must not be named wrongly', () => {
  it('looks at no signature', async () => {
    expect(await found(() => balanceAnswer())).toBeUndefined();
  });

  it('looks at no signature where there are free spins', async () => {
    const php = inDialect('php');
    const say: Say = (text, signature, call) =>
      text.includes('"freespins"') ? balanceAnswer() : php(text, signature, call);

    expect(await found(say)).toBe('php');
  });

  it('refuses names that it does not know, correctly signed', async () => {
    const minimal = inDialect('minimal');
    const say: Say = (text, signature, call) => {
      const answer = minimal(text, signature, call);
      const isKnown = text.includes('"player_username":"Player One"');
      return answer === badSignature || isKnown ? answer : jsonAnswer(404, { error: 'no_user' });
    };

    expect(await found(say)).toBe('minimal');
  });

  it('fails with 500 on what is not ASCII', async () => {
    const php = inDialect('php');
    const say: Say = (text, signature, call) =>
      /[^\0-\x7f]/.test(text) ? jsonAnswer(500, {}) : php(text, signature, call);

    expect(await found(say)).toBe('php');
  });

  it('drops the connection on a wrong signature', async () => {
    const say: Say = (text, signature, call) =>
      inDialect('minimal')(text, signature, call) === badSignature
        ? { kind: 'failed', failure: 'closed', message: 'The connection was closed.' }
        : balanceAnswer();

    expect((await runAgainst(say)).dialect).toBeUndefined();
  });
});

const minimal = (text: string): string => canonicalText(text, 'minimal');

/** Mistakes, what they sign, and what is said of them. */
const mistakes: readonly [string, (text: string) => string, RegExp][] = [
  ['the raw body', (text) => sign(text, token), /without sorting/],
  ['a line break in its token', (text) => sign(minimal(text), `${token}\n`), /line break/],
  ["another agent's token", (text) => sign(minimal(text), 'other-token'), /another agent's/],
  ['a line break behind the text', (text) => sign(`${minimal(text)}\n`, token), /behind it/],
  ['ids as floats', (text) => sign(minimal(text).replace(/_id":(\d+)/g, '_id":$1.0'), token), /1001\.0/],
  ['no request_id', (text) => sign(minimal(text).replace(/"request_id":"[^"]*",/, ''), token), /request_id/],
  ['upper-case hex', (text) => sign(minimal(text), token).toUpperCase(), /upper-case/],
  ['base64', (text) => Buffer.from(sign(minimal(text), token), 'hex').toString('base64'), /base64/],
  [
    'no HMAC',
    (text) =>
      createHash('sha256')
        .update(minimal(text) + token)
        .digest('hex'),
    /without HMAC/,
  ],
];

/** What a serialiser writes of a body whose keys were left as they came. */
const unsorted: readonly [string, (text: string) => string][] = [
  [
    'PHP',
    (text) =>
      text
        .replaceAll('/', '\\/')
        .replaceAll(/[^\0-\x7f]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`),
  ],
  ['JSON_UNESCAPED_UNICODE', (text) => text.replaceAll('/', '\\/')],
  ['JavaScript', (text) => text],
];

/** A name that PHP escapes. */
const cyrillic = defaultConfiguration.agents[0].players.map((player) => ({
  ...player,
  username: 'Алиса и/или Bob',
}));

const runWithCyrillicNames = async (say: Say): Promise<Run> =>
  await runScenarios({ ...contextFor(say), players: runPlayersOf(cyrillic, 'n1') }, emptyOrder);

describe('an agent that does not sort the keys', () => {
  it.each(unsorted)('is told so, and of ksort, where it serialises as %s does', async (_, write) => {
    const say = verifying((text) => sign(write(text), token));

    const { root } = await runWithCyrillicNames(say);

    expect(root?.reason).toMatch(/without sorting the keys|does not sort the keys/);
    expect(root?.remedy).toMatch(/ksort/);
  });

  it('is asked for each text once', async () => {
    const signatures = async (run: Promise<Run>) =>
      probesOf(await run).filter(({ label }) => /unsorted/.test(label ?? ''));

    expect(await signatures(runAgainst(() => badSignature))).toHaveLength(1);
    expect(await signatures(runWithCyrillicNames(() => badSignature))).toHaveLength(3);
  });
});

describe('an agent that accepts no dialect', () => {
  it.each(mistakes)('is told that it verifies %s', async (_, expected, cause) => {
    const run = await runAgainst(verifying(expected));

    expect(run.dialect).toBeUndefined();
    expect(run.root?.reason).toMatch(cause);
  });

  it('is told that the tokens may differ where nothing fits', async () => {
    const run = await runAgainst(() => badSignature);

    expect(run.root?.reason).toMatch(/as it refuses a wrong one.*invalid_signature/);
    expect(run.root?.remedy).toMatch(/token/);
  });
});

describe('a stored run', () => {
  it.each<[string, Say]>([
    ['in the dialect that was found', inDialect('php')],
    ['of an agent that accepts nothing', () => badSignature],
    ['of an agent that looks at no signature', () => balanceAnswer()],
  ])('is judged again %s', async (_, say) => {
    const stored = await runAgainst(say);
    const again = await judgeAgain(stored, { scenarios: [], catalogue: [] });

    expect(again).toEqual(stored);
  });

  it('is judged again with the ids that it had, whatever was not played', async () => {
    const texts = [
      'scenario: Needs three\nrequirements: [BAL-01]\nplayers: 3\nsteps:\n  - getBalance: { }\n    player: 3\n',
      'scenario: Needs one\nrequirements: [BAL-01]\nsteps:\n  - getBalance: {}\n',
    ];
    const scenarios = texts.map((text, index) => parseScenario({ text, file: `${index}.yaml` }));
    const catalogue = requirements.filter(({ id }) => id === 'BAL-01');
    const context = { ...contextFor(inDialect('php')), catalogue };
    const stored = await runScenarios(context, { ...emptyOrder, scenarios });
    const again = await judgeAgain(stored, { scenarios, catalogue });

    expect(stored.scenarios.map(({ verdict }) => verdict)).toEqual(['skipped', 'passed']);
    expect(again.scenarios).toEqual(stored.scenarios);
    expect(again.verdict).toBe('conformant');
  });
});
