import { amountOf, isFinerThanScale, renderAmount, scaleOf } from '../base/money.ts';
import { plural } from '../base/quantities.ts';
import type { AgentConfiguration } from '../formats/configuration.ts';
import type { AmountText } from '../spec/callback.ts';
import type { OperationName } from '../spec/operation.ts';
import { countText } from '../spec/platform-bounds.ts';
import type { SpecifiedRefusal } from '../spec/refusal.ts';
import { type FieldProblem, invalid, type OperationResult, type RefusedAnswer, refused } from './answer.ts';
import type { ListFilter } from './catalogue.ts';
import { type CheckedFields, parseDateTime } from './check-fields.ts';
import type { Demo } from './demos.ts';
import type { Grant, Pack } from './packs.ts';
import type { PlatformState } from './platform-state.ts';
import type { Launch } from './sessions.ts';

/** An operation in two steps, so that a fault can come between them. */
interface OperationSteps<Asked extends object> {
  /** What a right request asks for; the refusal of a wrong one. Changes nothing. */
  readonly check: (state: PlatformState, agent: AgentConfiguration, fields: CheckedFields) => Asked | RefusedAnswer;
  /** Does it. */
  readonly perform: (state: PlatformState, agent: AgentConfiguration, asked: Asked) => OperationResult;
}

/**
 * Performs an operation for an agent whose request passed every check up to its fields. The platform's fault, where
 * one is on, happens to it only when the request is right, so that no fault hides a mistake of the agent.
 */
const faultable =
  <Asked extends object>(name: OperationName, { check, perform }: OperationSteps<Asked>) =>
  (state: PlatformState, agent: AgentConfiguration, fields: CheckedFields): OperationResult => {
    const asked = check(state, agent, fields);
    if (isRefused(asked)) return asked;
    const deviation = state.operationFault(name, agent.id);
    if (deviation === undefined) return perform(state, agent, asked);
    const { answer } = deviation;
    const result = answer.kind === 'refused' ? faultyRefusal(answer.code) : perform(state, agent, asked);
    return { ...result, deviation };
  };

const isRefused = (asked: object | RefusedAnswer): asked is RefusedAnswer =>
  'kind' in asked && asked.kind === 'refused';

/** The refusal that a fault answers a right request with. It says so, for who reads the log. */
const faultyRefusal = (code: SpecifiedRefusal): RefusedAnswer => {
  const onPurpose = 'refused on purpose, to see how the agent reacts';
  // A field that every request has.
  return code === 'validation_error'
    ? invalid({ field: 'timestamp', reason: `right, and ${onPurpose}` })
    : refused(code, `The request is right: ${onPurpose}.`);
};

type LaunchTexts = 'player_id' | 'player_username' | 'language' | 'currency' | 'home_url' | 'agent_session_id' | 'ip';
type LaunchFields = Readonly<Record<LaunchTexts, string>> & { readonly game_id: number };

/** The launch of get_game_link and its demo; their fields are checked. */
const launchOf = (agent: AgentConfiguration, checked: CheckedFields): Demo['launch'] => {
  const fields = checked as LaunchFields;
  return {
    agentId: agent.id,
    gameId: fields.game_id,
    playerId: fields.player_id,
    playerUsername: fields.player_username,
    language: fields.language,
    currency: fields.currency,
    homeUrl: fields.home_url,
    ip: fields.ip,
  };
};

const linkTo = (url: string): { readonly kind: 'content'; readonly content: string } => ({
  kind: 'content',
  content: JSON.stringify({ url }),
});

/** Section 4: creates a game session and answers its launch link. */
const getGameLink: OperationSteps<Launch> = {
  check: ({ catalogue }, agent, fields) => {
    const launch = launchOf(agent, fields);
    const offered = catalogue.offer(agent, launch.gameId);
    if (offered.kind === 'refused') return offered;
    return { ...launch, agentSessionId: (fields as LaunchFields).agent_session_id };
  },
  perform: ({ sessions, baseUrl }, _agent, launch) => {
    const { linkKey, sessionId } = sessions.create(launch);
    return { ...linkTo(`${baseUrl()}/play/${linkKey}`), sessionId };
  },
};

/** Section 4: answers a link to a demo; no game session is created. */
const getGameLinkDemo: OperationSteps<Demo['launch']> = {
  check: ({ catalogue }, agent, fields) => {
    const launch = launchOf(agent, fields);
    const offered = catalogue.offer(agent, launch.gameId);
    if (offered.kind === 'refused') return offered;
    if (offered.game.demo) return launch;
    const message = `No provider has a demo of game ${launch.gameId} (${offered.game.title}).`;
    return refused('game_provider_not_found', message);
  },
  perform: ({ demos, baseUrl }, _agent, launch) => linkTo(`${baseUrl()}/demo/${demos.create(launch).linkKey}`),
};

/** Section 4: the games available to the agent. */
const list: OperationSteps<ListFilter> = {
  // Only a platform that applies them has them among its fields.
  check: (_state, _agent, fields) => fields,
  perform: ({ catalogue }, agent, filter) => ({ kind: 'constant', tail: catalogue.listTail(agent, filter) }),
};

interface GrantFields {
  readonly player_id: string;
  readonly game_id: number;
  readonly currency: string;
  readonly count: number;
  readonly bet: number;
  readonly freespins_id?: string;
  readonly expires_at?: string;
}

/**
 * What is wrong with the fields of a grant besides their types, told together with those; one that is wrong already
 * is left out. The bet is no finer than its currency, and the pack does not expire before it is granted.
 */
const grantRules = ({ packs, clock }: PlatformState, agent: AgentConfiguration, checked: CheckedFields) => {
  const { bet, currency, freespins_id: freespinsId, expires_at: written } = checked as Partial<GrantFields>;
  const problems: FieldProblem[] = [];
  const reason = bet === undefined || currency === undefined ? undefined : betReason(String(bet), currency);
  if (reason !== undefined) problems.push({ field: 'bet', reason });
  const expiresAt = parseDateTime(written);
  if (expiresAt !== undefined && expiresAt <= clock.now()) {
    // A repeat is told of its pack, however late it comes.
    const known = freespinsId === undefined ? undefined : packs.current({ agentId: agent.id, freespinsId });
    if (known?.expiresAt !== expiresAt) problems.push({ field: 'expires_at', reason: 'is in the past' });
  }
  return problems;
};

/** Why the free spins of a pack cannot have this bet: callbacks carry no finer amounts. */
export const betReason = (bet: AmountText, currency: string): string | undefined => {
  const amount = amountOf(bet);
  return isFinerThanScale(amount, currency)
    ? `${amount.toFixed()} is finer than the currency: ${currency} has ${plural(scaleOf(currency), 'decimal')}`
    : undefined;
};

/** Grants a pack of free spins; a repeat with the same freespins_id grants nothing more. */
const freespinsGrant: OperationSteps<Grant> = {
  check: ({ catalogue }, agent, checked) => {
    const fields = checked as unknown as GrantFields;
    const offered = catalogue.offer(agent, fields.game_id);
    if (offered.kind === 'refused') return offered;
    const { id, title, freespins } = offered.game;
    if (freespins === false) return refused('game_not_available', `Game ${id} (${title}) has no free spins.`);
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
  },
  perform: ({ packs }, _agent, grant) => {
    const granted = packs.grant(grant);
    switch (granted.kind) {
      case 'granted':
        return { kind: 'content', content: renderPack(granted.pack) };
      case 'conflict':
        return invalid({ field: 'freespins_id', reason: 'already granted with other parameters' });
      case 'full': {
        const count = countText(granted.limit);
        const message = `${count} packs are unfinished on this platform: play, delete or let some of them expire first.`;
        return refused('too_many_freespins', message);
      }
    }
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

/** Removes a pack by its id, or the active one of a player, game and currency. */
const freespinsDelete: OperationSteps<Pack> = {
  check: ({ packs, quirks }, agent, fields) => {
    const pack = packMeant(packs, agent.id, fields as Partial<GrantFields>);
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
    return { kind: 'content', content: JSON.stringify({ freespins_id: freespinsId, status, played, total }) };
  },
};

const packMeant = (
  packs: PlatformState['packs'],
  agentId: number,
  { freespins_id: freespinsId, player_id: playerId, game_id: gameId, currency }: Partial<GrantFields>,
): Pack | RefusedAnswer | undefined => {
  if (freespinsId !== undefined) return packs.find(agentId, freespinsId);
  if (playerId === undefined || gameId === undefined || currency === undefined) {
    const reason = 'missing; name the pack by it, or by player_id, game_id and currency';
    return invalid({ field: 'freespins_id', reason });
  }
  return packs.activeFor({ agentId, playerId, gameId, currency });
};

export const performs: Readonly<Record<OperationName, ReturnType<typeof faultable>>> = {
  get_game_link: faultable('get_game_link', getGameLink),
  get_game_link_demo: faultable('get_game_link_demo', getGameLinkDemo),
  list: faultable('list', list),
  freespins_grant: faultable('freespins_grant', freespinsGrant),
  freespins_delete: faultable('freespins_delete', freespinsDelete),
};

/** What fields have to keep to besides their types. */
export const fieldRules: Readonly<Partial<Record<OperationName, typeof grantRules>>> = { freespins_grant: grantRules };
