import type { z } from 'zod';
import type { OptionName } from './call-options.ts';
import { optionNames } from './call-options.ts';

/** The options that each action takes beside it. */
const optionsOf = {
  getBalance: optionNames,
  makeBet: optionNames,
  rollback: optionNames,
  resend: optionNames,
  raw: ['expect'],
  pack: ['player', 'session', 'currency', 'wire'],
  together: [],
  repeat: [],
  wait: [],
  restart: [],
  launch: [],
} as const satisfies Record<string, readonly OptionName[]>;

export type Action = keyof typeof optionsOf;

export const actions = Object.keys(optionsOf) as Action[];
/** Those that are one call, and take every option. */
export const callActions = actions.filter((action) => optionsOf[action] === optionNames);

type Given = Readonly<Record<string, unknown>>;
type Context = z.core.$RefinementCtx<unknown>;

/** A step has exactly one action, and beside it only options that the action takes. */
export const checkStep = (step: Given, context: Context): void => {
  const [action, second] = actions.filter((name) => step[name] !== undefined);
  if (action === undefined) {
    // An unknown key is told of already: it is the action, misspelt.
    if (context.issues.some(({ code }) => code === 'unrecognized_keys')) return;
    const remedy = `one of ${actions.join(', ')}`;
    context.addIssue({ code: 'custom', message: 'a step needs an action', params: { remedy } });
    return;
  }
  if (second !== undefined) {
    complain(context, second, {
      message: `one action for each step: this one is a \`${action}\` already`,
      remedy: 'make it a step of its own',
    });
  }
  checkOptions(step, action, context);
};

const checkOptions = (step: Given, action: Action, context: Context): void => {
  const taken: readonly OptionName[] = optionsOf[action];
  for (const option of optionNames) {
    if (step[option] === undefined || taken.includes(option)) continue;
    const remedy = taken.length === 0 ? 'put it beside a call' : `it takes ${taken.join(', ')}`;
    complain(context, option, { message: `\`${option}\` does not go with \`${action}\``, remedy });
  }
};

/** A group of steps is written as `step` or as `steps`. */
export const checkGroup = (
  { step, steps }: { readonly step?: unknown; readonly steps?: unknown },
  context: Context,
): void => {
  if (step === undefined && steps === undefined) {
    context.addIssue({
      code: 'custom',
      message: 'nothing to do in this group',
      params: { remedy: 'give it `step` or `steps`' },
    });
  }
  if (step === undefined || steps === undefined) return;
  complain(context, 'steps', {
    message: 'a group has `step` or `steps`, not both',
    remedy: 'make them one list',
  });
};

/** No spin of a pack may have a win, or a bet after it, beyond the pack's total. */
export const checkPack = (
  pack: {
    readonly total: number;
    readonly wins: readonly unknown[];
    readonly bets: readonly unknown[];
  },
  context: Context,
): void => {
  for (const list of ['wins', 'bets'] as const) {
    if (pack[list].length <= pack.total) continue;
    const message = `${pack[list].length} ${list} for ${pack.total} spins`;
    complain(context, list, { message, remedy: 'raise `total` or shorten the list' });
  }
};

const complain = (
  context: Context,
  key: string,
  { message, remedy }: { readonly message: string; readonly remedy: string },
): void => {
  context.addIssue({ code: 'custom', path: [key], message, params: { remedy, at: 'key' } });
};
