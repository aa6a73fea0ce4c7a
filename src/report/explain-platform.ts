import { type CallbackType, callbackTypes } from '../spec/callback.ts';
import { agentErrorAnswer, balanceAnswer, callbacks, exampleCallback } from '../spec/callback-fields.ts';
import { namesOf } from '../spec/closed-list.ts';
import { type ExampleValue, exampleOf, type Field } from '../spec/field.ts';
import { type OpenPoint, openPoints } from '../spec/open-points.ts';
import { listFilterFields, type OperationName, operationNames, operations } from '../spec/operation.ts';
import {
  everyOperationsErrors,
  exampleRequest,
  type Note,
  operationAnswers,
  successEnvelope,
} from '../spec/operation-answers.ts';
import {
  type AgentErrorCode,
  agentErrors,
  ownRefusals,
  type RefusalCode,
  type RefusalRecord,
  refusals,
} from '../spec/refusal.ts';
import { type Setting, settings } from '../spec/settings.ts';

type ExampleBody = Readonly<Record<string, ExampleValue>>;

/** An open point with the settings that decide it. */
type ToldPoint = Pick<OpenPoint, 'section' | 'point' | 'settings' | 'choice'>;

/** All there is to say about an operation of section 4. */
export interface OperationExplanation {
  readonly kind: 'operation';
  readonly name: OperationName;
  readonly path: string;
  readonly section: '4';
  /** The specification shows none of its own fields. */
  readonly assumed: boolean;
  readonly summary: string;
  readonly fields: readonly Field[];
  /** Taken where a setting says so. */
  readonly furtherFields: readonly Field[];
  readonly example: ExampleBody;
  readonly content: readonly Field[];
  readonly exampleAnswer: ExampleBody;
  readonly errors: readonly {
    readonly code: RefusalCode;
    readonly status: number;
    readonly meaning: string;
  }[];
  readonly notes: readonly Note[];
  readonly openPoints: readonly ToldPoint[];
  readonly commands: readonly string[];
}

/** An operation with its fields, answer, errors, and what is assumed of it. */
export const explainOperation = (name: OperationName): OperationExplanation => {
  const { path, summary, fields, assumed } = operations[name];
  const { content, notes } = operationAnswers[name];
  return {
    kind: 'operation',
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

/** All there is to say about a callback of section 6. */
export interface CallbackExplanation {
  readonly kind: 'callback';
  readonly type: CallbackType;
  readonly section: '6';
  readonly summary: string;
  readonly when: string;
  readonly fields: readonly Field[];
  readonly example: ExampleBody;
  readonly handling: readonly string[];
  readonly answer: readonly Field[];
  readonly exampleAnswer: ExampleBody;
  readonly errorAnswer: readonly Field[];
  readonly errors: readonly { readonly code: AgentErrorCode; readonly meaning: string }[];
  readonly openPoints: readonly ToldPoint[];
  readonly commands: readonly string[];
}

/** A callback with its fields, what is to be done, and how it is answered. */
export const explainCallback = (type: CallbackType): CallbackExplanation => {
  const { summary, when, fields, handling, errors } = callbacks[type];
  return {
    kind: 'callback',
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

const agentUrl = 'http://127.0.0.1:8080/callback';

const triggerOf: Readonly<Record<CallbackType, string>> = {
  getBalance: `walletproof trigger getBalance ${agentUrl} --token TOKEN`,
  makeBet: `walletproof trigger makeBet ${agentUrl} --token TOKEN --bet 5 --win 0`,
  rollback: `walletproof trigger rollback ${agentUrl} --token TOKEN --transaction ID`,
};

/** All there is to say about an error code of the platform. */
export interface RefusalExplanation extends RefusalRecord {
  readonly kind: 'refusal';
  readonly code: RefusalCode;
  /** `ours` where the specification has no such code. */
  readonly source: 'section 7' | 'ours';
  /** The operations that can be answered so. */
  readonly operations: readonly OperationName[];
  readonly openPoints: readonly ToldPoint[];
}

/** An error code of the platform: what it means, when it comes and what to do. */
export const explainRefusal = (code: RefusalCode): RefusalExplanation => ({
  kind: 'refusal',
  code,
  source: code in refusals ? 'section 7' : 'ours',
  ...records[code],
  operations: operationNames.filter((name) => errorsOf(name).includes(code)),
  openPoints: pointsAbout(code),
});

/** All there is to say about an error code that agents answer with. */
export interface AgentErrorExplanation {
  readonly kind: 'agent-error';
  readonly code: AgentErrorCode;
  readonly source: 'section 7';
  readonly meaning: string;
  readonly when: string;
  readonly remedy: string;
  /** The callbacks that it fits. */
  readonly callbacks: readonly CallbackType[];
  readonly openPoints: readonly ToldPoint[];
}

/** An error code that section 7 recommends to agents. */
export const explainAgentError = (code: AgentErrorCode): AgentErrorExplanation => ({
  kind: 'agent-error',
  code,
  source: 'section 7',
  ...agentErrors[code],
  callbacks: callbackTypes.filter((type) => callbacks[type].errors.includes(code)),
  // What is open about a code of both is open about the platform's.
  openPoints: code in refusals ? [] : pointsAbout(code),
});

/** All there is to say about a setting for what the specification leaves open. */
export interface SettingExplanation extends Setting {
  readonly kind: 'setting';
  readonly openPoints: readonly ToldPoint[];
}

/** A setting with its default, values and reason, and the open points that it decides. */
export const explainSetting = (setting: Setting): SettingExplanation => ({
  kind: 'setting',
  ...setting,
  openPoints: openPoints
    .filter(({ settings: by }) => by.includes(setting.key))
    .map(({ section, point, settings: by, choice }) => ({ section, point, settings: by, choice })),
});

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
