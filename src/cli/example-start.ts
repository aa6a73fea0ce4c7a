import { shownUrl } from '../base/shown.ts';
import { WalletproofError } from '../spec/walletproof-error.ts';
import type { ExampleFlags } from './options.ts';

/** The token of the bundled example agent where nobody gives another. */
export const exampleToken = 'example-token';

/** Whether the example agent is to be called. Throws a usage error where somebody else is, too. */
export const isWithExample = (
  callbackUrl: string | undefined,
  { exampleAgent, defect, variant }: ExampleFlags,
): boolean => {
  const isExample = exampleAgent === true || defect !== undefined || variant !== undefined;
  if (!isExample || callbackUrl === undefined) return isExample;
  throw new WalletproofError(
    'usage',
    `Callbacks can go to ${shownUrl(callbackUrl)} or to the example agent, not to both.`,
    'Leave the URL out, or --example-agent, --defect and --variant.',
  );
};

/** The start of the example agent, which comes after the platform listens. */
export interface ExampleStart {
  /** What waits for its end; undefined once it is over, or where no such agent is started. */
  wait(): Promise<void> | undefined;
  end(): void;
}

/** Pages that are open over a restart ask for balances before there is an agent to ask. */
export const startOfExample = (isExample: boolean): ExampleStart => {
  let end = (): void => undefined;
  let waiting: Promise<void> | undefined = isExample
    ? new Promise((resolve) => {
        end = resolve;
      })
    : undefined;
  return {
    wait: () => waiting,
    end: () => {
      waiting = undefined;
      end();
    },
  };
};
