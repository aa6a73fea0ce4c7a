import { type CallbackType, callbackTypes } from '../spec/callback.ts';
import { agentErrorAnswer, balanceAnswer, callbacks, exampleCallback } from '../spec/callback-fields.ts';
import { namesOf } from '../spec/closed-list.ts';
import { type ExampleValue, exampleOf, type Field } from '../spec/field.ts';
import { listFilterFields, type OperationName, operationNames, operations } from '../spec/operation.ts';
import {
  errorEnvelope,
  everyOperationsErrors,
  exampleRequest,
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
import { type NamedSchemas, reference, schemaOfFields, schemasOf } from './field-schemas.ts';
import type { JsonSchema } from './schemas/all-schemas.ts';

interface PlatformDocumentOptions {
  readonly version: string;
  /** Where the platform listens. */
  readonly baseUrl: string;
}

/**
 * OpenAPI 3.1 of the platform's own API (sections 2, 4, 6 and 7): what agents ask for as paths, the
 * callbacks as webhooks. What the specification does not show is marked `x-assumed`.
 */
export const platformDocument = ({ version, baseUrl }: PlatformDocumentOptions) => ({
  openapi: '3.1.0',
  info: {
    title: 'The game platform, as walletproof plays it',
    version,
    summary: 'What an agent asks of the platform, and the callbacks that it answers.',
    description,
    license: { name: 'Not licensed for use elsewhere', identifier: 'LicenseRef-UNLICENSED' },
  },
  servers: [
    {
      url: '{base_url}',
      description: 'The platform.',
      variables: {
        base_url: { default: baseUrl, description: 'The manager of the platform tells it.' },
      },
    },
  ],
  // Every body is signed; the parameter X-Signature carries it, which no security scheme can make.
  security: [],
  tags: Object.entries(tags).map(([name, about]) => ({ name, description: about })),
  paths: Object.fromEntries(operationNames.map((name) => [operations[name].path, { post: operationOf(name) }])),
  webhooks: Object.fromEntries(callbackTypes.map((type) => [type, { post: webhookOf(type) }])),
  components: { parameters: { Signature: signature }, schemas: schemas() },
});

const description =
  'Requests of the agent and callbacks of the platform are POST with a JSON body. Both are signed: ' +
  'trim every string (requests only), sort the data by keys, serialise it to JSON, and send the ' +
  'HMAC-SHA256 of that text, keyed with the API token, as hexadecimal digits in X-Signature. Only ' +
  'HTTP 200 is success. What the specification does not show is assumed, says so in its ' +
  'description, and is marked `x-assumed: true`. Where a field is shown and a limit of it is not, ' +
  '`x-assumed-keywords` has the keywords of its schema that are assumed, in whole or in part: of a type the null, ' +
  'of an enum the codes that section 7 does not have, of a pattern the lower case. docs/platform.md says more.';

const tags = {
  games: 'Launch links and the list of games.',
  'free spins': 'Packs of free spins; all of their fields are assumed.',
  callbacks: 'What the platform sends to the callback URL of the agent.',
} as const;

const signature = {
  name: 'X-Signature',
  in: 'header',
  required: true,
  description: 'HMAC-SHA256 of the canonical JSON of the body, 64 hexadecimal digits. Assumed: in lower case.',
  schema: { type: 'string', pattern: '^[0-9a-f]{64}$', 'x-assumed-keywords': ['pattern'] },
};

const parameters = [{ $ref: '#/components/parameters/Signature' }];

/** `GetGameLink` of `get_game_link`, `GetBalance` of `getBalance`. */
const typeName = (name: string): string =>
  name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

const operationOf = (name: OperationName) => {
  const { summary, assumed } = operations[name];
  const { notes } = operationAnswers[name];
  return {
    operationId: name,
    tags: [name.startsWith('freespins') ? 'free spins' : 'games'],
    summary: summary.replace(/\.$/, ''),
    description: notes.map(({ text, assumed: isOurs }) => (isOurs === true ? `Assumed: ${text}` : text)).join('\n\n'),
    ...(assumed ? { 'x-assumed': true } : {}),
    parameters,
    requestBody: {
      required: true,
      description: `What ${name} takes.`,
      content: jsonOf(`${typeName(name)}Request`, { request: exampleRequest(name) }),
    },
    responses: { 200: successOf(name), ...errorsOf(name) },
  };
};

const jsonOf = (schema: string, examples: Readonly<Record<string, ExampleValue>>) => ({
  'application/json': {
    schema: reference(schema),
    examples: Object.fromEntries(Object.entries(examples).map(([label, value]) => [label, { value }])),
  },
});

const successOf = (name: OperationName) => {
  const answer = {
    ...exampleOf(successEnvelope),
    content: exampleOf(operationAnswers[name].content),
  };
  return {
    description: 'Done: `content` has what was asked for.',
    content: jsonOf(`${typeName(name)}Answer`, { answer }),
  };
};

const records: Readonly<Record<RefusalCode, RefusalRecord>> = { ...refusals, ...ownRefusals };

/** The answers of each status: one schema, an example for every code. */
const errorsOf = (name: OperationName) => {
  const codes: readonly RefusalCode[] = [...everyOperationsErrors, ...operationAnswers[name].errors];
  const statuses = [...new Set(codes.map((code) => records[code].status))];
  const tooLarge = { 413: { ...errorOf(['validation_error'], tooLargeText), 'x-assumed': true } };
  return {
    ...Object.fromEntries(
      statuses.map((status) => [status, errorOf(codes.filter((code) => records[code].status === status))]),
    ),
    ...tooLarge,
  };
};

const tooLargeText = 'Assumed: only where `quirks.bodyLimitStatus` is 413, the status of a body that is too large.';

const errorOf = (
  codes: readonly RefusalCode[],
  text = codes.map((code) => `\`${code}\`: ${records[code].meaning}`).join('\n\n'),
) => ({
  description: text,
  ...(codes.every((code) => code in ownRefusals) ? { 'x-assumed': true } : {}),
  content: jsonOf('ErrorAnswer', Object.fromEntries(codes.map((code) => [code, exampleError(code)]))),
});

/** Only a validation_error lists fields. */
const exampleError = (code: RefusalCode) => {
  const { errors = [], ...example } = exampleOf(errorEnvelope([]));
  return code === 'validation_error'
    ? { ...example, error: code, errors }
    : { ...example, error: code, message: records[code].example };
};

const webhookOf = (type: CallbackType) => {
  const { summary, when, handling, errors } = callbacks[type];
  const others = errors.filter((code) => code !== 'invalid_signature' && code !== 'internal_error');
  return {
    operationId: type,
    tags: ['callbacks'],
    summary: summary.replace(/\.$/, ''),
    description: [when, ...handling.map((step, index) => `${index + 1}. ${step}`)].join('\n\n'),
    parameters,
    requestBody: {
      required: true,
      description: `The callback ${type}.`,
      content: jsonOf(`${typeName(type)}Callback`, { callback: exampleCallback(type) }),
    },
    responses: {
      200: {
        description: 'The balance of the player, after what was done.',
        content: jsonOf('BalanceAnswer', { answer: exampleOf(balanceAnswer) }),
      },
      403: agentErrorOf(['invalid_signature']),
      '4XX': assumedErrorOf(others),
      '5XX': assumedErrorOf(['internal_error']),
    },
  };
};

const agentErrorOf = (codes: readonly AgentErrorCode[]) => ({
  description: codes.map((code) => `\`${code}\`: ${agentErrors[code].meaning}`).join('\n\n'),
  content: jsonOf(
    'AgentErrorAnswer',
    Object.fromEntries(codes.map((code) => [code, { error: code, message: agentErrors[code].meaning }])),
  ),
});

/** Section 5 has 403 for a wrong signature; which status another code has, is nowhere shown. */
const assumedErrorOf = (codes: readonly AgentErrorCode[]) => {
  const { description: text, content } = agentErrorOf(codes);
  const orBalance = codes.includes('transaction_not_found') ? `\n\n${orBalanceText}` : '';
  return { description: `${assumedStatusText}\n\n${text}${orBalance}`, 'x-assumed': true, content };
};

const assumedStatusText =
  'Assumed: the status, and which codes have it. Section 7 recommends the codes and shows no HTTP status.';

const orBalanceText =
  'Section 6 asks for the current balance where the transaction is not found, section 7 has a code for it; both are taken (`quirks.unknownRollback`).';

const schemas = (): NamedSchemas => ({
  ...Object.assign({}, ...operationNames.map(operationSchemas)),
  ...schemasOf('ErrorAnswer', 'An error, with HTTP 4xx or 5xx.', errorEnvelope(namesOf(records))),
  ...Object.assign({}, ...callbackTypes.map(callbackSchemas)),
  ...schemasOf('BalanceAnswer', 'How the agent answers every callback.', balanceAnswer),
  ...schemasOf('AgentErrorAnswer', agentErrorText, agentErrorAnswer),
});

const agentErrorText = 'How the agent refuses a callback. The specification recommends codes and shows no HTTP status.';

const operationSchemas = (name: OperationName): NamedSchemas => {
  const { called, content } = operationAnswers[name];
  const fields: readonly Field[] = operations[name].fields;
  const further = name === 'list' ? listFilterFields : [];
  const envelope = schemasOf(`${typeName(name)}Answer`, `What ${name} answers.`, [
    ...successEnvelope,
    {
      ...{ name: 'content', type: 'object', required: true, called, fields: content },
      ...{ description: 'response data', example: null },
    },
  ]);
  return {
    [`${typeName(name)}Request`]: requestSchema(name, [...fields, ...further]),
    ...envelope,
  };
};

/** An optional field of a request that is null counts as left out. */
const requestSchema = (name: OperationName, fields: readonly Field[]): JsonSchema => ({
  ...schemaOfFields(
    `What ${name} takes.`,
    fields.map((field) => (field.required ? field : { ...field, nullable: true })),
  ),
  ...(name === 'freespins_delete' ? packNamed : {}),
});

/** By its id, or by all of the others; as a condition, which generators of clients let be. */
const packNamed: JsonSchema = {
  'x-assumed-keywords': ['if', 'else'],
  if: { required: ['freespins_id'], properties: { freespins_id: { type: 'string' } } },
  else: {
    required: ['player_id', 'game_id', 'currency'],
    properties: {
      ...Object.fromEntries(operations.freespins_delete.fields.map(({ name }) => [name, {}])),
      player_id: { type: 'string' },
      game_id: { type: 'integer' },
      currency: { type: 'string' },
    },
  },
};

const callbackSchemas = (type: CallbackType): NamedSchemas =>
  schemasOf(`${typeName(type)}Callback`, callbacks[type].summary, callbacks[type].fields);
