import { parseAmount, renderAmount, withScales } from '../../base/money.ts';
import { plainText, visibleLine, visibleText } from '../../base/visible-text.ts';
import { openAgentClient, openRunRecorder, runContextOf } from '../../run/agent-client.ts';
import { type OneCall, type Triggered, triggerCallback } from '../../run/trigger-callback.ts';
import { type CallbackType, callbackTypes } from '../../spec/callback.ts';
import { findings } from '../../spec/finding.ts';
import { type ExitCode, exitCodes, WalletproofError } from '../../spec/walletproof-error.ts';
import { type OpenHooks, openHooks, openPlatform } from '../open-hooks.ts';
import { openMemory } from '../open-memory.ts';
import type { TriggerFlags } from '../options.ts';
import { print } from '../output.ts';
import { demandCallbackUrl, resolveSettings } from '../resolve-settings.ts';
import { watchInterrupt } from '../watch-interrupt.ts';

/** Sends one callback, judges its answer, and says what should have come. */
export const trigger = async (typeText: string, url: string | undefined, options: TriggerFlags): Promise<ExitCode> => {
  const call = callOf(typeText, options);
  const settings = await resolveSettings(options, url);
  const callbackUrl = demandCallbackUrl(settings);
  const interrupt = watchInterrupt();
  const memory = await openMemory();
  const as = { callbackUrl, agentId: settings.agent.id };
  const known = memory.of(as);
  const client = await openAgentClient({
    settings,
    callbackUrl,
    recorder: await openRunRecorder(settings),
    allowPublicTarget: options.allowPublicTarget === true,
    known,
    signal: interrupt.signal,
  });
  let opened: OpenHooks | undefined;
  try {
    opened = await openHooks({
      settings,
      openPlatform: async () => await openPlatform(settings, platformAddress),
      isPlatformNeeded: false,
      watchMs: 0,
      allowPublicTarget: options.allowPublicTarget === true,
      record: client.record,
      signal: interrupt.signal,
    });
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
    interrupt.close();
  }
};

/** hooks.launch: where the agent finds the platform. */
const platformAddress = { host: '127.0.0.1', port: 4600 };

const codeOf = {
  right: exitCodes.passed,
  warned: exitCodes.passed,
  wrong: exitCodes.nonconformant,
  unjudged: exitCodes.notJudged,
} as const;

const callOf = (typeText: string, options: TriggerFlags): OneCall => ({
  type: typeOf(typeText),
  bet: amountText('--bet', options.bet ?? '1'),
  win: amountText('--win', options.win ?? '0'),
  transactionId: options.transaction,
  currency: options.currency,
});

const typeOf = (text: string): CallbackType => {
  const type = callbackTypes.find((each) => each === text);
  if (type !== undefined) return type;
  throw new WalletproofError(
    'usage',
    `There is no callback ${JSON.stringify(text)}.`,
    `Choose one of ${callbackTypes.join(', ')}.`,
  );
};

const amountText = (option: string, text: string): string => {
  const amount = parseAmount(text);
  if (amount?.gte(0) === true) return renderAmount(amount);
  throw new WalletproofError(
    'usage',
    `${option} ${JSON.stringify(text)} is not an amount.`,
    'Give a decimal that is not negative, such as 10.5.',
  );
};

/** What was sent, what came, and what the ledger says of it. */
export const renderTriggered = (triggered: Triggered): string =>
  [
    ...exchangeLines(triggered),
    ...dialectLines(triggered),
    ...balanceLines(triggered),
    ...verdictLines(triggered),
    '',
  ].join('\n');

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

const dialectLines = ({ dialect }: Triggered): string[] =>
  dialect === undefined ? [] : [`signed in the dialect ${plainText(dialect)}, as the agent verifies it`];

const balanceLines = ({ before, expected, callback }: Triggered): string[] =>
  before === undefined || expected === undefined
    ? []
    : [plainText(`balance before ${before} ${callback.currency}, after it must be ${expected}`)];

const verdictLines = (triggered: Triggered): string[] => {
  const told = triggered.findings.flatMap((finding) => [
    `${finding.requirement}: ${plainText(finding.message)}`,
    ...(finding.likelyCause === undefined ? [] : [`  likely: ${plainText(finding.likelyCause)}`]),
    `  ${findings[finding.code].hint}`,
  ]);
  const words = {
    right: 'RIGHT',
    wrong: 'WRONG',
    warned: 'RIGHT, with a warning',
    unjudged: `COULD NOT JUDGE: ${plainText(triggered.reason ?? '')}`,
  };
  return [words[triggered.verdict], ...told];
};
