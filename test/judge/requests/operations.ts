import { createHmac } from 'node:crypto';
import type { Exchange } from '../../../src/spec/exchange.ts';
import type { OperationName } from '../../../src/spec/operation.ts';
import type { RefusalCode } from '../../../src/spec/refusal.ts';

export const token = 'test-token';
/** Unix milliseconds. */
export const now = 1_800_000_000_000;

export interface OperationPlan {
  readonly kind?: OperationName;
  /** The body besides agent_id and timestamp. */
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly body?: string;
  readonly refusal?: RefusalCode;
  /** What the refusal says. */
  readonly message?: string;
  readonly status?: number;
  readonly content?: unknown;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds after `now`. */
  readonly at?: number;
  /** Whether the signature fitted. */
  readonly signed?: 'rightly' | 'wrongly';
}

let count = 0;

/** An operation as the platform records it; a right get_game_link unless the plan says otherwise. */
export const operation = (plan: OperationPlan = {}): Exchange => {
  const { kind = 'get_game_link', refusal, at = 0, method = 'POST', headers = {} } = plan;
  const body = plan.body ?? bodyOf(plan);
  count += 1;
  return {
    id: `operation-${count}`,
    direction: 'operation',
    kind,
    subject: { agentId: 1001, ...playerOf(body) },
    request: {
      method,
      url: `/api/games/${kind}`,
      headers: { 'content-type': 'application/json', ...headers },
      body: Buffer.from(body),
    },
    answer: {
      kind: 'answered',
      status: plan.status ?? (refusal === undefined ? 200 : 403),
      headers: {},
      body: Buffer.from(JSON.stringify(answerOf(plan))),
    },
    startedAt: now + at,
    durationMs: 1,
    ...(isSigned(plan) ? { dialect: 'minimal' } : {}),
    refusal,
  };
};

/** Signs a text as it is. */
export const signed = (text: string): string => createHmac('sha256', token).update(text).digest('hex');

const bodyOf = ({ kind = 'get_game_link', fields = {}, at = 0 }: OperationPlan): string => {
  count += 1;
  const launch = {
    game_id: 101,
    player_id: 'player-1',
    player_username: 'Player One',
    agent_session_id: `session-${count}`,
  };
  const timestamp = Math.floor((now + at) / 1000);
  const own = kind === 'get_game_link' ? launch : {};
  return JSON.stringify({ agent_id: 1001, timestamp, ...own, ...fields });
};

const playerOf = (body: string): { readonly playerId?: string } => {
  try {
    const { player_id: playerId } = JSON.parse(body) as { player_id?: unknown };
    return typeof playerId === 'string' ? { playerId } : {};
  } catch {
    return {};
  }
};

const answerOf = ({ refusal, message = '', content = {} }: OperationPlan) =>
  refusal === undefined ? { status: 'success', content } : { status: 'error', error: refusal, message };

const unsigned: readonly (RefusalCode | undefined)[] = [
  'signature_required',
  'invalid_signature',
  'method_not_allowed',
  'agent_not_found',
];

const isSigned = ({ refusal, signed: how, message = '' }: OperationPlan): boolean =>
  how === undefined ? !unsigned.includes(refusal) && !message.startsWith('Content-Type') : how === 'rightly';
