import { parseAmount, renderAmount, withScales } from '../../base/money.ts';
import { plainText, visibleLine, visibleText } from '../../base/visible-text.ts';
import { openAgentClient, openRunRecorder, runContextOf } from '../../run/agent-client.ts';
import { type OneCall, type Triggered, triggerCallback } from '../../run/trigger-callback.ts';
import { callbackTypes } from '../../spec/callback.ts';
import { findings } from '../../spec/finding.ts';
import { demand, type ExitCode, exitCodes, usageError } from '../../spec/walletproof-error.ts';
import { type OpenHooks, openHooks } from '../open-hooks.ts';
import { openMemory } from '../open-memory.ts';
import type { OptionsOf } from '../options.ts';
import { print } from '../output.ts';
import { demandCallbackUrl, resolveSettings } from '../resolve-settings.ts';
import { watchInterrupt } from '../watch-interrupt.ts';

/** Sends one callback, judges its answer, and says what should have come. */
export const trigger = async (
  typeText: string,
  url: string | undefined,
  options: OptionsOf<'trigger'>,
): Promise<ExitCode> => {
  const call = callOf(typeText, options);
  const settings = await resolveSettings(options, url);
  const callbackUrl = demandCallbackUrl(settings);
  const { signal, close } = watchInterrupt();
  const memory = await openMemory();
  const as = { callbackUrl, agentId: settings.agent.id };
  const known = memory.of(as);
  const allowPublicTarget = options.allowPublicTarget === true;
  const recorder = await openRunRecorder(settings);
  const client = await openAgentClient({ settings, callbackUrl, recorder, allowPublicTarget, known, signal });
  let opened: OpenHooks | undefined;
  try {
    opened = await openHooks({ settings, allowPublicTarget, record: client.record, signal });
    const { launch } = opened.hooks;
    const triggered = await withScales(
      settings.configuration.currencyScales,
      async () => await triggerCallback(runContextOf(client, { launch }), call),
    );
    const { dialect } = triggered;
    if (dialect !== undefined && dialect !== known.dialect) memory.keep(as, { ...known, dialect });
    print(renderTriggered(triggered));
    return codeOf[triggered.verdict];
  } finally {
    await opened?.close();
    await client.close();
    close();
  }
};

const codeOf = {
  right: exitCodes.passed,
  warned: exitCodes.passed,
  wrong: exitCodes.nonconformant,
  unjudged: exitCodes.notJudged,
} as const;

const callOf = (typeText: string, { bet = '1', win = '0', transaction, currency }: OptionsOf<'trigger'>): OneCall => {
  const type = callbackTypes.find((each) => each === typeText);
  if (type === undefined) {
    const remedy = `Choose one of ${callbackTypes.join(', ')}.`;
    throw usageError(`There is no callback ${JSON.stringify(typeText)}.`, remedy);
  }
  const amounts = { bet: amountText('--bet', bet), win: amountText('--win', win) };
  return { type, ...amounts, transactionId: transaction, currency };
};

const amountText = (option: string, text: string): string => {
  const amount = parseAmount(text);
  const isAmount = amount?.gte(0) === true;
  const remedy = 'Give a decimal that is not negative, such as 10.5.';
  demand(isAmount, `${option} ${JSON.stringify(text)} is not an amount.`, remedy);
  return renderAmount(amount);
};

/** What was sent, what came, and what the ledger says of it. */
export const renderTriggered = (triggered: Triggered): string => {
  const { dialect, before, expected, callback } = triggered;
  const lines = [
    ...exchangeLines(triggered),
    ...(dialect === undefined ? [] : [`signed in the dialect ${plainText(dialect)}, as the agent verifies it`]),
    ...(before === undefined || expected === undefined
      ? []
      : [plainText(`balance before ${before} ${callback.currency}, after it must be ${expected}`)]),
    ...verdictLines(triggered),
  ];
  return `${lines.join('\n')}\n`;
};

const exchangeLines = ({ exchange }: Triggered): string[] => {
  const { request, answer, durationMs } = exchange;
  const came =
    answer.kind === 'answered'
      ? [`HTTP ${answer.status} in ${Math.round(durationMs)} ms`, ...bodyLines(answer.body)]
      : [`no answer (${answer.failure}): ${visibleLine(answer.message)}`];
  const sent = [
    visibleLine(`${request.method} ${request.url}`),
    `X-Signature: ${visibleLine(request.headers['x-signature'] ?? '(none)')}`,
    ...bodyLines(request.body),
  ];
  return [...sent.map((line) => `> ${line}`), ...came.map((line) => `< ${line}`), ''];
};

/** Longer bodies are cut, characters. */
const longestBody = 4000;

/** Each line of it is marked as what it is: an answer may have lines that look like ours. */
const bodyLines = (body: Uint8Array): string[] => {
  const text = Buffer.from(body).toString();
  const shown = text.length > longestBody ? `${text.slice(0, longestBody)}…` : text;
  return visibleText(shown).split('\n');
};

const verdictLines = ({ verdict, reason = '', findings: found }: Triggered): string[] => {
  const words = {
    right: 'RIGHT',
    wrong: 'WRONG',
    warned: 'RIGHT, with a warning',
    unjudged: `COULD NOT JUDGE: ${plainText(reason)}`,
  };
  const told = found.flatMap(({ requirement, message, likelyCause, code }) => [
    `${requirement}: ${plainText(message)}`,
    ...(likelyCause === undefined ? [] : [`  likely: ${plainText(likelyCause)}`]),
    `  ${findings[code].hint}`,
  ]);
  return [words[verdict], ...told];
};
