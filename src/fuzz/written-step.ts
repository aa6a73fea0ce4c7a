import type { Printable, PrintableMap } from '../formats/document/print-document.ts';
import type { WrittenStep } from './sequence.ts';

// What a step says, as it is written.

/** The calls of a group; undefined of what is none. */
export const groupOf = ({ together }: WrittenStep): readonly WrittenStep[] | undefined =>
  isMap(together) && Array.isArray(together['steps']) ? (together['steps'] as readonly WrittenStep[]) : undefined;

/** The calls of a step: its own, or those of its group. */
export const callsOf = (step: WrittenStep): readonly WrittenStep[] => groupOf(step) ?? [step];

export const actions = ['getBalance', 'makeBet', 'rollback', 'resend', 'pack'] as const;

/** The action of a call with its fields; undefined where it has none, as a wait. */
export const actionOf = (call: WrittenStep): readonly [name: string, fields: PrintableMap] | undefined => {
  const name = actions.find((each) => call[each] !== undefined);
  const fields = name === undefined ? undefined : call[name];
  return name === undefined || !isMap(fields) ? undefined : [name, fields];
};

export const isMap = (value: Printable | undefined): value is PrintableMap =>
  typeof value === 'object' && !Array.isArray(value) && Object.getPrototypeOf(value) === Object.prototype;

/** The name that a call gives itself. No call settles a pack that wins nothing. */
export const idOf = (call: WrittenStep): string | undefined => {
  const [name, { id, wins }] = actionOf(call) ?? ['', {}];
  const isCall = name !== 'pack' || (Array.isArray(wins) && wins.some((win) => win !== '0'));
  return typeof id === 'string' && isCall ? id : undefined;
};

/** The earlier calls that a call names. */
export const namesUsedBy = (call: WrittenStep): string[] => {
  const { resend, signature } = call;
  const fields = actionOf(call)?.[1] ?? {};
  const names = [
    resend,
    fields['of'],
    fields['transaction_of'],
    fields['call'],
    isMap(signature) ? signature['of'] : undefined,
  ];
  return names.filter((name) => typeof name === 'string');
};
