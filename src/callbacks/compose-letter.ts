import { renderJson } from '../json/json-node.ts';
import { signBody } from '../signing/sign-body.ts';
import type { Callback } from '../spec/callback.ts';
import type { Quirks } from '../spec/quirks.ts';
import type { Letter } from './letter.ts';
import { renderCallback } from './render-callback.ts';
import { subjectOf } from './subject-of.ts';

/** The agent that a callback goes to. */
export interface Recipient {
  readonly url: string;
  readonly token: string;
  /** The dialect it verifies signatures in; `minimal` when absent. */
  readonly dialect?: string | undefined;
  readonly timeoutMs: number;
  readonly nestedOrder?: Quirks['nestedOrder'] | undefined;
}

/** A callback written and signed as it must be. WalletproofError for an unknown dialect. */
export const composeLetter = (callback: Callback, recipient: Recipient): Letter => {
  const { url, token, dialect = 'minimal', timeoutMs, nestedOrder = 'sorted' } = recipient;
  const text = renderJson(renderCallback(callback, { nestedOrder }));
  return {
    url,
    headers: {
      'content-type': 'application/json',
      'x-signature': signBody(text, dialect, token),
    },
    body: Buffer.from(text),
    timeoutMs,
    kind: callback.type,
    subject: subjectOf(callback),
    dialect,
  };
};
