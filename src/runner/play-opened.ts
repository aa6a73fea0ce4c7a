import type { ReportedExchange } from '../formats/run.ts';
import type { Scenario } from '../formats/scenario/scenario.ts';
import type { MetCause } from '../judge/case.ts';
import { alikeOf } from '../judge/refused-alike.ts';
import { readBodyFields } from '../report/body-fields.ts';
import { describeError, type ErrorAnswer, isAboutSession, readAnswer } from '../wire/read-answer.ts';
import { playAndConfirm } from './confirm-breach.ts';
import type { PlayedScenario } from './play-scenario.ts';
import type { RunContext } from './run-context.ts';

/**
 * Plays a scenario; and again, with a getBalance first in each of its sessions, where the agent
 * refused a session in which none had come: a game asks for the balance when it is opened, and an
 * agent may know the session from then on.
 */
export const playOpened = async (
  context: RunContext,
  scenario: Scenario,
  position: number | string,
): Promise<PlayedScenario> => {
  const first = await playAndConfirm(context, scenario, position);
  const [refused] = refusedSessions(first.exchanges).filter(({ isOpened }) => !isOpened);
  if (refused === undefined || context.signal.aborted) return first;
  const opening = { ...context, opensByBalance: true };
  const again = await playAndConfirm(opening, scenario, `${position}s`);
  const exchanges = [...first.exchanges, ...again.exchanges];
  if (refusedSessions(again.exchanges).length > 0) return { ...first, exchanges };
  context.causes.note(causeOf(refused));
  return { ...again, exchanges };
};

/** A call that was refused for its session. */
interface RefusedSession {
  readonly exchange: string;
  readonly answer: ErrorAnswer;
  /** A getBalance was answered in that session before. */
  readonly isOpened: boolean;
}

const refusedSessions = (exchanges: readonly ReportedExchange[]): RefusedSession[] => {
  if (!exchanges.some(speaksOfSession)) return [];
  const opened = new Set<string>();
  return exchanges.flatMap((exchange) => {
    const session = sessionIn(exchange);
    const answer = answerIn(exchange);
    if (session === undefined || answer === undefined) return [];
    const isAsked = exchange.kind === 'getBalance';
    if (isAsked && answer.kind === 'balance') opened.add(session);
    if (isAsked || answer.kind !== 'error' || !isAboutSession(answer)) return [];
    return [{ exchange: exchange.id, answer, isOpened: opened.has(session) }];
  });
};

const speaksOfSession = ({ answerBody }: ReportedExchange): boolean => /session/i.test(answerBody);

const sessionIn = ({ direction, requestBody }: ReportedExchange): string | undefined => {
  const fields = direction === 'callback' ? readBodyFields(requestBody) : undefined;
  return fields?.kind === 'json' ? fields.field('session_id')?.text : undefined;
};

const answerIn = ({ status, answerHeaders: headers, answerBody }: ReportedExchange) => {
  const body = Buffer.from(answerBody);
  return status === null ? undefined : readAnswer({ kind: 'answered', status, headers, body });
};

const causeOf = ({ exchange, answer }: RefusedSession): MetCause => {
  const said = describeError(answer);
  return {
    code: 'opened-by-balance',
    message: `A call in a session in which no getBalance came before is refused with ${said}.`,
    alike: alikeOf(said),
    exchanges: [exchange],
  };
};
