import { rootCertificates } from 'node:tls';
import { type Dispatcher, Pool } from 'undici';
import { createDice } from '../base/dice.ts';
import { bufferOf } from '../base/read-body.ts';
import { shownHeaders, shownUrl } from '../base/shown.ts';
import { createTokenMask } from '../signing/mask-tokens.ts';
import type { Answer, Exchange } from '../spec/exchange.ts';
import { headerAsWritten } from '../spec/http-form.ts';
import { createLookup, forbiddenLiteral, parseTarget, type TargetPolicy } from '../wire/check-target.ts';
import { composeMessage, type Recipient } from '../wire/compose-message.ts';
import { requestOf } from '../wire/create-courier.ts';
import { dropped } from '../wire/lose-on-the-way.ts';
import { detailsOf, failed, nameBrokenAnswer, nameFailure } from '../wire/name-failure.ts';
import {
  answerOf,
  interimError,
  interrupted,
  isTooManyInterim,
  joinHeaders,
  latenessMs,
  maxAnswerBytes,
  timedOut,
  tooLarge,
} from '../wire/send-once.ts';
import type { PlannedCall } from './account.ts';

/** As kept connections of runs: closed before any agent does it. */
const idleLimitMs = 900;

export interface LoadSenderOptions extends TargetPolicy {
  readonly recipient: Recipient;
  /** Stands in the ids of exchanges. */
  readonly nonce: string;
  /** What nobody may see in anything that is reported. */
  readonly secrets: readonly string[];
  /** PEM: authorities that are trusted besides those of Node. */
  readonly ca?: string | undefined;
}

interface PostOptions {
  readonly signature: string | undefined;
  readonly isLost: boolean;
}

/** Sends callbacks to one agent at once, over as many kept connections of undici as are under way. */
export class LoadSender {
  readonly #options: LoadSenderOptions;
  readonly #target: URL | undefined;
  readonly #forbidden: Answer | undefined;
  readonly #pool: Pool;
  /** Requests as they are written on the wire, but for their signature. */
  readonly #headers: readonly string[];
  readonly #underWay = new Set<AnswerTaking>();
  #isClosed = false;
  readonly #mask: (exchange: Exchange) => Exchange;
  readonly #shownUrl: string;
  readonly #dice = createDice('load');
  #count = 0;
  /** Connections that were made, and have carried nothing yet. */
  #fresh = 0;

  constructor(options: LoadSenderOptions) {
    this.#options = options;
    const { recipient, ca, secrets } = options;
    this.#target = parseTarget(recipient.url);
    const forbidden = this.#target && forbiddenLiteral(this.#target, options);
    this.#forbidden = forbidden && failed('forbidden-target', `${forbidden.reason}.`);
    this.#headers = headersFor(recipient, this.#target);
    this.#mask = createTokenMask(secrets);
    this.#shownUrl = shownUrl(recipient.url);
    this.#pool = new Pool(this.#target?.origin ?? 'http://localhost', {
      // Our own deadline ends what takes too long.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: idleLimitMs,
      keepAliveMaxTimeout: idleLimitMs,
      connect: {
        lookup: createLookup(options),
        timeout: 0,
        ...(ca === undefined ? {} : { ca: [...rootCertificates, ca] }),
      },
    });
    this.#pool.on('connect', () => {
      this.#fresh += 1;
    });
  }

  /** What came of a callback; it never rejects. `together`: so many leave with it. */
  async send({ callback, isLost }: PlannedCall, together: number): Promise<Exchange> {
    const { recipient, nonce } = this.#options;
    const message = composeMessage(callback, { recipient, otherToken: recipient.token, dice: this.#dice });
    const request = requestOf(message, this.#target);
    this.#count += 1;
    const id = `${nonce}-${this.#count}`;
    const sentAt = performance.now();
    const { answer, endedAt } = await this.post(request.body, { signature: request.headers['x-signature'], isLost });
    return this.#mask({
      id,
      direction: 'callback',
      kind: callback.type,
      subject: message.subject,
      request: { ...request, url: this.#shownUrl, headers: shownHeaders(request.headers) },
      answer,
      startedAt: performance.timeOrigin + sentAt,
      durationMs: endedAt - sentAt,
      timing: together > 1 ? { burst: together } : undefined,
      dialect: recipient.dialect,
    });
  }

  /**
   * Sends a body as the courier does. `isLost`: the connection is dropped when the answer begins (failure
   * `dropped`).
   */
  async post(body: Uint8Array, { signature, isLost }: PostOptions): Promise<Taken> {
    const [target, forbidden] = [this.#target, this.#forbidden];
    const { timeoutMs, connection } = this.#options.recipient;
    if (target === undefined) return taken(failed('unreachable', `${this.#shownUrl} is not an http or https URL.`));
    if (forbidden !== undefined) return taken(forbidden);
    if (this.#isClosed) return taken(interrupted());
    return await new Promise<Taken>((resolve) => {
      const tell = (heard: Taken): void => {
        this.#underWay.delete(taking);
        resolve(heard);
      };
      const taking = new AnswerTaking({ host: target.host, isLost, timeoutMs, isKept: () => this.#isKept(), tell });
      this.#underWay.add(taking);
      const sent: Dispatcher.DispatchOptions = {
        method: 'POST',
        path: target.pathname + target.search,
        headers: signature === undefined ? [...this.#headers] : [...this.#headers, 'X-Signature', signature],
        body: bufferOf(body),
        reset: connection === 'fresh',
      };
      this.#pool.dispatch(sent, taking);
    });
  }

  /**
   * Whether a request that begins goes over a connection that has carried others: a new one carries the next that
   * begins.
   */
  #isKept(): boolean {
    if (this.#fresh === 0) return true;
    this.#fresh -= 1;
    return false;
  }

  /** Interrupts what is under way, and closes the connections. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const taking of this.#underWay) taking.end(interrupted());
    await this.#pool.destroy();
  }
}

/** As the courier writes them; undici adds the length. */
const headersFor = ({ url, timeoutMs }: Recipient, target: URL | undefined): readonly string[] => {
  const headers = { 'content-type': 'application/json' };
  const request = requestOf({ url, timeoutMs, headers, body: Buffer.alloc(0), kind: 'other', subject: {} }, target);
  return Object.entries(request.headers)
    .filter(([name]) => name !== 'content-length')
    .flatMap(([name, value]) => [headerAsWritten(name), value]);
};

/** An answer, and when it was there, by `performance.now()`. */
interface Taken {
  readonly answer: Answer;
  readonly endedAt: number;
}

const taken = (answer: Answer): Taken => ({ answer, endedAt: performance.now() });

type Controller = Dispatcher.DispatchController;

interface TakingOptions {
  readonly host: string;
  readonly isLost: boolean;
  readonly timeoutMs: number;
  /** Asked as the request goes out. */
  readonly isKept: () => boolean;
  readonly tell: (taken: Taken) => void;
}

/** Takes one answer whole, by events: a stream for each costs more than all else. */
class AnswerTaking implements Dispatcher.DispatchHandler {
  readonly #options: TakingOptions;
  #timer: NodeJS.Timeout;
  #controller: Controller | undefined;
  #isOver = false;
  #isKept = false;
  #hasBegun = false;
  #interim = 0;
  #status = 0;
  #headers: readonly string[] = [];
  readonly #chunks: Uint8Array[] = [];
  #size = 0;

  constructor(options: TakingOptions) {
    this.#options = options;
    const { timeoutMs } = options;
    const due = performance.now() + timeoutMs;
    const end = (): void => this.end(timedOut(timeoutMs));
    this.#timer = setTimeout(() => {
      // After a moment in which we could do nothing the answer may be there, and was only not looked at.
      if (performance.now() - due < latenessMs) end();
      else this.#timer = setTimeout(end, latenessMs);
    }, timeoutMs);
  }

  /** Ends it with that answer, and its connection. */
  end(answer: Answer): void {
    if (this.#isOver) return;
    this.#finish(answer);
    this.#controller?.abort(new Error('The callback is over.'));
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller;
    this.#isKept = this.#options.isKept();
    if (this.#isOver) controller.abort(new Error('The callback is over.'));
  }

  onResponseStarted(): void {
    this.#hasBegun = true;
  }

  onResponseStart({ rawHeaders }: Controller, status: number): void {
    if (status < 200) {
      this.#interim += 1;
      const { host } = this.#options;
      if (isTooManyInterim(this.#interim)) this.end(nameFailure(interimError(), { host, wasKept: false }));
      return;
    }
    this.#status = status;
    this.#headers = Array.isArray(rawHeaders) ? rawHeaders.map((part) => Buffer.from(part).toString('latin1')) : [];
    if (this.#options.isLost) this.end(dropped());
  }

  onResponseData(_controller: Controller, chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#size > maxAnswerBytes) this.end(tooLarge());
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    const [headers, coded] = [joinHeaders(this.#headers), Buffer.concat(this.#chunks)];
    this.#finish(answerOf({ status: this.#status, httpVersion: '1.1', headers, coded }));
  }

  onResponseError(_controller: Controller, error: Error): void {
    const [host, wasKept] = [this.#options.host, this.#isKept && !this.#hasBegun];
    // What is wrong in a body is not told by Node's own request either.
    const isBroken = this.#status > 0;
    this.#finish(
      isBroken ? nameBrokenAnswer(undefined, this.#size) : nameFailure(asNodeSays(error), { host, wasKept }),
    );
  }

  #finish(answer: Answer): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#timer);
    const told = taken(answer);
    // undici gives its connection free in the next turn: whoever sends before would open another.
    setImmediate(() => setImmediate(() => this.#options.tell(told)));
  }
}

/** undici's errors as those of Node's own requests, by which failures are named. */
const asNodeSays = (error: unknown): { readonly code: string; readonly message: string } => {
  if (error instanceof Error && error.name === 'HTTPParserError') {
    const reason = /\((.*)\)$/s.exec(error.message)?.[1] ?? error.message;
    return { code: 'HPE_INVALID', message: `Parse Error: ${reason}` };
  }
  const { code, message } = detailsOf(error);
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return { code: 'HPE_HEADER_OVERFLOW', message };
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') return { code: 'HPE_INVALID', message };
  return { code: code === 'UND_ERR_SOCKET' ? 'ECONNRESET' : code, message };
};
