// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the references of a configuration look alike
import { readFileSync, writeFileSync } from 'node:fs';
import { configurationJsonSchema, parseConfiguration } from '../../src/formats/configuration.ts';
import { defaultConfiguration } from '../../src/formats/default-configuration.ts';
import { quirks } from '../../src/spec/quirks.ts';
import { WalletproofError } from '../../src/spec/walletproof-error.ts';

const env = { AGENT_TOKEN: 's3cret', HOST: 'agent', PORT: '8080', EMPTY: '' };

const knownDialects = ['M', 'python'];

const parse = (text: string) => parseConfiguration({ text, file: 'c.yaml', env, knownDialects });

const messageOf = (text: string): string => {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof WalletproofError) return `${error.code} ${error.message} ${error.remedy}`;
    throw error;
  }
  return 'no error';
};

describe('parseConfiguration', () => {
  it('fills every default in', () => {
    expect(parse('agents: [{ id: 7, players: [{ id: p }] }]\n')).toEqual({
      ...defaultConfiguration,
      agents: [
        {
          id: 7,
          unavailableGames: [],
          players: [{ id: 'p', username: 'p', currencies: ['USD'], language: 'en' }],
        },
      ],
    });
  });

  it.each([
    ['20MiB', 20_971_520],
    ['1.5GiB', 1_610_612_736],
    ['2048KiB', 2_097_152],
    [1_048_576, 1_048_576],
  ])('reads the size %s', (written, maxBytes) => {
    expect(parse(`journal: { maxBytes: ${written} }\n`).journal).toEqual({
      ...defaultConfiguration.journal,
      maxBytes,
    });
  });

  it('keeps what is written', () => {
    const text = [
      'agents:',
      '  - id: 1001',
      '    token: abc',
      '    callbackUrl: http://127.0.0.1:8080/callback',
      '    dialect: python',
      '    unavailableGames: [104]',
      '    players:',
      '      - { id: player-1, username: Player One, currencies: [USD, EUR], language: ru }',
      'quirks: { accept: M, packWin: per-spin }',
    ].join('\n');
    const { agents, quirks } = parse(text);
    expect(agents[0]).toMatchObject({ token: 'abc', dialect: 'python', unavailableGames: [104] });
    expect(agents[0]?.players[0]?.currencies).toEqual(['USD', 'EUR']);
    expect(quirks).toMatchObject({ accept: ['M'], packWin: 'per-spin', requestId: 'keep' });
  });
});

describe('host names in a configuration', () => {
  it.each(['casino.example', 'Casino.Example.', '10.0.0.8', 'fd12::1', '[fd12::1]', 'my_service'])(
    'may be %s',
    (name) => {
      expect(parse(`hosts: ['${name}']\n`).hosts).toEqual([name]);
      expect(parse(`admin: { hosts: ['${name}'] }\n`).admin.hosts).toEqual([name]);
    },
  );

  it.each(['casino.example:4600', 'https://casino.example', 'casino.example/wp', '*.example', '*', ''])(
    'may not be %j: it would match no request',
    (name) => {
      for (const text of [`hosts: ['${name}']\n`, `admin: { hosts: ['${name}'] }\n`]) {
        expect(messageOf(text)).toContain('expected a host name or an IP address, without a port');
      }
    },
  );

  it('are any for agents and players where none are given', () => {
    expect(parse('quirks: {}\n').hosts).toBeUndefined();
  });
});

describe('${NAME} in a configuration', () => {
  const agentOf = (fields: string) => parse(`agents: [{ id: 1, ${fields} }]\n`).agents[0];

  it('reads the environment, inside text too', () => {
    expect(agentOf('token: "${AGENT_TOKEN}"')?.token).toBe('s3cret');
    expect(agentOf('callbackUrl: "http://${HOST}:${PORT}/cb"')?.callbackUrl).toBe('http://agent:8080/cb');
  });

  it('is kept where a second dollar sign escapes it', () => {
    expect(agentOf('token: "$${AGENT_TOKEN} $5 {x}"')?.token).toBe('${AGENT_TOKEN} $5 {x}');
  });

  it('does not read what a variable holds once more', () => {
    const text = 'agents: [{ id: 1, token: "${A}" }]\n';
    const { agents } = parseConfiguration({ text, file: 'c.yaml', env: { A: '${B}', B: 'b' } });
    expect(agents[0]?.token).toBe('${B}');
  });

  it('points at a variable that is not set', () => {
    const text = 'agents:\n  - id: 1\n    callbackUrl: http://${HOST}:${NO_PORT}/cb\n';
    expect(messageOf(text)).toContain(
      [
        'c.yaml:3:33: the environment variable NO_PORT is not set',
        '  |',
        '3 |     callbackUrl: http://${HOST}:${NO_PORT}/cb',
        '  |                                 ^^^^^^^^^^ set NO_PORT, or write `$${` for `${` itself',
      ].join('\n'),
    );
  });

  it.each(['${1A}', '${}', '${A-B}', '${OPEN'])('points at %s, which names nothing', (written) => {
    const text = `agents:\n  - id: 1\n    callbackUrl: "http://${written}"\n`;
    expect(messageOf(text)).toContain('c.yaml:3:26: this `${` names no environment variable');
  });

  it('takes an empty variable for text that is not there', () => {
    expect(messageOf('agents: [{ id: 1, token: "${EMPTY}" }]\n')).toContain(
      '`token`: expected some text, not `"${EMPTY}"`',
    );
  });
});

describe('what parseConfiguration refuses', () => {
  it.each([
    ['agents: [{ id: 1 }, { id: 2 }, { id: 1 }]\n', 'c.yaml:1:38: another agent has the id `1`'],
    [
      'agents:\n  - id: 1\n    players:\n      - { id: p }\n      - { id: p }\n',
      'c.yaml:5:15: another player of this agent has the id `p`\n',
    ],
    ['agents: [{ id: 1, dialect: pyhton }]\n', 'c.yaml:1:28: there is no dialect `pyhton`'],
    ['agents: [{ id: 1, dialect: any }]\n', 'there is no dialect `any`'],
    ['quirks: { accept: X9 }\n', 'c.yaml:1:19: there is no dialect `X9`'],
    ['quirks: { accept: [python, pph] }\n', 'c.yaml:1:28: there is no dialect `pph`'],
    ['quirks: { accept: [M, pyhton] }\n', 'did you mean `python`?'],
    ['quirks: { accept: [] }\n', '`accept`: expected at least 1 in the list, not an empty list'],
    ['quirks: { retries: [1s, soon] }\n', 'c.yaml:1:25: '],
    ['quirks: { retries: 1s }\n', '`retries`: expected a list, not `1s`'],
    [`quirks: { retries: [${'1s, '.repeat(11)}] }\n`, '`retries`: expected at most 10 in the list, not 11\n'],
    ['quirks: { sessionIdle: 0s }\n', '`sessionIdle`: expected a duration above 0, such as'],
    ['callbacks: { timeout: 0.0m }\n', '`timeout`: expected a duration above 0, such as'],
    ['quirks: { bodyLimit: 100 }\n', '`bodyLimit`: expected at least 1024, not `100`'],
    ['quirks: { bodyLimitStatus: 400 }\n', '`bodyLimitStatus`: '],
    ['quirks: { demoBalance: -5 }\n', '`demoBalance`: '],
    ['quirks: { packWin: per-spim }\n', 'did you mean `per-spin`?'],
    ['quirks: { packWins: per-spin }\n', 'did you mean `packWin`?'],
    ['callbacks: { timeout: 5 }\n', 'c.yaml:1:23: `timeout`: a duration needs a unit'],
    ['agents: [{ id: "1" }]\n', 'c.yaml:1:16: `id`: expected a number, not `"1"`'],
    ['agents: [{ id: 1, callbackUrl: ftp://x }]\n', 'expected an http or https URL, not `ftp://x`'],
    ['agents: []\n', '`agents`: expected at least 1 in the list, not an empty list'],
    ['# nothing\n', 'the file is empty'],
  ])('%j', (text, problem) => {
    expect(messageOf(text)).toContain(problem);
    expect(messageOf(text)).toMatch(/^configuration /);
  });

  it('does not let one agent share the ids of its players with another', () => {
    const players = 'players: [{ id: p }]';
    expect(parse(`agents: [{ id: 1, ${players} }, { id: 2, ${players} }]\n`).agents).toHaveLength(2);
  });
});

it.each([
  ['20 MB', '`maxBytes`: expected a number of bytes, or text such as 512MiB'],
  ['0.5MiB', 'c.yaml:1:22: expected 1MiB at least'],
  ['1000', 'c.yaml:1:22: expected 1MiB at least'],
])('parseConfiguration refuses a journal of %s', (written, problem) => {
  expect(messageOf(`journal: { maxBytes: ${written} }\n`)).toContain(problem);
});

describe('the token in an error', () => {
  it.each([
    'agents: [{ id: 1, token: hush-hush, tokne: 1 }]\n',
    'agents: [{ id: 1, tokne: hush-hush }]\n',
    'agents: [{ id: 1, apiToken: "hush-hush" }]\n',
    'agents: [{ id: 1, token: [hush-hush] }]\n',
    "agents: [{ id: x, token: 'hush-hush' }]\n",
    'agents: [{ id: x, "token": "hush-hush" }]\n',
    'agents: [{ id: 1, token: hush-hush, token: hush-hush }]\n',
    'agents: [{ id: 1, token: hush-hush ]\n',
    'secret: &s hush-hush\nagents: [{ id: 1, token: *s }]\n',
    'x: &s hush-hush\nagents: [{ id: 1, token: *s }]\n',
    'agents: [{ id: 1, token: "${hush-hush}" }]\n',
    'agents:\n  - id: 1\n    token: |\n      hush-hush\n     hush-hush\n',
    'agents:\n  - id: 1\n    token: >-\n      hush-hush\n    token: hush-hush\n',
    '{ token: hush-hush, a: {{{{ }',
    `token: hush-hush\na: ${'['.repeat(1000)}`,
  ])('is starred out: %j', (text) => {
    const message = messageOf(text);
    expect(message).not.toBe('no error');
    expect(message).not.toContain('hush');
  });

  it.each([
    'agents: [{ id: x, callbackUrl: "http://caller:hush-hush@h/a?key=hush&hush" }]\n',
    'agents: [{ id: 1, callbackUrl: "ftp://caller:hush-hush@h/a" }]\n',
    'agents: [{ id: 1, callbackUrl: caller:hush-hush@h/a }]\n',
    'agents:\n  - id: 1\n    callback_url: http://hush:hu/sh@h/a?hush\n',
    'hooks: { launch: { url: "http://caller:hush-hush@h/?p={player_id}&k=hush", metod: GET } }\n',
    '{ callbackUrl: http://caller:hush-hush@h/, a: {{{{ }',
  ])('is starred out where a URL holds it: %j', (text) => {
    const message = messageOf(text);
    expect(message).not.toBe('no error');
    expect(message).not.toMatch(/hush|hu.sh/);
    expect(message).toMatch(/\*{4}/);
  });

  it('still names the variable that it comes from', () => {
    expect(messageOf('agents: [{ id: x, token: "${AGENT_TOKEN}" }]\n')).toContain('token: "${AGENT_TOKEN}"');
    expect(messageOf('agents: [{ id: x, token: "${AGENT_TOKEN}" }]\n')).not.toContain('s3cret');
  });
});

const file = new URL('../../docs/configuration.schema.json', import.meta.url);

describe('docs/configuration.schema.json', () => {
  it('is the JSON Schema of the configuration that is parsed', () => {
    // UPDATE=1 writes it anew; the formatter may then break its lines.
    if (process.env['UPDATE'] === '1') {
      writeFileSync(file, `${JSON.stringify(configurationJsonSchema(), undefined, 1)}\n`);
    }
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(configurationJsonSchema());
  });

  it('completes every quirk, and demands nothing', () => {
    const { properties, required } = configurationJsonSchema();
    expect(required).toBeUndefined();
    const names = Object.keys(quirks);
    expect(properties).toMatchObject({
      quirks: { properties: Object.fromEntries(names.map((name) => [name, expect.anything()])) },
    });
  });
});
