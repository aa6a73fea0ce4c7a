import type { RunView } from '../../src/api/schemas/runs.ts';
import { createReportView } from '../../src/report/report-view.ts';
import type { Context } from '../../src/serve/context.ts';
import { openContext } from '../../src/serve/context.ts';
import { openRecorder } from '../../src/serve/open-recorder.ts';
import type { OpenRuns } from '../../src/serve/run-host.ts';
import { createManualClock } from '../fixtures/manual-clock.ts';
import { aRun } from '../report/run-builder.ts';
import { serverOptions } from '../serve/server-options.ts';

const instant = '2026-03-01T12:00:00.000Z';

export const account = {
  ...{ playerId: 'player-1', playerUsername: 'Player One', currency: 'USD' },
  ...{ opening: '100.00', bets: '10.00', wins: '0.00', rollbacks: '0.00', elsewhere: '0.00', runs: '0.00' },
  ...{ expected: '90.00', actual: '80.00', difference: '-10.00' },
  points: [{ at: instant, exchangeId: 'x-1', kind: 'makeBet', expected: '90.00', actual: '80.00' }],
};

const run: RunView = {
  ...{ id: 'run-1', state: 'finished', title: 'the whole suite', startedAt: instant },
  ...{ total: 1, done: 1, durationMs: 12, verdict: 'conformant', failing: [] },
  scenarios: [{ file: 'a.yaml', title: 'A bet is debited', verdict: 'passed' }],
};

const summary = {
  ...{ passed: 1, failed: 0, warned: 0, observed: 0, skipped: 0, blocked: 0, inconclusive: 0 },
};
const tool = { name: 'walletproof', version: '1.2.3' };
const agent = { id: 1001, callbackUrl: 'http://127.0.0.1:8080/callback' };
const stored = {
  ...{ tool, agent, summary, verdict: 'conformant', seed: 7, nonce: 'n', startedAt: instant },
  ...{ durationMs: 12, requirements: [], scenarios: [], exchanges: [], setup: {} },
};
const compared = {
  ...{ verdict: 'conformant' as const, startedAt: instant, agent, tool, seed: 7, nonce: 'n' },
};

const comparison = {
  ...{ before: compared, now: compared, newlyFailing: [], fixed: [], changed: [] },
  ...{ appeared: [], disappeared: [], unchanged: 1, stillFailing: [] },
};

const game = { title: 'Lanterns', brand: 'North', image_url: 'https://g.example/1.png', demo: true };
const games = [
  { id: 101, ...game },
  { id: 104, ...game },
];

/** What a server is made of, but for runs, callbacks by hand and files: those do nothing. */
export const sampleContext = async (onError: (error: unknown) => void) => {
  const options = serverOptions({
    games,
    about: { version: '1.2.3', seed: 7 },
    clock: createManualClock(Date.parse(instant)),
    openRuns: async () => sampleRuns,
    onError,
  });
  const recorder = await openRecorder({ file: ':memory:', maxExchanges: 1000, maxBytes: 1e9, secrets: () => [] });
  const context = await openContext(options, recorder, () => 'http://127.0.0.1:4600');
  /** Names and texts of scenarios, as they would be written. */
  const saved: unknown[] = [];
  const scenarios: Context['scenarios'] = {
    ...context.scenarios,
    list: async () => [{ file: 'a.yaml', title: 'A bet is debited', requirements: ['BET-01'], home: 'suite' }],
    source: async (file) => (file === 'a.yaml' ? 'scenario: A bet is debited\n' : undefined),
    save: async (name, yaml) => {
      saved.push([name, yaml]);
      return { file: `${name}.yaml`, command: `walletproof play ${name}` };
    },
    lend: async (file) => file,
  };
  const fakes = { scenarios, muted, hand: sampleHand, lagMs: () => 3, startedAt: 1_700_000_000_000 };
  const sample: Context = { ...context, ...fakes };
  return { context: sample, saved };
};

const muted: Context['muted'] = {
  file: 'walletproof.baseline.yaml',
  load: async () => undefined,
  mute: async () => undefined,
  unmute: async () => undefined,
};

const callback = {
  ...{ exchangeId: 'x-9', kind: 'makeBet' as const, status: 200, balance: '90.00' },
  ...{ verdict: 'right' as const, sentence: '100.00 - 10.00 = 90.00.', findings: [] },
};
const sent = { exchangeIds: ['x-9'], callbacks: [callback] };

const sampleHand: Context['hand'] = {
  trigger: async () => sent,
  resend: async (id) => (id === 'x-1' ? sent : undefined),
  rollback: async (id) => (id === 'x-1' ? sent : undefined),
  askQuietly: async () => sent,
};

const sampleRuns: OpenRuns = {
  list: () => [run],
  start: async () => run,
  one: async (id) => (id === 'run-1' ? (stored as never) : undefined),
  view: async (id) => (id === 'run-1' ? createReportView(aRun()) : undefined),
  report: async (id) => (id === 'run-1' ? '<!doctype html><script>parent.x()</script>' : undefined),
  compare: async () => comparison,
  interrupt: () => true,
  watch: {
    view: () => ({ state: 'off' }),
    begin: (order) => ({ state: 'on', ...order }),
    end: () => true,
  },
  close: async () => undefined,
};
