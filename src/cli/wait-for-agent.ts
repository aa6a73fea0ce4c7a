import { randomUUID } from 'node:crypto';
import { systemClock } from '../base/clock.ts';
import { createDice } from '../base/dice.ts';
import { durationText } from '../base/quantities.ts';
import { shownUrl } from '../base/shown.ts';
import { visibleLine } from '../base/visible-text.ts';
import { secretsOf } from '../run/agent-client.ts';
import { type Awaited, awaitAgent } from '../run/await-agent.ts';
import { createTokenMask } from '../signing/mask-tokens.ts';
import type { Exchange } from '../spec/exchange.ts';
import { checkTarget } from '../wire/check-target.ts';
import { composeMessage } from '../wire/compose-message.ts';
import { type Courier, createCourier } from '../wire/create-courier.ts';
import { log } from './output.ts';
import { demandCallbackUrl, type Settings } from './resolve-settings.ts';

export interface WaitOptions {
  readonly settings: Settings;
  readonly waitMs: number;
  readonly allowPublicTarget: boolean;
  readonly signal: AbortSignal;
}

/**
 * Waits until the agent answers a signed getBalance, and says so on stderr where it does not at once.
 * What is asked belongs to no run: it is in no report and no journal.
 * @throws WalletproofError target, where the callback URL may not be called.
 */
export const waitForAgent = async (options: WaitOptions): Promise<Awaited> => {
  const { settings, waitMs, allowPublicTarget, signal } = options;
  const url = demandCallbackUrl(settings);
  const forbidden = await checkTarget(url, { allowPublicTarget });
  if (forbidden !== undefined) throw forbidden;
  const courier = createCourier({
    record: () => undefined,
    mask: createTokenMask(secretsOf(settings)),
    allowPublicTarget,
    clock: systemClock,
    newId: randomUUID,
    ca: settings.ca,
  });
  let isTold = false;
  const awaited = await awaitAgent({
    ask: async (timeoutMs) => await askBalance(courier, options, timeoutMs),
    waitMs,
    clock: systemClock,
    signal,
    onWaiting: (said) => {
      isTold = true;
      log(`walletproof: ${waitingLine(url, waitMs, said)}\n`);
    },
  }).finally(courier.close);
  if (isTold && awaited.kind === 'came') {
    log(`walletproof: the agent answers, after ${durationText(awaited.waitedMs)} (${visibleLine(awaited.said)})\n`);
  }
  return awaited;
};

const waitingLine = (url: string, waitMs: number, said: string): string =>
  visibleLine(`waiting up to ${durationText(waitMs)} for the agent at ${shownUrl(url)}: ${said}`);

/** In a session and with a request_id of its own each time: whatever comes back is an answer. */
const askBalance = async (
  courier: Courier,
  { settings, signal }: WaitOptions,
  timeoutMs: number,
): Promise<Exchange> => {
  const { agent, players, gameId, otherToken, sessions, seed } = settings;
  const [player] = players;
  const message = composeMessage(
    {
      type: 'getBalance',
      agentId: agent.id,
      sessionId: sessions.find((each) => each.player === player?.id)?.id ?? randomUUID(),
      playerId: player?.id ?? 'player-1',
      playerUsername: player?.username ?? 'player-1',
      currency: player?.currencies[0] ?? 'USD',
      language: player?.language ?? 'en',
      requestId: randomUUID(),
      gameId,
    },
    {
      recipient: {
        agentId: agent.id,
        url: demandCallbackUrl(settings),
        token: agent.token,
        dialect: agent.dialect,
        nestedOrder: settings.configuration.quirks.nestedOrder,
        timeoutMs,
        connection: 'fresh',
      },
      otherToken,
      dice: createDice(`${seed}/wait`),
    },
  );
  return await courier.send({ ...message, signal });
};
