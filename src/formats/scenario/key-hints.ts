import { closestWord, listWords } from '../document/closest-word.ts';
import { type Hint, keysAt, type UnknownKey, valueAt } from '../document/hints.ts';
import type { Path } from '../document/problem.ts';
import { optionNames } from './call-schema.ts';
import { actions, scenarioJsonSchema } from './scenario-schema.ts';

/** What a writer meant by a key that is not known where it stands. */
export const keyHint = (unknown: UnknownKey): Hint | undefined => {
  const { path } = unknown;
  const holder = path.at(-2);
  if (path.length === 1) return hintAtTop(unknown);
  if (typeof holder === 'number' || holder === 'step') return hintInStep(unknown);
  if (holder === 'expect') return hintInExpect(unknown);
  return typeof holder === 'string' && isAction(holder) ? hintInAction(unknown, holder) : undefined;
};

const isAction = (name: string): boolean => actions.some((action) => action === name);

const isOption = (name: string): boolean => optionNames.some((option) => option === name);

/** Told with the first of them. */
const covered = (path: Path): Hint => ({ message: '', remedy: '', covers: [path] });

/** Keys of one mapping that are at a wrong level are one mistake. */
const together = (
  { key, path, root }: UnknownKey,
  isMeant: (key: string) => boolean,
  tell: (names: string, isOne: boolean) => Hint,
): Hint => {
  const holder = path.slice(0, -1);
  const [first, ...others] = keysAt(root, holder).filter(isMeant);
  if (first !== undefined && first !== key) return covered(path);
  const hint = tell(listWords([key, ...others], 'and'), others.length === 0);
  const covers = [...(hint.covers ?? []), ...others.map((other) => [...holder, other])];
  return { ...hint, covers };
};

const configurationKeys = ['agents', 'callbacks', 'quirks', 'hooks', 'journal', 'admin'];

const hintAtTop = (unknown: UnknownKey): Hint | undefined => {
  const { key, path, root } = unknown;
  const keys = keysAt(root, []);
  if (!keys.includes('steps') && keys.some((each) => configurationKeys.includes(each))) {
    const [first, ...others] = keys;
    if (first !== key) return covered(path);
    const message = 'this is a configuration, and a scenario is expected here';
    const remedy = 'name it walletproof.config.yaml; --config gives another one';
    const covers = [['scenario'], ['steps'], ...others.map((other) => [other])];
    return { message, remedy, covers };
  }
  const meant = topWords[key];
  if (meant !== undefined && !keys.includes(meant)) {
    const message = `unknown key \`${key}\``;
    return { message, remedy: `did you mean \`${meant}\`?`, covers: [[meant]] };
  }
  const isOfStep = (name: string) => isAction(name) || isOption(name);
  if (!isOfStep(key)) return undefined;
  return together(unknown, isOfStep, (names, isOne) => ({
    message: `${names} ${isOne ? 'belongs' : 'belong'} into a step of \`steps:\``,
    remedy: `write \`steps:\`, and below it \`  - ${key}: …\``,
    covers: [['steps']],
  }));
};

const topWords: Readonly<Record<string, string>> = {
  title: 'scenario',
  name: 'scenario',
  actions: 'steps',
  calls: 'steps',
  tests: 'steps',
  balance: 'fund',
};

const stepWords: Readonly<Record<string, string>> = {
  bet: 'makeBet',
  debit: 'makeBet',
  win: 'makeBet',
  balance: 'getBalance',
  checkBalance: 'getBalance',
  cancel: 'rollback',
  refund: 'rollback',
  sleep: 'wait',
  pause: 'wait',
  parallel: 'together',
  loop: 'repeat',
};

const hintInStep = (unknown: UnknownKey): Hint | undefined => {
  const { key, path, root } = unknown;
  const holder = path.slice(0, -1);
  const action = keysAt(root, holder).find(isAction);
  if (action !== undefined && innerKeysOf(action).includes(key)) return tooHigh(unknown, action);
  if (topKeys().includes(key)) {
    const message = `\`${key}\` belongs at the top of the file, beside \`steps\``;
    return { message, remedy: 'write it above `steps:`, without spaces before it' };
  }
  if (action !== undefined) {
    return closestWord(key, [...optionNames, ...actions]) === undefined
      ? {
          message: `unknown key \`${key}\``,
          remedy: `beside a call: ${listWords(optionNames, 'or')}`,
        }
      : undefined;
  }
  const meant = stepWords[key] ?? closestWord(key, [...actions, ...optionNames]);
  const remedy = meant === undefined ? `the steps are ${listWords(actions, 'and')}` : `did you mean \`${meant}\`?`;
  return { message: `there is no step \`${key}\``, remedy };
};

const tooHigh = (unknown: UnknownKey, action: string): Hint => {
  const holder = unknown.path.slice(0, -1);
  const isEmpty = valueAt(unknown.root, [...holder, action]) === null;
  const isInner = (name: string) => innerKeysOf(action).includes(name) && !isOption(name) && !isAction(name);
  return together(unknown, isInner, (names, isOne) => ({
    message: `${names} ${isOne ? 'belongs' : 'belong'} one level down, inside \`${action}\``,
    remedy: `indent by 2 spaces more than \`${action}:\``,
    covers: isEmpty ? [[...holder, action]] : [],
  }));
};

const hintInAction = (unknown: UnknownKey, action: string): Hint | undefined => {
  const { key } = unknown;
  const isGroup = action === 'together' || action === 'repeat';
  const isMeant = (name: string) => (isAction(name) || isOption(name)) && !innerKeysOf(action).includes(name);
  if (!isMeant(key)) return wordOf(unknown, action);
  if (isGroup) {
    return together(unknown, isMeant, (names, isOne) => ({
      message: `${names} ${isOne ? 'belongs' : 'belong'} one level down, into a step of \`${action}\``,
      remedy: `write \`step:\` in \`${action}\`, and below it what belongs to the step`,
    }));
  }
  return together(unknown, isMeant, (names, isOne) => ({
    message: `${names} ${isOne ? 'belongs' : 'belong'} one level up, beside \`${action}\``,
    remedy: `write it on a line of its own, indented as much as \`${action}\``,
  }));
};

/** Fields of a callback, which a run fills in by itself. */
const bodyFields = [
  'transaction_id',
  'game_round_id',
  'player_id',
  'player_username',
  'session_id',
  'game_id',
  'agent_id',
  'request_id',
  'timestamp',
  'type',
];

const wordOf = ({ key, path }: UnknownKey, action: string): Hint | undefined => {
  const meant = innerWords[`${action} ${key}`];
  if (meant !== undefined) {
    const covers = [[...path.slice(0, -1), meant]];
    return { message: `unknown key \`${key}\``, remedy: `did you mean \`${meant}\`?`, covers };
  }
  if (!bodyFields.includes(key)) return undefined;
  const message = `\`${key}\` is written by walletproof itself`;
  return { message, remedy: `another value stands beside the call: \`fields: { ${key}: … }\`` };
};

const innerWords: Readonly<Record<string, string>> = {
  'makeBet amount': 'bet',
  'makeBet debit': 'bet',
  'makeBet credit': 'win',
  'resend of': 'call',
  'resend id': 'call',
  'rollback call': 'of',
  'rollback transaction': 'of',
  'rollback transaction_id': 'of',
  'pack spins': 'total',
  'pack count': 'total',
  'pack win': 'wins',
  'repeat times': 'count',
  'together times': 'count',
};

const hintInExpect = ({ key, path }: UnknownKey): Hint => {
  const message = `\`expect\` takes no \`${key}\`: the ledger knows every right answer`;
  const remedy = 'leave `expect` out; it says `refused`, `{ refused: code }` or `any`';
  return { message, remedy, covers: [[...path.slice(0, -1), 'refused']] };
};

/** The keys at the top of a scenario. */
const topKeys = (): readonly string[] => keysOf(scenarioJsonSchema());

/** The keys that stand inside an action: `bet` and `win` in `makeBet`. */
const innerKeysOf = (action: string): readonly string[] => {
  const { definitions } = scenarioJsonSchema() as { definitions?: Named };
  const step = definitions?.['step'] as { properties?: Named } | undefined;
  return keysOf(step?.properties?.[action]);
};

type Named = Readonly<Record<string, unknown>>;

/** Of a mapping, or of the mappings among which there is a choice. */
const keysOf = (schema: unknown): readonly string[] => {
  const { properties = {}, anyOf = [] } = (schema ?? {}) as {
    properties?: Named;
    anyOf?: readonly unknown[];
  };
  return [...Object.keys(properties), ...anyOf.flatMap(keysOf)];
};
