import { pause } from '../base/clock.ts';
import { verdictOfFindings } from '../judge/verdicts.ts';
import { eachAccount } from '../ledger/account.ts';
import { findRequirement } from '../spec/requirements/catalogue.ts';
import type { AccountBook } from './account-book.ts';
import { giveBackTo } from './confirm-breach.ts';
import { byHowMuch, discountShared, isSuspected, tellLateOnce, unexplained } from './doubts.ts';
import { watchAccounts } from './idle-watch.ts';
import { type PlayedScenario, withJudgements } from './play-scenario.ts';
import type { RunContext } from './run-context.ts';

/** So long that whoever moves money every seven seconds is seen, milliseconds. */
const atTheEnd = { position: 'end', forMs: 8500, readings: 17 };

/**
 * Whose a difference is, once nothing else is sent: what moves then is somebody else's, and speaks
 * against nobody. Where nothing moves, the agent is charged with what came again, though not each time.
 */
export const settleDoubts = async (
  context: RunContext,
  played: readonly PlayedScenario[],
): Promise<readonly PlayedScenario[]> => {
  const { book } = context;
  return tellLateOnce(discountShared(tellUnconfirmed(await watchAtTheEnd(context, played), book), book));
};

/** Only where something hangs on it that would be told. What nobody else has moved is given back. */
const watchAtTheEnd = async (
  context: RunContext,
  played: readonly PlayedScenario[],
): Promise<readonly PlayedScenario[]> => {
  const { book, clock, signal } = context;
  const doubtful = played.filter((one) => isSuspected(one, book) || recurs(one, played));
  const last = doubtful.at(-1);
  if (last === undefined || signal.aborted) return played;
  await pause(clock, restMs, signal);
  const accounts = eachAccount(doubtful.flatMap((one) => one.accounts));
  const { exchanges, quiet, moved } = await watchAccounts(context, accounts, atTheEnd);
  for (const account of quiet) book.noteEnd(account, { hasMoved: false });
  for (const account of moved) book.noteEnd(account, { hasMoved: true });
  const kept = played
    .flatMap(({ unconfirmed }) => unconfirmed?.kept ?? [])
    .filter(({ account }) => book.isAlone(account));
  const watched = { ...last, exchanges: [...last.exchanges, ...exchanges] };
  const settled = await giveBackTo(context, watched, { kept, position: 'end' });
  return played.map((one) => (one === last ? settled : one));
};

/** What the agent may still be applying is done then, milliseconds. */
const restMs = 700;

/**
 * Whether a difference that did not come back would be told of the agent where nobody else moves the
 * money: it came in another scenario too, explained by the amounts of its calls, with the same amount,
 * or in the account of another player.
 */
const recurs = ({ unconfirmed, accounts }: PlayedScenario, played: readonly PlayedScenario[]): boolean => {
  if (unconfirmed === undefined) return false;
  const { finding } = unconfirmed;
  const others = played.filter((other) => other.unconfirmed !== undefined && other.unconfirmed !== unconfirmed);
  return others.some(
    (other) =>
      !unexplained.has(finding.code) ||
      (byHowMuch(finding) !== '' && byHowMuch(finding) === byHowMuch(other.unconfirmed?.finding ?? finding)) ||
      !other.accounts.some(({ playerId }) => accounts.some((own) => own.playerId === playerId)),
  );
};

/** What was played, with the mistakes of an agent whose money nobody else moves, though they came not each time. */
const tellUnconfirmed = (
  played: readonly PlayedScenario[],
  book: Pick<AccountBook, 'isAlone'>,
): readonly PlayedScenario[] => {
  const alone = played.filter(({ accounts }) => accounts.every(book.isAlone));
  return played.map((one) => {
    const { unconfirmed } = one;
    if (unconfirmed === undefined || !alone.includes(one) || !recurs(one, alone)) return one;
    const { finding: seen, playings } = unconfirmed;
    const message = `${seen.message} It came once in ${playings} playings of the scenario, and nobody else was seen to move the money while nothing was sent.`;
    const finding = { ...seen, message };
    const broken = findRequirement(finding.requirement);
    const verdict = (broken && verdictOfFindings(broken, [finding])) ?? 'failed';
    const breach = { requirement: finding.requirement, verdict, findings: [finding] };
    const told = withJudgements(one, [...unconfirmed.judgements, breach]);
    return { ...told, ending: { kind: 'breach', finding }, result: { ...told.result, reason: undefined } };
  });
};
