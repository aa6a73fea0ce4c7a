import { signal } from '@preact/signals';
import type { SentByHand } from '../../../api/schemas/hand-callbacks.ts';
import type { TrialName } from '../../../spec/trials.ts';
import { type CallbackDraft, emptyCallback } from './callback-fields.ts';

/** What the agent can be tried with at a click; the last is its own to do. */
export type TileName = TrialName | 'request';

/** What the drawer begins with. */
export type ComposerDraft =
  /** A new callback; without fields it is as it was filled in last. */
  | { readonly kind: 'callback'; readonly fields?: CallbackDraft }
  /** An exchange that is sent again with another body, signed again. */
  | {
      readonly kind: 'edited';
      readonly exchangeId: string;
      /** Type of the callback, or name of the operation. */
      readonly name: string;
      readonly body: string;
    }
  /** What a trial came to. */
  | { readonly kind: 'trial'; readonly name: TileName };

/** What the composer works on; undefined while it is closed. A new object takes the focus there. */
export const composerDraft = signal<ComposerDraft | undefined>(undefined);

/** The form of a new callback, which is kept while the composer is closed. */
export const composerFields = signal<CallbackDraft>(emptyCallback);

/** Opens the composer on any page, filled in. */
export const openComposer = (draft: ComposerDraft = { kind: 'callback' }): void => {
  if (draft.kind === 'callback' && draft.fields !== undefined) {
    composerFields.value = { ...emptyCallback, ...draft.fields };
  }
  composerDraft.value = draft;
};

export const closeComposer = (): void => {
  composerDraft.value = undefined;
};

/** What came of what was sent, newest first, each under a number of its own. */
export const composerAnswers = signal<readonly { readonly number: number; readonly sent: SentByHand }[]>([]);

const mostAnswers = 20;

export const addAnswer = (sent: SentByHand): void => {
  const known = composerAnswers.value;
  const number = (known[0]?.number ?? 0) + 1;
  composerAnswers.value = [{ number, sent }, ...known].slice(0, mostAnswers);
};
