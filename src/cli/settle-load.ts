import { withScales } from '../base/money.ts';
import { plural } from '../base/quantities.ts';
import { shownUrl } from '../base/shown.ts';
import { visibleLine } from '../base/visible-text.ts';
import type { OpeningBalance, OpeningBalances } from '../formats/opening-balances.ts';
import type { RunSession } from '../formats/run-setup.ts';
import { leaveIn, readBalanceFile } from '../load/balance-file.ts';
import { meetAgent } from '../load/run-load.ts';
import { type SettledFile, settleAccounts } from '../load/settle-file.ts';
import { openAgentClient, openRunRecorder, runContextOf } from '../run/agent-client.ts';
import { demand, type ExitCode, exitCodes } from '../spec/walletproof-error.ts';
import type { OptionsOf } from './options.ts';
import { print } from './output.ts';
import { resolveSettings } from './resolve-settings.ts';
import { watchInterrupt } from './watch-interrupt.ts';

/** Gives back what a load has moved that was ended before it could. */
export const settleLoad = async (
  file: string,
  url: string | undefined,
  flags: OptionsOf<'load'>,
): Promise<ExitCode> => {
  const balances = await readBalanceFile(file);
  const { settings, callbackUrl } = await settingsFor(balances, url, flags);
  const interrupt = watchInterrupt();
  const client = await openAgentClient({
    ...{ settings, callbackUrl, signal: interrupt.signal },
    recorder: await openRunRecorder(settings),
    allowPublicTarget: flags.allowPublicTarget === true,
    known: { dialect: balances.header.dialect },
  });
  try {
    const settled = await withScales(settings.configuration.currencyScales, async () => {
      const context = await meetAgent(runContextOf(client), settings.seed);
      return await settleAccounts(context, balances);
    });
    const left = settled.unsettled.map(({ account }) => account);
    await leaveIn(file, { ...balances, accounts: left });
    print(renderSettled(settled, file));
    if (interrupt.signal.aborted) return exitCodes.interrupted;
    return left.length === 0 ? exitCodes.passed : exitCodes.notJudged;
  } finally {
    await client.close();
    interrupt.close();
  }
};

/** The agent of the file; its token comes from where it always comes. */
const settingsFor = async (
  { header, accounts }: OpeningBalances,
  url: string | undefined,
  flags: OptionsOf<'load'>,
) => {
  const agentId = flags.agentId ?? header.agentId;
  const given = await resolveSettings({ ...flags, agentId, rate: undefined }, url);
  const { callbackUrl = header.callbackUrl } = given;
  const { origin, pathname } = new URL(callbackUrl);
  demand(
    `${origin}${pathname}` === header.callbackUrl,
    `The file is of the agent at ${header.callbackUrl}, not of ${shownUrl(callbackUrl)}.`,
    `Give that URL: walletproof load ${header.callbackUrl} --settle FILE.`,
  );
  const players = accounts.map(({ playerId, username, currency, language }) => ({
    id: playerId,
    username,
    currencies: [currency],
    language,
  }));
  const sessions = [...given.sessions, ...accounts.slice(0, 1).map(sessionOf)];
  const settings = { ...given, players, sessions, gameId: flags.game ?? header.gameId };
  return { settings, callbackUrl };
};

/** The agent is met in a session of the load: it may know no other. */
const sessionOf = ({ playerId, currency, sessionId }: OpeningBalance): RunSession => ({
  ...{ player: playerId, currency, name: 'main', id: sessionId },
});

/** Accounts that are told one by one. */
const mostTold = 20;

const renderSettled = ({ untouched, settled, unsettled }: SettledFile, file: string): string => {
  const told = unsettled.slice(0, mostTold).map(({ account, reason }) => `  ${account.playerId}: ${reason}`);
  const more = unsettled.length - told.length;
  return [
    `${plural(settled.length, 'account')} given back, ${untouched} had what they must have`,
    ...(unsettled.length === 0
      ? [`removed ${file}`]
      : [`${plural(unsettled.length, 'account')} could not be given back, and stay in ${file}:`]),
    ...told,
    ...(more > 0 ? [`  and ${more} more`] : []),
    '',
  ]
    .map((line) => visibleLine(line))
    .join('\n');
};
