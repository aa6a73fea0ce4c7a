import { randomUUID } from 'node:crypto';
import { Refusal } from './refusal.mjs';
import { canonical, numberIn, sign, stringIn } from './signed-json.mjs';

/** For so long the first callback of the player and currency tells the session_id of a launch. */
const firstCallbackWithinMs = 60_000;

/** The game sessions that this agent opened itself. */
export function createSessions(config) {
  /** The launches by the platform's session_id. */
  const known = new Map();
  /** The launches whose session_id the agent has not seen yet. */
  const pending = new Set();

  async function launch(data) {
    const started = {
      agentSessionId: randomUUID(),
      playerId: playerIn(data, config.choices),
      currency: stringIn(data, 'currency'),
      atMs: Date.now(),
    };
    // Before the request: the game may ask for the balance before the link has reached this agent.
    pending.add(started);
    try {
      const url = await getGameLink(data, started.agentSessionId, config);
      const sessionId = new URL(url).searchParams.get('session_id');
      if (sessionId) settle(started, sessionId);
      return url;
    } catch (error) {
      pending.delete(started);
      throw new Refusal('platform_error', error.message);
    }
  }

  function settle(started, sessionId) {
    known.set(sessionId, started);
    pending.delete(started);
  }

  function belongs(call) {
    const owner = known.get(call.sessionId);
    if (owner) return owner.playerId === call.playerId;
    const meant = [...pending].find((started) => isMeant(started, call));
    if (meant) settle(meant, call.sessionId);
    return meant !== undefined;
  }

  return { launch, belongs };
}

function isMeant(started, call) {
  const isRecent = Date.now() - started.atMs < firstCallbackWithinMs;
  return isRecent && started.playerId === call.playerId && started.currency === call.currency;
}

function playerIn(data, choices) {
  const playerId = stringIn(data, 'player_id') ?? '';
  return choices.has('players-any-case') ? playerId.toLowerCase() : playerId;
}

async function getGameLink(wanted, agentSessionId, config) {
  const base = stringIn(wanted, 'platform_url') ?? config.platformUrl;
  const data = linkRequest(wanted, agentSessionId, config);
  const response = await fetch(`${base.replace(/\/+$/, '')}/api/games/get_game_link`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Signature': sign(data, config.token) },
    body: canonical(data),
    signal: AbortSignal.timeout(5000),
  });
  const answer = await response.json();
  if (response.status !== 200) throw new Error(`the platform answered ${response.status} ${answer.error}`);
  return answer.content.url;
}

/** The request in the form that signed-json.mjs signs. */
function linkRequest(wanted, agentSessionId, config) {
  const fields = {
    player_id: stringIn(wanted, 'player_id'),
    player_username: stringIn(wanted, 'player_username'),
    language: stringIn(wanted, 'language'),
    currency: stringIn(wanted, 'currency'),
    home_url: `http://127.0.0.1:${config.port}/`,
    agent_session_id: agentSessionId,
    ip: '127.0.0.1',
  };
  const data = {
    sagent_id: `n${config.agentId}`,
    stimestamp: `n${Math.floor(Date.now() / 1000)}`,
    sgame_id: `n${numberIn(wanted, 'game_id') ?? 0}`,
  };
  // The platform trims strings before it checks the signature (section 5, step 2).
  for (const [name, value = ''] of Object.entries(fields)) data[`s${name}`] = `s${value.trim()}`;
  return data;
}
