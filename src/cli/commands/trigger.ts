import { parseAmount, renderAmount } from '../../money/amount.ts';
import type { OneCall } from '../../runner/trigger-callback.ts';
import { triggerCallback } from '../../runner/trigger-callback.ts';
import type { CallbackType } from '../../spec/callback.ts';
import { callbackTypes } from '../../spec/callback.ts';
import type { ExitCode } from '../../spec/walletproof-error.ts';
import { exitCodes, WalletproofError } from '../../spec/walletproof-error.ts';
import type { TriggerOptions } from '../command-options.ts';
import type { CommonOptions } from '../common-options.ts';
import { openLine } from '../open-line.ts';
import { openRunRecorder } from '../open-run-recorder.ts';
import { renderTriggered } from '../render-triggered.ts';
import { demandCallbackUrl, resolveSettings } from '../resolve-settings.ts';
import { runContextOf } from '../run-context-of.ts';
import { watchInterrupt } from '../watch-interrupt.ts';

/** Sends one callback, judges its answer, and says what should have come. */
export const trigger = async (
  typeText: string,
  url: string | undefined,
  options: CommonOptions & TriggerOptions,
): Promise<ExitCode> => {
  const call = callOf(typeText, options);
  const settings = await resolveSettings(options, url);
  const callbackUrl = demandCallbackUrl(settings);
  const interrupt = watchInterrupt();
  const line = await openLine({
    settings,
    callbackUrl,
    recorder: openRunRecorder(settings, ':memory:'),
    allowPublicTarget: options.allowPublicTarget === true,
    signal: interrupt.signal,
  });
  try {
    const triggered = await triggerCallback(
      runContextOf(settings, { callbackUrl, send: line.send, signal: interrupt.signal }),
      call,
    );
    process.stdout.write(renderTriggered(triggered));
    return triggered.verdict === 'right' ? exitCodes.passed : codeOf[triggered.verdict];
  } finally {
    line.close();
    interrupt.close();
  }
};

const codeOf = { wrong: exitCodes.nonconformant, unjudged: exitCodes.notJudged } as const;

const callOf = (typeText: string, options: TriggerOptions): OneCall => ({
  type: typeOf(typeText),
  bet: amountText('--bet', options.bet ?? '1'),
  win: amountText('--win', options.win ?? '0'),
  ...(options.transaction === undefined ? {} : { transactionId: options.transaction }),
  ...(options.currency === undefined ? {} : { currency: options.currency }),
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
