import { systemClock } from '../../src/base/clock.ts';
import { amountOf, renderAmount } from '../../src/base/money.ts';
import type { CallOptions, Scenario } from '../../src/formats/scenario/scenario.ts';
import { balanceOf, emptyLedger, type Ledger, setBalance } from '../../src/ledger/ledger.ts';
import { step } from '../../src/ledger/step.ts';
import { recordScenario } from '../../src/recording/record-scenario.ts';
import type { RecordedCall } from '../../src/recording/recorded-call.ts';
import { openPlay, plainOptions } from '../../src/run/play.ts';
import { playScenario } from '../../src/run/play-scenario.ts';
import type { ComposedCall, RunContext } from '../../src/run/run-context.ts';
import { recordedCall } from '../../src/serve/record-session.ts';
import { sign, signBody } from '../../src/signing/sign.ts';
import type { Callback } from '../../src/spec/callback.ts';
import type { Answer, Exchange } from '../../src/spec/exchange.ts';
import { requirements } from '../../src/spec/requirements/catalogue.ts';
import { composeMessage, losing } from '../../src/wire/compose-message.ts';
import { createCourier } from '../../src/wire/create-courier.ts';
import { readAnswer } from '../../src/wire/read-answer.ts';
import { openAgent } from '../fixtures/open-agent.ts';
import { parse } from '../formats/scenario/parse.ts';
import { contextFor, token } from '../run/run-against.ts';

/** A callback that somebody sends by hand. */
export interface Deed {
  readonly callback: Callback;
  readonly options?: Partial<CallOptions>;
}

interface Seen {
  readonly exchange: Exchange;
  readonly before?: string;
}

/** What was sent by hand to an agent with that defect, as the recorder takes it. */
export const doByHand = async (defect: string | undefined, deeds: readonly Deed[]): Promise<readonly RecordedCall[]> =>
  await withAgent(defect, async (context) => {
    const seen: Seen[] = [];
    let ledger = emptyLedger;
    for (const { callback, options } of deeds) {
      const { terms } = openPlay(context, parse(anyScenario), 0);
      const composed = composeMessage(callback, terms, { ...plainOptions, ...options });
      const message = losing(composed, options?.lose && { what: options.lose });
      const exchange = await context.send({ label: 'by hand', ...message }, 'x');
      const before = balanceOf(ledger, callback);
      seen.push({
        exchange,
        before: before === undefined ? undefined : renderAmount(before),
      });
      if (options?.signature === undefined) ledger = after(ledger, callback, exchange.answer);
    }
    return seen.map(asRecorded);
  });

const anyScenario = 'scenario: T\nsteps: [{ getBalance: {} }]';

/** As a right agent would have it, corrected by what this one says. */
const after = (ledger: Ledger, callback: Callback, answer: Answer): Ledger => {
  const said = readAnswer(answer);
  const known = balanceOf(ledger, callback);
  if (known === undefined) {
    return said.kind === 'balance' ? setBalance(ledger, callback, amountOf(said.balance)) : ledger;
  }
  const policy = { unknownRollback: 'either', spentWinRollback: 'below-zero' } as const;
  const next = step(ledger, callback, policy).branches[0]?.ledger ?? ledger;
  return said.kind === 'balance' ? setBalance(next, callback, amountOf(said.balance)) : next;
};

const asRecorded = ({ exchange, before }: Seen, index: number): RecordedCall => {
  const judgement = {
    exchangeId: exchange.id,
    verdict: 'right',
    sentence: '',
    findings: [],
  } as const;
  const row = { seq: index + 1, exchange, judgement: { ...judgement, ...(before && { before }) } };
  return recordedCall(row, standingOf(exchange));
};

const standingOf = ({ request: { headers, body } }: Exchange): RecordedCall['signature'] => {
  const header = headers['x-signature'];
  if (header === undefined) return 'none';
  if (header === '') return 'empty';
  const right = rightSignature(Buffer.from(body).toString('utf8'));
  if (header === right) return 'valid';
  return header.length < right.length ? 'truncated' : 'wrong';
};

const rightSignature = (text: string): string => {
  try {
    return signBody(text, 'minimal-reprinted', token);
  } catch {
    return sign(text, token);
  }
};

/** Verdict of a scenario against an agent with that defect, and the requirements that it breaks. */
export const playAgainst = async (defect: string | undefined, yaml: string) =>
  await withAgent(defect, async (context) => await verdictOf(context, parse(yaml)));

const verdictOf = async (context: RunContext, scenario: Scenario) => {
  const { result, judgements } = await playScenario(context, scenario, { position: 0 });
  const broken = judgements.filter(({ verdict }) => verdict === 'failed' || verdict === 'warned');
  return {
    verdict: result.verdict,
    reason: result.reason,
    broken: broken.map(({ requirement }) => requirement),
  };
};

/** Records what is done by hand to an agent with that defect. */
export const recordAgainst = async (defect: string | undefined, deeds: readonly Deed[]): Promise<string> =>
  recordScenario(await doByHand(defect, deeds), { title: 'By hand' }).yaml;

const withAgent = async <T>(defect: string | undefined, use: (context: RunContext) => Promise<T>): Promise<T> => {
  const agent = await openAgent(defect === undefined ? {} : { defect });
  const context = contextFor(() => notSent, 'minimal-reprinted');
  let count = 0;
  const courier = createCourier({
    allowPublicTarget: false,
    clock: systemClock,
    newId: () => `e-${++count}`,
    record: () => undefined,
  });
  const send = async (call: ComposedCall): Promise<Exchange> =>
    await courier.send({ ...call, url: agent.url, timeoutMs: 5_000 });
  try {
    return await use({ ...context, send, catalogue: requirements });
  } finally {
    courier.close();
    await agent.close();
  }
};

const notSent: Answer = { kind: 'failed', failure: 'unreachable', message: 'Nobody is there.' };
