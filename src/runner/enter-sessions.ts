import { accountKey } from '../ledger/account.ts';
import { describeError, readAnswer } from '../wire/read-answer.ts';
import { balanceCall, mainSession, mayMoveMoney, ownScenario } from './own-calls.ts';
import { openPlay, openSessions, type Play, plainOptions, sendCall } from './play.ts';
import { type Asking, type Preflight, preflight } from './preflight.ts';
import type { RunContext } from './run-context.ts';
import { mainAccount } from './run-players.ts';
import type { WantedSession } from './session-book.ts';

/** What is asked about sessions is kept under this name. */
export const sessionsFile = 'sessions';

const scenario = ownScenario(sessionsFile, 'The agent opens sessions and takes callbacks in them');

/** The preflight, in sessions that the agent opened itself where it can be made to (section 1, 2). */
export const preflightInSessions = async (context: RunContext, asking: Asking): Promise<Preflight> => {
  const play = openPlay(context, scenario, 0);
  await openSessions(play, sessionsAsked(context, asking));
  const before = await preflightWithEitherId(context, asking);
  if (before.root === undefined && mayMoveMoney(play)) await learnRefusals(play);
  return { ...before, exchanges: [...before.exchanges, ...play.exchanges] };
};

/**
 * How the agent refuses a session that is none, and one of another account: a callback for a player
 * whom it does not have comes in the session of one whom it has, and may be refused for that.
 */
const learnRefusals = async (play: Play): Promise<void> => {
  const { context, names } = play;
  const [first, ...others] = mainSessions(context);
  if (first === undefined || context.sessions.idOf(first) === undefined) return;
  const other = others.map(names.session).find((id) => id !== names.session(first));
  const foreign = [`s-${context.nonce}-nobody`, ...(other === undefined ? [] : [other])];
  for (const sessionId of foreign) {
    const label = 'getBalance (in a session that is not its own)';
    const { exchange } = await sendCall(play, balanceCall(play, first, { label, sessionId }), plainOptions);
    const answer = readAnswer(exchange.answer);
    if (answer.kind === 'error' && answer.error !== undefined) context.sessions.learn(answer.error);
  }
};

const sessionsAsked = (context: RunContext, { accounts }: Asking): WantedSession[] => {
  if (accounts === undefined) return mainSessions(context);
  const asked = [mainAccount(context.players), ...accounts].map(accountKey);
  return mainSessions(context).filter((session) => asked.includes(accountKey(session)));
};

/** The sessions of all players, in each currency. */
export const mainSessions = (context: RunContext): WantedSession[] =>
  context.players.known.flatMap(({ id, currencies }) =>
    currencies.map((currency) => mainSession(context, { playerId: id, currency })),
  );

/** Section 2 has two ids for a session: who refuses the platform's may mean the other one. */
const preflightWithEitherId = async (context: RunContext, asking: Asking): Promise<Preflight> => {
  const { sessions, causes } = context;
  const first = await preflight(context, asking);
  const { refusal } = first;
  if (refusal === undefined || !sessions.switchIds()) return first;
  const second = await preflight(context, asking);
  if (second.refusal !== undefined) {
    sessions.switchIds();
    return first;
  }
  // A stored run is judged by the calls of the preflight: those that were refused were probes.
  const refused = first.exchanges.map((each) => ({ ...each, scenario: scenario.file }));
  const message = `The agent refuses callbacks with the session_id of the platform (${describeError(refusal)}), and takes them with its own agent_session_id.`;
  const ids = refused.slice(0, 1).map(({ id }) => id);
  causes.note({ code: 'own-session-ids', message, exchanges: ids });
  return { ...second, exchanges: [...refused, ...second.exchanges] };
};
