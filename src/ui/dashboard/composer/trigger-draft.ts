import type { TriggerOrder } from '../../../api/schemas/hand-callbacks.ts';
import type { Setup } from '../../../api/schemas/platform.ts';
import type { FaultOrder } from '../../../formats/fault.ts';
import type { CallbackType } from '../../../spec/callback.ts';
import { type CallbackFault, type SignatureVariant, signatureVariants } from '../../../spec/fault.ts';

/** The form of a callback by hand, as it is filled in; empty texts are left out of the order. */
export interface TriggerDraft {
  readonly type: CallbackType;
  readonly sessionId: string;
  readonly playerId: string;
  readonly currency: string;
  readonly bet: string;
  readonly win: string;
  readonly transactionId: string;
  readonly gameRoundId: string;
  readonly roundFinished: 'yes' | 'no';
  readonly freespins: 'without' | 'with';
  readonly played: string;
  readonly total: string;
  readonly isFinish: 'yes' | 'no';
  readonly accumulatedWin: string;
  readonly signature: SignatureVariant;
  /** How many are sent at once. */
  readonly count: string;
  /** A fault for this callback alone; empty for none. */
  readonly fault: CallbackFault | '';
}

/** What the fields of the form work on. */
export interface FieldsProps {
  readonly draft: TriggerDraft;
  readonly onChange: (change: Partial<TriggerDraft>) => void;
}

export const emptyTriggerDraft: TriggerDraft = {
  type: 'makeBet',
  sessionId: '',
  playerId: '',
  currency: '',
  bet: '1',
  win: '2',
  transactionId: '',
  gameRoundId: '',
  roundFinished: 'yes',
  freespins: 'without',
  played: '1',
  total: '10',
  isFinish: 'no',
  accumulatedWin: '0',
  signature: 'valid',
  count: '1',
  fault: '',
};

/** The order: the fields that this callback has, and that are filled in. Amounts stay text. */
export const triggerOrderOf = (draft: TriggerDraft): TriggerOrder => ({
  type: draft.type,
  ...filled({
    sessionId: draft.sessionId,
    playerId: draft.playerId,
    currency: draft.currency,
  }),
  ...(draft.type === 'getBalance' ? progressOf(draft) : filled({ transactionId: draft.transactionId })),
  ...(draft.type === 'makeBet' ? betOf(draft) : {}),
  ...(draft.type === 'makeBet' && Number(draft.count) > 1 ? { count: Number(draft.count) } : {}),
  ...(draft.signature === 'valid' ? {} : { signature: draft.signature }),
});

/** The fault that is switched on for this callback; undefined for none. */
export const faultOrderOf = ({ fault, type }: TriggerDraft): FaultOrder | undefined =>
  fault === '' ? undefined : { direction: 'callback', fault, on: type, times: 1 };

const betOf = ({ bet, win, gameRoundId, roundFinished }: TriggerDraft) => ({
  ...filled({ bet, win, gameRoundId }),
  ...(roundFinished === 'yes' ? {} : { roundFinished: false }),
});

const progressOf = ({ freespins, played, total, isFinish, accumulatedWin }: TriggerDraft) =>
  freespins === 'without'
    ? {}
    : {
        freespins: {
          played: Number(played),
          total: Number(total),
          isFinish: isFinish === 'yes',
          accumulatedWin: accumulatedWin.trim(),
        },
      };

/** Spaces inside and around ids are left: somebody may want to send them. */
const filled = <K extends string>(fields: Readonly<Record<K, string>>) =>
  Object.fromEntries(Object.entries<string>(fields).filter(([, value]) => value.trim() !== '')) as Partial<
    Record<K, string>
  >;

/** Nobody said for whom: the first player of the configuration. */
export const withPlayer = (draft: TriggerDraft, setup: Setup | undefined): TriggerDraft =>
  draft.playerId === '' && draft.sessionId === '' ? { ...draft, playerId: setup?.players[0]?.id ?? '' } : draft;

/** `upper-case` is right by the bytes; whether an agent takes it is observed, not judged. */
export const signatureHelp = (variant: SignatureVariant): string => {
  const words = signatureVariants[variant];
  const meaning = `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
  if (variant === 'valid') return `${meaning}: the agent must take it.`;
  if (variant === 'upper-case' || variant === 'spaced') {
    return `${meaning}: the specification leaves open whether it is taken.`;
  }
  return `${meaning}: the agent must refuse with 403 invalid_signature, and move no money.`;
};
