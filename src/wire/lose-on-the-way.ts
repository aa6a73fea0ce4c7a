import type { ClientRequest } from 'node:http';
import type { Socket } from 'node:net';
import type { PassThrough } from 'node:stream';
import type { Answer } from '../spec/exchange.ts';
import { type Loss, losses } from '../spec/fault.ts';
import type { LossOrder } from './message.ts';
import { type Failed, failed } from './name-failure.ts';
import { readAnswer } from './read-answer.ts';

/** Long enough for a piece to arrive by itself, milliseconds. */
export const betweenPiecesMs = 15;

/** An agent that is at work is not waited for any longer once our side is closed, milliseconds. */
const longestHalfClosedMs = 1_000;

export const dropped = (): Failed => failed('dropped', 'The connection was dropped on purpose when the answer began.');

const proxied = (status: number): Failed =>
  failed('dropped', `A proxy took the answer (HTTP ${status}), and answered HTTP 502 in its place, on purpose.`);

const hungUp = (): Failed =>
  failed('hung-up', 'The connection was broken on purpose behind the request: whether it was processed is unknown.');

const cutOff = (sent: number, whole: number): Failed =>
  failed('cut-off', `The request was cut off on purpose, after ${sent} of the ${whole} bytes of its body.`);

/** A loss as it is played on one request. */
interface Losing {
  readonly lose: LossOrder;
  readonly body: Buffer;
  /** Where the body goes; undefined where it goes out by itself. */
  readonly rest: PassThrough | undefined;
}

/** Whether the body is written by who plays the loss. */
export const writesBody = ({ what }: LossOrder): boolean => losses[what].arrives === 'part';

/** How much of a body arrives where it is cut off within, bytes. */
const halfOf = ({ length }: Uint8Array): number => Math.ceil(length / 2);

/** Breaks the connection of a request, as far into it as the loss says. */
export const loseOnTheWay = (sent: ClientRequest, { lose, body, rest }: Losing): void => {
  const writeHalf = (): void => void rest?.write(body.subarray(0, halfOf(body)));
  const play: Readonly<Record<Loss, () => void>> = {
    // The answer is what is lost of these: see `lostAnswer`.
    answer: () => undefined,
    'proxied-answer': () => undefined,
    connection: () => void sent.once('finish', () => resetAfter(sent, lose.afterMs ?? 0)),
    'sending-side': () => void sent.once('finish', () => closeSending(sent)),
    body: () => whenConnected(sent, () => resetAfter(sent, betweenPiecesMs)),
    'half-body': () =>
      whenConnected(sent, () => {
        writeHalf();
        resetAfter(sent, betweenPiecesMs);
      }),
    'end-of-body': () =>
      whenConnected(sent, () => {
        writeHalf();
        setTimeout(() => closeSending(sent), betweenPiecesMs);
      }),
  };
  play[lose.what]();
  if (rest !== undefined) sent.flushHeaders();
};

/** Half-closes the connection; whoever neither answers nor closes it is not waited for. */
const closeSending = (sent: ClientRequest): void => {
  sent.socket?.end();
  resetAfter(sent, longestHalfClosedMs);
};

/** Resets the connection then, if the request is not over by itself. */
const resetAfter = (sent: ClientRequest, durationMs: number): void => {
  const timer = setTimeout(() => reset(sent.socket), durationMs);
  sent.once('close', () => clearTimeout(timer));
};

const whenConnected = (sent: ClientRequest, act: () => void): void => {
  sent.once('socket', (socket) => {
    if (socket.connecting) socket.once('connect', act);
    else act();
  });
};

/** TCP's RST: what is under way in either direction is lost. Of TLS the connection below ends. */
const reset = (socket: Socket | null): void => {
  if (socket === null || socket.destroyed) return;
  if ('encrypted' in socket) socket.destroy();
  else socket.resetAndDestroy();
};

/** What the platform gets where that is lost. `taken`: what came all the same. */
export const lostAnswer = (taken: Answer, { what }: LossOrder, body: Uint8Array): Answer => {
  switch (what) {
    case 'answer':
      return taken.kind === 'answered' ? dropped() : taken;
    case 'proxied-answer':
      return taken.kind === 'answered' ? proxied(taken.status) : taken;
    case 'connection':
    case 'sending-side':
      return isOfOurs(taken) ? hungUp() : taken;
    case 'body':
      return isOfOurs(taken) ? cutOff(0, body.length) : taken;
    case 'half-body':
    case 'end-of-body': {
      // An agent that takes it for whole is told as it is.
      const isRefused = taken.kind === 'answered' && readAnswer(taken).kind !== 'balance';
      return isRefused || isOfOurs(taken) ? cutOff(halfOf(body), body.length) : taken;
    }
  }
};

/** What our own breaking of the connection looks like from here. */
const isOfOurs = (taken: Answer): boolean =>
  taken.kind === 'failed' && (taken.failure === 'closed' || taken.failure === 'unreadable');
