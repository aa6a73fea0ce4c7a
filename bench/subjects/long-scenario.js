// Plays one scenario of so many makeBets against a right wallet in this process, and prints what it took.
import { parseScenario } from '../../src/formats/scenario/parse-scenario.ts';
import { createAccountBook } from '../../src/runner/account-book.ts';
import { createCauseBook } from '../../src/runner/cause-book.ts';
import { runPlayersOf } from '../../src/runner/run-players.ts';
import { runScenarios } from '../../src/runner/run-scenarios.ts';
import { createSessionBook } from '../../src/runner/session-book.ts';
import { defaultQuirks } from '../../src/spec/quirks.ts';
import { requirements } from '../../src/spec/requirements/catalogue.ts';
import { systemClock } from '../../src/world/clock.ts';
import { createDice } from '../../src/world/dice.ts';

const url = 'http://127.0.0.1/';
const calls = Number(process.argv[2]);
const player = { id: 'p', username: 'P', currencies: ['USD'], language: 'en' };
const once = parseScenario({
  file: 'long.yaml',
  text: `scenario: Many makeBets
requirements: [BAL-01]
fund: 1000
steps:
  - makeBet: { bet: 1, win: 1.5 }
`,
});
const [makeBet] = once.steps;
// More than a file may ask for: what is measured is whether a call costs the same, however many there are.
const steps = [{ kind: 'repeat', place: makeBet.place, count: calls, steps: [makeBet] }];
const scenario = { ...once, steps };

/** A wallet that is right about getBalance and makeBet. */
let cents = 100_000;
let count = 0;
const send = async (call) => {
  count += 1;
  const body = JSON.parse(Buffer.from(call.body).toString());
  if (body.type === 'makeBet') cents += Math.round((body.win - body.bet) * 100);
  const answer = Buffer.from(`{"content":{"balance":${(cents / 100).toFixed(2)}}}`);
  return {
    id: `n-${count}`,
    direction: 'callback',
    kind: call.kind,
    subject: call.subject,
    request: { method: call.method, url, headers: call.headers, body: call.body },
    answer: {
      kind: 'answered',
      status: 200,
      headers: { 'content-type': 'application/json', 'content-length': String(answer.length) },
      body: answer,
    },
    startedAt: Date.now(),
    durationMs: 1,
    dialect: call.dialect,
  };
};

const context = {
  agent: { id: 1001, token: 't', callbackUrl: url, dialect: 'minimal' },
  otherToken: 'other',
  players: runPlayersOf([player], 'n'),
  gameId: 101,
  quirks: defaultQuirks,
  hooks: {},
  timeoutMs: 1000,
  patienceMs: 0,
  known: {},
  sessions: createSessionBook({ players: [player], given: [], ids: 'platform' }),
  causes: createCauseBook(),
  book: createAccountBook(),
  nonce: 'n',
  dice: createDice('7/n'),
  clock: systemClock,
  send,
  catalogue: requirements,
  signal: new AbortController().signal,
};

const heldBytes = () => {
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};
let bytes = 0;
const run = await runScenarios(context, {
  scenarios: [scenario],
  selection: { only: [], skip: [] },
  policy: { strict: false },
  bail: false,
  seed: 7,
  tool: { name: 'bench', version: '0' },
  tell: ({ kind }) => {
    if (kind === 'run-finished') bytes = heldBytes();
  },
});
if (run.verdict !== 'conformant') throw new Error(`the run is ${run.verdict}`);
const { user, system } = process.cpuUsage();
console.log(JSON.stringify({ cpuMs: (user + system) / 1000, bytes }));
