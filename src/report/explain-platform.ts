import { type CallbackType, callbackTypes } from '../spec/callback.ts';
import { agentErrorAnswer, balanceAnswer, callbacks, exampleCallback } from '../spec/callback-fields.ts';
import { namesOf } from '../spec/closed-list.ts';
import { exampleOf } from '../spec/field.ts';
import { type OpenPoint, openPoints } from '../spec/open-points.ts';
import { listFilterFields, type OperationName, operationNames, operations } from '../spec/operation.ts';
import { everyOperationsErrors, exampleRequest, operationAnswers, successEnvelope } from '../spec/operation-answers.ts';
import {
  type AgentErrorCode,
  agentErrors,
  ownRefusals,
  type RefusalCode,
  type RefusalRecord,
  refusals,
} from '../spec/refusal.ts';
import { type Setting, settings } from '../spec/settings.ts';

/** An open point with the settings that decide it. */
type ToldPoint = Pick<OpenPoint, 'section' | 'point' | 'settings' | 'choice'>;

/** An operation with its fields, answer, errors, and what is assumed of it. */
export const explainOperation = (name: OperationName) => {
  const { path, summary, fields, assumed } = operations[name];
  const { content, notes } = operationAnswers[name];
  return {
    kind: 'operation' as const,
    ...{ name, path, section: '4', assumed, summary, fields },
    furtherFields: name === 'list' ? listFilterFields : [],
    example: exampleRequest(name),
    content,
    exampleAnswer: { ...exampleOf(successEnvelope), content: exampleOf(content) },
    errors: errorsOf(name).map((code) => ({ code, ...statusOf(code) })),
    notes,
    openPoints: pointsAbout(name),
    commands: [`walletproof sign body.json --token TOKEN --stamp --curl http://127.0.0.1:4600${path}`],
  };
};

export type OperationExplanation = ReturnType<typeof explainOperation>;

/** Every code that an operation can be answered with, its own last. */
export const errorsOf = (name: OperationName): readonly RefusalCode[] => [
  ...everyOperationsErrors,
  ...operationAnswers[name].errors,
];

const records: Readonly<Record<RefusalCode, RefusalRecord>> = { ...refusals, ...ownRefusals };

const statusOf = (code: RefusalCode): Pick<RefusalRecord, 'status' | 'meaning'> => {
  const { status, meaning } = records[code];
  return { status, meaning };
};

const pointsAbout = (name: string): ToldPoint[] =>
  openPoints
    .filter(({ about }) => about.includes(name))
    .map(({ section, point, settings: by, choice }) => ({
      ...{ section, point, settings: by },
      ...(choice === undefined ? {} : { choice }),
    }));

/** A callback with its fields, what is to be done, and how it is answered. */
export const explainCallback = (type: CallbackType) => {
  const { summary, when, fields, handling, errors } = callbacks[type];
  return {
    kind: 'callback' as const,
    ...{ type, section: '6', summary, when, fields, handling },
    example: exampleCallback(type),
    answer: balanceAnswer,
    exampleAnswer: exampleOf(balanceAnswer),
    errorAnswer: agentErrorAnswer,
    errors: errors.map((code) => ({ code, meaning: agentErrors[code].meaning })),
    openPoints: pointsAbout(type),
    commands: [triggerOf[type]],
  };
};

export type CallbackExplanation = ReturnType<typeof explainCallback>;

const agentUrl = 'http://127.0.0.1:8080/callback';

const triggerOf: Readonly<Record<CallbackType, string>> = {
  getBalance: `walletproof trigger getBalance ${agentUrl} --token TOKEN`,
  makeBet: `walletproof trigger makeBet ${agentUrl} --token TOKEN --bet 5 --win 0`,
  rollback: `walletproof trigger rollback ${agentUrl} --token TOKEN --transaction ID`,
};

/** An error code of the platform: what it means, when it comes and what to do. */
export const explainRefusal = (code: RefusalCode) => ({
  kind: 'refusal' as const,
  code,
  source: code in refusals ? 'section 7' : 'ours',
  ...records[code],
  operations: operationNames.filter((name) => errorsOf(name).includes(code)),
  openPoints: pointsAbout(code),
});

export type RefusalExplanation = ReturnType<typeof explainRefusal>;

/** An error code that section 7 recommends to agents. */
export const explainAgentError = (code: AgentErrorCode) => ({
  kind: 'agent-error' as const,
  code,
  source: 'section 7',
  ...agentErrors[code],
  callbacks: callbackTypes.filter((type) => callbacks[type].errors.includes(code)),
  // What is open about a code of both is open about the platform's.
  openPoints: code in refusals ? [] : pointsAbout(code),
});

export type AgentErrorExplanation = ReturnType<typeof explainAgentError>;

/** A setting with its default, values and reason, and the open points that it decides. */
export const explainSetting = (setting: Setting) => ({
  kind: 'setting' as const,
  ...setting,
  openPoints: openPoints
    .filter(({ settings: by }) => by.includes(setting.key))
    .map(({ section, point, settings: by, choice }) => ({ section, point, settings: by, choice })),
});

export type SettingExplanation = ReturnType<typeof explainSetting>;

export type PlatformExplanation =
  | OperationExplanation
  | CallbackExplanation
  | RefusalExplanation
  | AgentErrorExplanation
  | SettingExplanation;

const topics: readonly { readonly name: string; readonly explain: () => PlatformExplanation }[] = [
  ...operationNames.map((name) => ({ name, explain: () => explainOperation(name) })),
  ...callbackTypes.map((name) => ({ name, explain: () => explainCallback(name) })),
  ...namesOf(records).map((name) => ({ name, explain: () => explainRefusal(name) })),
  ...namesOf(agentErrors).map((name) => ({ name, explain: () => explainAgentError(name) })),
  ...settings.map((setting) => ({ name: setting.key, explain: () => explainSetting(setting) })),
];

/** The names of operations, callbacks, error codes and settings. */
export const platformNames: readonly string[] = [
  ...new Set([...topics.map(({ name }) => name), ...settings.map(({ name }) => name)]),
];

/** Whatever of the platform has that name, letter case aside; a setting by its last part, too. */
export const explainPlatform = (word: string): readonly PlatformExplanation[] => {
  const wanted = plainName(word);
  return topics.filter(({ name }) => plainName(name) === wanted).map(({ explain }) => explain());
};

/** `list` of `/api/games/list`, `retries` of `quirks.retries`, in small letters. */
const plainName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/^(?:post )?\/?api\/games\//, '')
    .replace(/^quirks\.|^callbacks\.|^agents\[\]\.|^--/, '');
