import { isUtf8 } from 'node:buffer';
import { JsonError, type JsonNode, parseJson, renderJson } from '../../base/json.ts';
import { curlWithBody } from '../../report/curl-command.ts';
import { canonicalForm } from '../../signing/canonical-form.ts';
import { demandDialect } from '../../signing/dialects.ts';
import { sign as signText } from '../../signing/sign.ts';
import { trimNode } from '../../signing/trim.ts';
import { demand, type ExitCode, exitCodes, usageError } from '../../spec/walletproof-error.ts';
import type { OptionsOf } from '../options.ts';
import { print, printExact, printJson } from '../output.ts';
import { apiToken, readInput } from '../signing-input.ts';

/** Signs a body from a file or standard input; prints signature, canonical string, or a curl command. */
export const sign = async (file: string | undefined, options: OptionsOf<'sign'>): Promise<ExitCode> => {
  const dialect = demandDialect(options.dialect);
  const bytes = await readInput(file);
  demand(isUtf8(bytes), 'The body is not UTF-8.', 'Save it as UTF-8: JSON is.');
  const raw = bytes.toString().trim();
  const body = options.stamp === true ? stamped(raw) : raw;
  const { token } = apiToken(options.token, process.env);
  const canonical = canonicalForm(trimNode(parseBody(body)), dialect);
  const signature = signText(canonical, token);
  const curl = options.curl === undefined ? undefined : signedCurl(body, signature, options.curl);
  if (options.json === true) printJson({ body, dialect: dialect.name, canonical, signature, curl });
  // To the byte what is signed: a newline after it would be signed by whoever pipes it on.
  else if (options.canonical === true) printExact(canonical);
  else if (curl === undefined) print(`${signature}\n`);
  else printExact(`${curl}\n`);
  return exitCodes.passed;
};

/** The body with the current time. */
const stamped = (body: string): string => {
  const now = String(Math.floor(Date.now() / 1000));
  const members = [
    ...parseBody(body).members.filter(({ name }) => name !== 'timestamp'),
    { name: 'timestamp', value: { kind: 'number' as const, text: now } },
  ];
  return renderJson({ kind: 'object', members });
};

const parseBody = (body: string): Extract<JsonNode, { kind: 'object' }> => {
  const remedy = 'Give a JSON object, such as {"agent_id":1001,"timestamp":1763632800}.';
  try {
    const node = parseJson(body);
    if (node.kind === 'object') return node;
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw usageError(`The body is no JSON: ${error.message}`, remedy);
  }
  throw usageError('The body is JSON, but no object.', remedy);
};

const signedCurl = (body: string, signature: string, url: string): string =>
  curlWithBody(body, [
    ...['curl', '-sS', url],
    ...['-H', 'Content-Type: application/json'],
    ...['-H', `X-Signature: ${signature}`],
  ]);
