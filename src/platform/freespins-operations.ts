import { amountOf, isFinerThanScale, renderAmount, scaleOf } from '../base/money.ts';
import { plural } from '../base/quantities.ts';
import type { AgentConfiguration } from '../formats/configuration.ts';
import type { Game } from '../formats/games.ts';
import type { AmountText } from '../spec/callback.ts';
import { countText } from '../spec/platform-bounds.ts';
import { type CheckedFields, parseDateTime } from './check-fields.ts';
import type { Grant, Packs } from './create-packs.ts';
import type { FieldRules, OperationSteps } from './operation-steps.ts';
import type { Pack } from './pack.ts';
import type { PlatformState } from './platform-state.ts';
import { type FieldProblem, invalid, type RefusedAnswer, refused } from './refused.ts';

interface GrantFields {
  readonly player_id: string;
  readonly game_id: number;
  readonly currency: string;
  readonly count: number;
  readonly bet: number;
  readonly freespins_id?: string;
  readonly expires_at?: string;
}

const grantOf = (agent: AgentConfiguration, checked: CheckedFields): Grant => {
  const fields = checked as unknown as GrantFields;
  return {
    agentId: agent.id,
    playerId: fields.player_id,
    gameId: fields.game_id,
    currency: fields.currency,
    freespinsId: fields.freespins_id,
    // exact: checkFields took no more digits than a float holds
    bet: renderAmount(amountOf(String(fields.bet))),
    total: fields.count,
    expiresAt: parseDateTime(fields.expires_at),
  };
};

/** The bet is no finer than its currency, and the pack does not expire before it is granted. */
export const grantRules: FieldRules = (state, agent, checked) => {
  const fields = checked as Partial<GrantFields>;
  return [...betProblems(fields), ...expiryProblems(state, agent, fields)];
};

const betProblems = ({ bet, currency }: Partial<GrantFields>): FieldProblem[] => {
  if (bet === undefined || currency === undefined) return [];
  const reason = betReason(String(bet), currency);
  return reason === undefined ? [] : [{ field: 'bet', reason }];
};

/** Why the free spins of a pack cannot have this bet: callbacks carry no finer amounts. */
export const betReason = (bet: AmountText, currency: string): string | undefined => {
  const amount = amountOf(bet);
  return isFinerThanScale(amount, currency)
    ? `${amount.toFixed()} is finer than the currency: ${currency} has ${plural(scaleOf(currency), 'decimal')}`
    : undefined;
};

/** A repeat is told of its pack, however late it comes. */
const expiryProblems = (
  { packs, clock }: PlatformState,
  { id: agentId }: AgentConfiguration,
  { freespins_id: freespinsId, expires_at: written }: Partial<GrantFields>,
): FieldProblem[] => {
  const expiresAt = parseDateTime(written);
  if (expiresAt === undefined || expiresAt > clock.now()) return [];
  const known = freespinsId === undefined ? undefined : packs.current({ agentId, freespinsId });
  return known?.expiresAt === expiresAt ? [] : [{ field: 'expires_at', reason: 'is in the past' }];
};

/** Grants a pack of free spins; a repeat with the same freespins_id grants nothing more. */
export const freespinsGrant: OperationSteps<Grant> = {
  check: ({ catalogue }, agent, fields) => {
    const grant = grantOf(agent, fields);
    const offered = catalogue.offer(agent, grant.gameId);
    if (offered.kind === 'refused') return offered;
    return offered.game.freespins === false ? withoutSpins(offered.game) : grant;
  },
  perform: ({ packs }, _agent, grant) => {
    const granted = packs.grant(grant);
    switch (granted.kind) {
      case 'granted':
        return { kind: 'content', content: renderPack(granted.pack) };
      case 'conflict':
        return invalid({ field: 'freespins_id', reason: 'already granted with other parameters' });
      case 'full':
        return refused('too_many_freespins', tooManyPacks(granted.limit));
    }
  },
};

/** Why no more can be granted, and what to do. */
const tooManyPacks = (limit: number): string =>
  `${countText(limit)} packs are unfinished on this platform: play, delete or let some of them expire first.`;

const withoutSpins = ({ id, title }: Game): RefusedAnswer =>
  refused('game_not_available', `Game ${id} (${title}) has no free spins.`);

interface DeleteFields {
  readonly freespins_id?: string;
  readonly player_id?: string;
  readonly game_id?: number;
  readonly currency?: string;
}

const packOf = (packs: Packs, agent: AgentConfiguration, checked: CheckedFields): Pack | RefusedAnswer | undefined => {
  const fields = checked as DeleteFields;
  if (fields.freespins_id !== undefined) return packs.find(agent.id, fields.freespins_id);
  const { player_id: playerId, game_id: gameId, currency } = fields;
  if (playerId === undefined || gameId === undefined || currency === undefined) {
    return invalid({
      field: 'freespins_id',
      reason: 'missing; name the pack by it, or by player_id, game_id and currency',
    });
  }
  return packs.activeFor({ agentId: agent.id, playerId, gameId, currency });
};

/** Removes a pack by its id, or the active one of a player, game and currency. */
export const freespinsDelete: OperationSteps<Pack> = {
  check: ({ packs, quirks }, agent, fields) => {
    const pack = packOf(packs, agent, fields);
    if (pack === undefined) {
      return refused('freespins_not_found', 'No such pack: unknown, over or already deleted.');
    }
    if ('kind' in pack || pack.played === 0 || quirks.deleteStartedPack !== 'reject') return pack;
    const { played, total } = pack;
    return invalid({ field: 'freespins_id', reason: `${played} of ${total} are already played` });
  },
  perform: ({ packs }, _agent, pack) => {
    const { freespinsId, played, total } = pack;
    const { status } = packs.remove(pack);
    return {
      kind: 'content',
      content: JSON.stringify({ freespins_id: freespinsId, status, played, total }),
    };
  },
};

/** A pack as content of freespins_grant (fields assumed; the specification does not show them). */
const renderPack = (pack: Pack): string =>
  JSON.stringify({
    freespins_id: pack.freespinsId,
    player_id: pack.playerId,
    game_id: pack.gameId,
    currency: pack.currency,
    total: pack.total,
    played: pack.played,
    status: pack.status,
    expires_at: pack.expiresAt === undefined ? null : new Date(pack.expiresAt).toISOString(),
  });
