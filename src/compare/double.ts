import { systemClock } from '../base/clock.ts';
import { createDice } from '../base/dice.ts';
import { type JsonNode, renderJson } from '../base/json.ts';
import type { AgentConfiguration } from '../formats/configuration.ts';
import type { Game } from '../formats/games.ts';
import { type OperationResult, refused, renderAnswer } from '../platform/answer.ts';
import { answerOperation } from '../platform/answer-operation.ts';
import { createIds } from '../platform/create-ids.ts';
import { wireNamesOf } from '../platform/freespins-names.ts';
import { createState, type PlatformState } from '../platform/platform-state.ts';
import { canonicalForm } from '../signing/canonical-form.ts';
import { demandDialect } from '../signing/dialects.ts';
import { sign } from '../signing/sign.ts';
import { edgesOf, trimNode } from '../signing/trim.ts';
import { type Verification, verifyText } from '../signing/verify-request.ts';
import type { Quirks } from '../spec/quirks.ts';
import type { CompareOptions, RecordedAgent } from './comparison.ts';
import { headerOf, integerAt, type OperationPair, type RecordedAnswer, textAt } from './recorded.ts';

/** Our own platform, in memory, in the place of the recorded one. */
export class Double {
  readonly #quirks: Quirks;
  readonly #onError: CompareOptions['onError'];
  readonly #agents = new Map<number, AgentConfiguration>();
  readonly #state: PlatformState;
  readonly #nextRequestId = createIds(createDice('compare'));

  constructor({ games, onError }: Pick<CompareOptions, 'games' | 'onError'>, quirks: Quirks) {
    this.#quirks = quirks;
    this.#onError = onError;
    this.#state = createState({
      agents: this.#agents,
      games,
      quirks,
      onError,
      clock: systemClock,
      // The ids of its answers have a form, and nobody looks at more of them.
      dice: createDice('compare'),
      baseUrl: () => 'http://127.0.0.1:4600',
      record: () => undefined,
    });
  }

  /**
   * Its answer in the situation in which the recorded answer was given: it has the agent, the game and the pack of free
   * spins that the recorded platform evidently had, or has them not.
   */
  answer(pair: OperationPair, agent: RecordedAgent, { method, path, headers, body }: Prepared): RecordedAnswer {
    if (pair.agentId !== undefined) {
      const named = namedIn(pair, this.#quirks);
      this.#arrangeAgent(pair, agent, named.gameId);
      if (named.gameId !== undefined) this.#arrangeGame(pair, named.gameId);
      if (pair.isSuccess) this.#arrangePacks(pair, pair.agentId, named);
    }
    const received = { kind: body.length > this.#quirks.bodyLimit ? 'too-large' : 'whole', bytes: body } as const;
    const result = this.#perform({ method, path, headers, body: received });
    const stamp = { at: Date.now(), requestId: this.#nextRequestId() };
    const answer = renderAnswer(result, stamp, this.#quirks.validationDetails);
    return {
      status: answer.status,
      headers: Object.entries(answer.headers).map(([name, value]) => ({ name, value })),
      body: method === 'HEAD' ? undefined : Buffer.concat([answer.body, answer.tail ?? nothing]),
    };
  }

  #perform(request: Parameters<typeof answerOperation>[1]): OperationResult {
    try {
      return answerOperation(this.#state, request, { kind: 'other', subject: {} });
    } catch (error) {
      this.#onError(error);
      return refused('internal_error', 'The platform failed to answer this request.');
    }
  }

  #arrangeAgent({ error }: OperationPair, agent: RecordedAgent, gameId: number | undefined): void {
    const { token, ...withoutToken } = agent;
    if (error === 'agent_not_found') this.#agents.delete(agent.id);
    else if (error === 'api_token_not_found') this.#agents.set(agent.id, withoutToken);
    else if (error === 'game_not_available' && gameId !== undefined) {
      this.#agents.set(agent.id, { ...agent, unavailableGames: [...agent.unavailableGames, gameId] });
    } else this.#agents.set(agent.id, agent);
  }

  #arrangeGame(pair: OperationPair, gameId: number): void {
    const { catalogue } = this.#state;
    const before = catalogue.find(gameId);
    const after = gameAsRecorded(before, pair, gameId);
    if (before === after) return;
    const others = catalogue.games().filter(({ id }) => id !== gameId);
    catalogue.replace(after === undefined ? others : [...others, after]);
  }

  #arrangePacks({ known }: OperationPair, agentId: number, named: Named): void {
    const { packs } = this.#state;
    const { gameId = 101, freespinsId, playerId = 'player', currency = 'USD' } = named;
    if (known !== 'freespins_grant' && known !== 'freespins_delete') return;
    const holder = { agentId, playerId, gameId, currency };
    const alive = freespinsId === undefined ? packs.activeFor(holder) : packs.find(agentId, freespinsId);
    if (alive !== undefined) return;
    // One that is over here, and was granted again or deleted there, was forgotten there.
    if (freespinsId !== undefined && packs.current({ agentId, freespinsId }) !== undefined) packs.forgetAgent(agentId);
    // What was deleted may have been granted before the recording began.
    if (known === 'freespins_delete') {
      packs.grant({ ...holder, freespinsId, bet: '1', total: 10, expiresAt: undefined });
    }
  }
}

type Named = ReturnType<typeof namedIn>;

/** What a request is about. */
const namedIn = ({ known, body }: OperationPair, quirks: Quirks) => {
  const names = wireNamesOf(known ?? 'other', quirks)?.request ?? {};
  const wire = (name: string): string => names[name] ?? name;
  return {
    gameId: integerAt(body, wire('game_id')),
    freespinsId: textAt(body, wire('freespins_id')),
    playerId: textAt(body, wire('player_id')),
    currency: textAt(body, wire('currency')),
  };
};

const gameAsRecorded = (
  before: Game | undefined,
  { known, error, isSuccess }: OperationPair,
  id: number,
): Game | undefined => {
  if (error === 'game_not_found') return undefined;
  const image_url = `https://games.example/images/${id}.png`;
  const game = before ?? { id, title: `Game ${id}`, brand: 'Recorded', image_url, demo: true };
  if (error === 'game_not_available') return game;
  if (error === 'game_provider_not_found') return withDemo(game, false);
  if (!isSuccess) return before;
  if (known === 'get_game_link_demo') return withDemo(game, true);
  return known === 'freespins_grant' && game.freespins === false ? { ...game, freespins: true } : game;
};

const withDemo = (game: Game, demo: boolean): Game => (game.demo === demo ? game : { ...game, demo });

/**
 * A recorded request with the time of now, signed anew as it was signed. `isTokenKnown`: the token has verified other
 * requests of the agent, so that one that it does not verify is signed wrongly.
 */
export const prepareRequest = (
  pair: OperationPair,
  { token, isTokenKnown }: { readonly token: string; readonly isTokenKnown: boolean },
) => {
  const { method, url, headers, body } = pair.recorded.request;
  const verified = verify(pair, token);
  const standing = standingOf(pair, verified, isTokenKnown);
  const { dialect, trimming = 'common' } = verified?.kind === 'valid' ? verified : { dialect: undefined };
  const fresh = freshBody(pair, Date.now());
  const canonical = fresh && canonicalForm(trimNode(fresh, edgesOf[trimming]), demandDialect(dialect ?? 'minimal'));
  const signature = standing === 'refused' || canonical === undefined ? noSignature : sign(canonical, token);
  const { pathname } = new URL(url);
  return {
    method,
    // Whatever base URL it was sent to.
    path: pathname.slice(pathname.lastIndexOf('/api/games/')),
    /** Those that our answer depends on; all others are of a network that is not here. */
    headers: {
      // A recording without headers says nothing of the type, and was answered all the same.
      'content-type': headers.length === 0 ? 'application/json' : headerOf(headers, 'content-type'),
      'x-signature': standing === 'unsigned' ? undefined : signature,
    },
    body: fresh === undefined ? Buffer.from(body ?? nothing) : Buffer.from(renderJson(fresh)),
    standing,
    /** In which it was signed; undefined where the token does not verify it. */
    dialect,
  };
};

/** A request to our platform. */
export type Prepared = ReturnType<typeof prepareRequest>;

const nothing = Buffer.alloc(0);

/** No signature that fits is all zeros. */
const noSignature = '0'.repeat(64);

const verify = ({ recorded, body: read }: OperationPair, token: string): Verification | undefined => {
  const { headers, body } = recorded.request;
  const header = headerOf(headers, 'x-signature');
  if (header === undefined || body === undefined || read?.kind !== 'object') return undefined;
  return verifyText({ body: Buffer.from(body).toString(), header, token });
};

/**
 * Who a recorded request is from, as far as its signature tells: `signed`: the token verifies it;
 * `refused`: the platform has refused it, and nothing else is expected; `unsigned`: it had none, and
 * was refused for that; `unverified`: another token, or none was recorded.
 */
const standingOf = ({ error, isSuccess }: OperationPair, verified: Verification | undefined, isTokenKnown: boolean) => {
  if (verified?.kind === 'valid') return 'signed';
  const isWrong = verified?.kind === 'invalid' && isTokenKnown && !isSuccess;
  if (error === 'invalid_signature' || isWrong) return 'refused';
  return error === 'signature_required' ? 'unsigned' : 'unverified';
};

/** With the time of now, as far away from it as it was; and what was to end later ends later. */
const freshBody = (pair: OperationPair, now: number): JsonNode | undefined => {
  const { body, known, isSuccess, recorded } = pair;
  if (body?.kind !== 'object') return body;
  const { startedAt } = recorded;
  const members = body.members.map((member) => {
    if (member.name === 'timestamp') return { ...member, value: freshTime(pair, member.value, now) };
    if (known !== 'freespins_grant' || !isSuccess || startedAt === undefined) return member;
    return { ...member, value: laterDate(member.value, now - startedAt) };
  });
  return { kind: 'object', members };
};

const freshSeconds = 300;

const freshTime = ({ recorded, error }: OperationPair, value: JsonNode, now: number): JsonNode => {
  // What is no whole number of seconds is wrong, whenever it is sent.
  if (value.kind !== 'number' || !/^\d{9,10}$/.test(value.text)) return value;
  const { startedAt } = recorded;
  const recordedAge = startedAt === undefined ? 0 : Math.floor(startedAt / 1000) - Number(value.text);
  const ageIfRefused = error === 'request_expired' ? 2 * freshSeconds : 0;
  const age = Math.abs(recordedAge) > freshSeconds ? recordedAge : ageIfRefused;
  return { kind: 'number', text: String(Math.floor(now / 1000) - age) };
};

const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;

const laterDate = (value: JsonNode, byMs: number): JsonNode => {
  if (value.kind !== 'string' || !dateTime.test(value.value)) return value;
  const text = new Date(Date.parse(value.value) + byMs).toISOString();
  const isToTheSecond = !value.value.includes('.');
  return { kind: 'string', value: isToTheSecond ? text.replace(/\.\d+/, '') : text };
};
