import { isUtf8 } from 'node:buffer';
import { JsonError, type JsonNode, parseJson, renderJson } from '../../base/json.ts';
import { curlWithBody } from '../../report/curl-command.ts';
import { canonicalForm } from '../../signing/canonical-form.ts';
import { type Dialect, demandDialect } from '../../signing/dialects.ts';
import { sign as signText } from '../../signing/sign.ts';
import { trimNode } from '../../signing/trim.ts';
import { type ExitCode, exitCodes, WalletproofError } from '../../spec/walletproof-error.ts';
import type { SignFlags } from '../options.ts';
import { print, printExact, printJson } from '../output.ts';
import { apiToken, readInput } from '../signing-input.ts';

/** A body, the dialect that the string to sign is written in, that string, and its signature. */
interface Signed {
  readonly body: string;
  readonly dialect: string;
  readonly canonical: string;
  readonly signature: string;
}

/** Signs a body from a file or standard input; prints signature, canonical string, or a curl command. */
export const sign = async (file: string | undefined, options: SignFlags): Promise<ExitCode> => {
  const dialect = demandDialect(options.dialect);
  const body = stamped(await readBody(file), options);
  const { token } = apiToken(options.token, process.env);
  const signed = signBodyText(body, dialect, token);
  show(signed, options);
  return exitCodes.passed;
};

const readBody = async (file: string | undefined): Promise<string> => {
  const bytes = await readInput(file);
  if (isUtf8(bytes)) return bytes.toString();
  throw new WalletproofError('usage', 'The body is not UTF-8.', 'Save it as UTF-8: JSON is.');
};

/** The body with the current time, where `--stamp` asks for it; else as it came, without its newline. */
const stamped = (raw: string, { stamp }: SignFlags): string => {
  const body = raw.trim();
  if (stamp !== true) return body;
  const node = parseBody(body);
  const now = String(Math.floor(Date.now() / 1000));
  const members = [
    ...node.members.filter(({ name }) => name !== 'timestamp'),
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
    throw new WalletproofError('usage', `The body is no JSON: ${error.message}`, remedy);
  }
  throw new WalletproofError('usage', 'The body is JSON, but no object.', remedy);
};

const signBodyText = (body: string, dialect: Dialect, token: string): Signed => {
  const canonical = canonicalForm(trimNode(parseBody(body)), dialect);
  return { body, dialect: dialect.name, canonical, signature: signText(canonical, token) };
};

const show = (signed: Signed, { json, curl, canonical }: SignFlags): void => {
  const command = curl === undefined ? undefined : signedCurl(signed, curl);
  if (json === true) printJson({ ...signed, curl: command });
  // To the byte what is signed: a newline after it would be signed by whoever pipes it on.
  else if (canonical === true) printExact(signed.canonical);
  else if (command === undefined) print(`${signed.signature}\n`);
  else printExact(`${command}\n`);
};

const signedCurl = ({ body, signature }: Signed, url: string): string =>
  curlWithBody(body, [
    ...['curl', '-sS', url],
    ...['-H', 'Content-Type: application/json'],
    ...['-H', `X-Signature: ${signature}`],
  ]);
