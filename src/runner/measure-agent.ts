import type { KnownAgent } from '../formats/known-agent.ts';
import type { ReportedExchange } from '../formats/run.ts';
import type { Exchange } from '../spec/exchange.ts';
import type { ConnectionWish } from '../wire/message.ts';
import { pause } from '../world/clock.ts';
import { balanceCall, ownScenario } from './own-calls.ts';
import { openPlay, type Play, plainOptions, sendCall } from './play.ts';
import type { RunContext } from './run-context.ts';
import { mainAccount } from './run-players.ts';

export interface Measured {
  readonly exchanges: readonly ReportedExchange[];
  /** What was known, with what was measured. */
  readonly known: KnownAgent;
}

const scenario = ownScenario('measures', 'How long the agent takes to answer');

/** Whether connections can be kept is known by then, milliseconds. */
const settleMs = 60;
/** Between headers and body, or between two ways to connect: less than this is chance, milliseconds. */
const tellingMs = 15;

/**
 * How long the agent takes for a call that is alone, and over which connections it is quicker: by
 * getBalance, three times, or six times where headers and body of its answers come apart.
 */
export const measureAgent = async (context: RunContext): Promise<Measured> => {
  // A letter of its own in the ids, as the probes of the dialect have one.
  const play = openPlay(context, scenario, 'm');
  await pause(context.clock, settleMs, context.signal);
  const kept = await measure(play, 'kept');
  const fresh = kept.splitMs < tellingMs ? undefined : await measure(play, 'fresh');
  const isSplit =
    fresh !== undefined && kept.splitMs - fresh.splitMs > tellingMs && kept.latencyMs - fresh.latencyMs > tellingMs;
  const best = isSplit ? fresh : kept;
  const { connections: _, splitMs: __, latencyMs: before, ...rest } = context.known;
  return {
    exchanges: play.exchanges,
    known: {
      ...rest,
      latencyMs: Number.isNaN(best.latencyMs) ? before : Math.round(best.latencyMs * 10) / 10,
      ...(isSplit ? { connections: 'fresh', splitMs: Math.round(kept.splitMs - fresh.splitMs) } : {}),
    },
  };
};

/** Medians, milliseconds; NaN where no call was answered. */
interface Medians {
  readonly latencyMs: number;
  /** From the headers of an answer to the end of its body. */
  readonly splitMs: number;
}

const times = 3;

const measure = async (play: Play, connection: ConnectionWish): Promise<Medians> => {
  const answered: Exchange[] = [];
  for (let time = 0; time < times && !play.context.signal.aborted; time += 1) {
    const exchange = await callOver(play, connection);
    if (exchange.answer.kind === 'answered') answered.push(exchange);
  }
  return {
    latencyMs: median(answered.map(latencyOf)),
    splitMs: median(answered.map(splitOf)),
  };
};

const callOver = async (play: Play, connection: ConnectionWish): Promise<Exchange> => {
  const label = `getBalance (measured, ${connection} connection)`;
  const { callback: _, ...composed } = balanceCall(play, mainAccount(play.context.players), {
    label,
  });
  const { exchange } = await sendCall(play, { ...composed, connection }, plainOptions);
  return exchange;
};

/** Without our own lateness. */
const latencyOf = ({ durationMs, timing }: Exchange): number => Math.max(0, durationMs - (timing?.lagMs ?? 0));

const splitOf = ({ durationMs, timing }: Exchange): number => durationMs - (timing?.headersMs ?? durationMs);

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
