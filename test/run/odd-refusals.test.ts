import { beforeAll, describe, expect, it } from '@jest/globals';
import { shippedScenarios } from '../../src/formats/package-files.ts';
import type { Scenario } from '../../src/formats/scenario/scenario.ts';
import { judgeAgain } from '../../src/run/judge-again.ts';
import { requirements } from '../../src/spec/requirements/catalogue.ts';
import { idsWith } from '../e2e/report-of.ts';
import { runSimulated, type SimulatedAgent } from './simulated-run.ts';

let scenarios: readonly Scenario[];

beforeAll(async () => {
  scenarios = await shippedScenarios();
});

interface Fields {
  readonly type?: string;
  readonly session_id?: string;
  readonly bet?: unknown;
  readonly win?: unknown;
  readonly freespins?: { readonly is_finish?: boolean };
}

const fieldsOf = (text: string): Fields => {
  try {
    return (JSON.parse(text) ?? {}) as Fields;
  } catch {
    return {};
  }
};

/** The example agent, which refuses with that code what the check does not take. */
const refusing =
  (code: string, isTaken: (fields: Fields) => boolean): SimulatedAgent['alter'] =>
  (agent) =>
  async (call) => {
    if (isTaken(fieldsOf(call.text))) return await agent.answer(call);
    const body = JSON.stringify({ error: code, message: 'not taken' });
    return { status: 400, contentType: 'application/json', body };
  };

const played = async (alter: SimulatedAgent['alter'], folders: RegExp) => {
  const order = { scenarios: scenarios.filter(({ file }) => folders.test(file)) };
  const { run } = await runSimulated({ alter }, order, { known: { latencyMs: 1 } });
  const again = await judgeAgain(run, { scenarios: order.scenarios, catalogue: requirements });
  return { run, again };
};

describe('an agent that refuses the win of a pack after its is_finish', () => {
  it('breaks FS-04, and all other packs hang on it', async () => {
    const finished = new Set<string>();
    const { run, again } = await played(
      refusing('no_active_pack', ({ type, session_id: session = '', ...fields }) => {
        if (fields.freespins?.is_finish === true) finished.add(session);
        const isWin = type === 'makeBet' && Number(fields.bet) === 0 && Number(fields.win) > 0;
        return !(isWin && finished.has(session));
      }),
      /free-spin|win-only/,
    );

    expect(idsWith(run, 'failed')).toEqual(['FS-04']);
    expect(run.causes).toEqual([]);
    expect(idsWith(run, 'blocked')).toContain('FS-05');
    expect(idsWith(again, 'failed', 'blocked')).toEqual(idsWith(run, 'failed', 'blocked'));
  });
});

describe('an agent that knows a session from its first getBalance on', () => {
  it('is right: it is asked for the balance first, and told so by one cause', async () => {
    const opened = new Set<string>();
    const { run, again } = await played(
      refusing('session_not_found', ({ type, session_id: session = '' }) => {
        if (type === 'getBalance') opened.add(session);
        return type !== 'makeBet' || opened.has(session);
      }),
      /conformance\/(bets|balance|isolation)\//,
    );

    expect(idsWith(run, 'failed', 'warned', 'blocked', 'inconclusive')).toEqual([]);
    expect(run.causes.map(({ code }) => code)).toEqual(['opened-by-balance']);
    expect(run.requirements.filter(({ verdict }) => verdict === 'passed').length).toBeGreaterThan(20);
    expect(again.causes).toEqual(run.causes);
  });

  it('is told nothing where a getBalance changes nothing', async () => {
    const { run } = await played(
      refusing('session_not_found', ({ type }) => type !== 'makeBet'),
      /conformance\/bets\//,
    );

    expect(idsWith(run, 'failed', 'warned')).toEqual([]);
    expect(run.causes.map(({ code }) => code)).toEqual(['unknown-session']);
  });
});
