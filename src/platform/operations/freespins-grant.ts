import type { AgentConfiguration } from '../../spec/configuration.ts';
import type { Fields } from '../check-fields.ts';
import type { Grant } from '../create-packs.ts';
import { parseDateTime } from '../parse-date-time.ts';
import type { FieldProblem } from '../refused.ts';
import { invalid } from '../refused.ts';
import type { OperationSteps } from './performance.ts';
import { renderPack } from './render-pack.ts';

interface GrantFields {
  readonly player_id: string;
  readonly game_id: number;
  readonly currency: string;
  readonly count: number;
  readonly bet: number;
  readonly freespins_id?: string;
  readonly expires_at?: string;
}

const mostSpins = 1000;

const grantOf = (agent: AgentConfiguration, checked: Fields): Grant => {
  const fields = checked as unknown as GrantFields;
  return {
    agentId: agent.id,
    playerId: fields.player_id,
    gameId: fields.game_id,
    currency: fields.currency,
    freespinsId: fields.freespins_id,
    // exact: checkFields took no more digits than a float holds
    bet: String(fields.bet),
    total: fields.count,
    expiresAt: parseDateTime(fields.expires_at),
  };
};

const problemsOf = ({ total, expiresAt }: Grant, now: number): FieldProblem[] => {
  const problems: FieldProblem[] = [];
  if (total < 1 || total > mostSpins) {
    problems.push({ field: 'count', reason: `expected 1 to ${mostSpins}, got ${total}` });
  }
  if (expiresAt !== undefined && expiresAt <= now) {
    problems.push({ field: 'expires_at', reason: 'is in the past' });
  }
  return problems;
};

/** Grants a pack of free spins; a repeat with the same freespins_id grants nothing more. */
export const freespinsGrant: OperationSteps<Grant> = {
  check: ({ catalogue, clock }, agent, fields) => {
    const grant = grantOf(agent, fields);
    const problems = problemsOf(grant, clock.now());
    if (problems.length > 0) return invalid(...problems);
    const offered = catalogue.offer(agent, grant.gameId);
    return offered.kind === 'refused' ? offered : grant;
  },
  perform: ({ packs }, _agent, grant) => {
    const granted = packs.grant(grant);
    return granted.kind === 'conflict'
      ? invalid({ field: 'freespins_id', reason: 'already granted with other parameters' })
      : { kind: 'content', content: renderPack(granted.pack) };
  },
};
