import { expect, it } from '@jest/globals';
import { runCli } from '../e2e/run-cli.ts';
import { hostileAgents } from './agents.ts';
import { hostileToken } from './hostile-agent.ts';
import { problemsOf } from './judge-output.ts';

/** A flood, texts, a secret, silence and somebody who is right: the rest is met without a process each. */
const names = [
  'a body of 100 MiB',
  'every text, from the first call on',
  'the token, told to everybody',
  'no answer',
  'HTTP/1.0',
];

const codes = { conformant: 0, nonconformant: 1, inconclusive: 3 } as const;

it.each(names)('the executable meets %s as the commands do', async (name) => {
  const agent = hostileAgents.find((each) => each.name === name);
  const open = await agent?.open();
  const args = ['test', open?.url ?? '', '--only', 'BET-01', '--patience', '1ms'];
  // Who is right has the time that it needs on a busy machine.
  const timeout = agent?.verdicts.includes('conformant') ? '60s' : '500ms';
  const { code, stdout, stderr } = await runCli([...args, '--timeout', timeout], {
    env: { WALLETPROOF_TOKEN: hostileToken, FORCE_COLOR: '1' },
  });
  await open?.close();
  expect(agent?.verdicts.map((verdict) => codes[verdict])).toContain(code);
  expect([stdout, stderr].flatMap((text) => problemsOf(text, 'for people'))).toEqual([]);
});
