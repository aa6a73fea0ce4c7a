import type { Printable, PrintableMap } from '../formats/document/print-document.ts';
import { namesOf } from '../spec/closed-list.ts';
import { losses } from '../spec/fault.ts';
import type { WrittenStep } from './sequence.ts';
import { actionOf, callsOf, groupOf, idOf, isMap } from './written-step.ts';

/** Requirements that a sequence shows where the breach alone would not name them, each once. */
export const shownRequirements = (steps: readonly WrittenStep[]): readonly string[] => {
  const shown = rules.flatMap(([ids, isShown]) => (isShown(steps) ? ids : []));
  return [...new Set([...shown, ...shownByRounds(steps)])];
};

type Steps = readonly WrittenStep[];

type Rule = readonly [ids: readonly string[], isShown: (steps: Steps) => boolean];

const someCall =
  (isShown: (call: WrittenStep, fields: PrintableMap, action: string) => boolean) =>
  (steps: Steps): boolean =>
    steps.flatMap(callsOf).some((call) => {
      const [name = '', fields = {}] = actionOf(call) ?? [];
      return isShown(call, fields, name);
    });

const ofChanged = (isIt: (field: string) => boolean) =>
  someCall(({ changed }) => isMap(changed) && Object.keys(changed).some(isIt));

const ofGroup =
  (...kinds: readonly string[]) =>
  (steps: Steps): boolean =>
    steps.some((step) => {
      const inGroup = (groupOf(step) ?? []).flatMap((call) =>
        ['makeBet', 'rollback', 'resend'].filter((name) => name in call),
      );
      return kinds.every((kind) => inGroup.includes(kind));
    });

/** Whether an agent answers a call of which that is lost. */
const isAnswered = (lose: Printable | undefined): boolean =>
  namesOf(losses).some((loss) => loss === lose && losses[loss].arrives === 'whole');

const rules: readonly Rule[] = [
  [['IDEM-02'], someCall((_, { as }) => as === 'new-request-id')],
  [['IDEM-04'], someCall((_, { as }) => as === 'conflict')],
  [['IDEM-05'], ofChanged((field) => field === 'session_id')],
  [['IDEM-12'], someCall(({ lose }, _, name) => name === 'makeBet' && isAnswered(lose))],
  [['RB-04'], someCall(({ lose }, _, name) => name === 'rollback' && isAnswered(lose))],
  [['IDEM-13'], someCall((_, { alike }) => alike !== undefined)],
  [['IDEM-14'], ofChanged((field) => field !== 'session_id')],
  [['IDEM-17', 'RB-18'], (steps) => steps.some(({ others }) => others !== undefined)],
  [['ROB-14'], (steps) => steps.some(({ about }) => about !== undefined)],
  [['RB-16'], someCall(({ session }, _, name) => name === 'rollback' && session !== undefined)],
  [['RB-17'], someCall(({ currency }, _, name) => name === 'rollback' && currency !== undefined)],
  [['SIG-15'], someCall(({ resend, signature }) => resend !== undefined && typeof signature === 'string')],
  [['SIG-18'], someCall(({ signature }) => isMap(signature))],
  [['ISO-01'], someCall(({ player }, _, name) => name !== 'rollback' && player === 2)],
  [['ISO-02'], someCall(({ currency }, _, name) => name !== 'rollback' && currency === 'second')],
  [['ISO-03'], someCall(({ session }, _, name) => name === 'getBalance' && session !== undefined)],
  [['FS-01', 'FS-02', 'FS-03'], someCall((_, { freespins }) => freespins !== undefined)],
  [['FS-01', 'FS-02', 'FS-03', 'FS-04', 'FS-07', 'FS-08'], (steps) => steps.some(({ pack }) => pack !== undefined)],
  [['FS-10'], (steps) => steps.filter(({ pack }) => pack !== undefined).length > 1],
  [['IDEM-06'], ofGroup('resend')],
  [
    ['RB-06'],
    (steps) => steps.some((step) => (groupOf(step) ?? []).filter(({ rollback }) => rollback !== undefined).length > 1),
  ],
  [['RB-15'], ofGroup('makeBet', 'rollback')],
  [['CON-03'], (steps) => steps.some((step) => groupOf(step)?.some(({ player }) => player === 2))],
];

interface Round {
  readonly count: number;
  readonly isOver: boolean;
}

/** What a round has to do with it: whether it is over, and what else was in it. */
const shownByRounds = (steps: Steps): string[] => {
  const rounds = new Map<string, Round>();
  const roundOf = new Map<string, string>();
  return steps.flatMap(callsOf).flatMap((call) => {
    const [name = '', fields = {}] = actionOf(call) ?? [];
    if (name === 'rollback') return shownByRollback(rounds.get(roundOf.get(String(fields['of'])) ?? ''));
    const { round, round_finished: isFinished } = fields;
    if (name !== 'makeBet' || typeof round !== 'string') return [];
    const known = rounds.get(round);
    rounds.set(round, { count: (known?.count ?? 0) + 1, isOver: known?.isOver === true || isFinished !== false });
    roundOf.set(idOf(call) ?? '', round);
    return known === undefined ? [] : [known.isOver ? 'BET-14' : 'BET-09'];
  });
};

const shownByRollback = (round: Round | undefined): string[] => [
  ...(round?.isOver === true ? ['RB-11'] : []),
  ...(round !== undefined && round.count > 1 ? ['RB-10'] : []),
];
