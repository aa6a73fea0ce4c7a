import { split } from 'shlex';
import { WalletproofError } from '../../spec/walletproof-error.ts';
import { curlArguments } from './curl-arguments.ts';
import { isTakingValue } from './curl-options.ts';
import type { PastedRequest } from './pasted-request.ts';

/** Body and X-Signature of a curl command, as the shell and curl would read it. Throws a usage error. */
export const readCurl = (command: string): PastedRequest => {
  const options = curlArguments(wordsOf(command), isTakingValue);
  const pieces = options.flatMap(({ name, value }) => dataOf(name, value));
  if (pieces.length === 0) throw noBody;
  const signature = options
    .filter(({ name }) => name === '-H' || name === '--header')
    .map(({ value }) => signatureOf(value))
    .findLast((each) => each !== undefined);
  const separator = options.some(({ name }) => name === '--json') ? '' : '&';
  const body = pieces.join(separator);
  return signature === undefined ? { body } : { body, signature };
};

const wordsOf = (command: string): string[] => {
  try {
    const words = split(withoutPrompt(command));
    return words.slice(1);
  } catch {
    throw new WalletproofError(
      'usage',
      'The curl command ends within quotes.',
      'Paste it whole, from curl to its last quote.',
    );
  }
};

const withoutPrompt = (command: string): string => command.replace(/^\s*[$#>]\s+/, '');

const dataOptions: ReadonlySet<string> = new Set([
  '-d',
  '--data',
  '--data-ascii',
  '--data-binary',
  '--data-raw',
  '--json',
]);
const encodedOptions: ReadonlySet<string> = new Set(['--data-urlencode', '-F', '--form']);

const dataOf = (name: string, value: string): string[] => {
  if (encodedOptions.has(name)) throw notJson(name);
  if (!dataOptions.has(name)) return [];
  if (value.startsWith('@') && name !== '--data-raw') throw bodyElsewhere(value.slice(1));
  return [value];
};

const signatureOf = (header: string): string | undefined =>
  /^x-signature\s*:\s*(.*?)\s*$/i.exec(header)?.[1];

const bodyElsewhere = (file: string): WalletproofError => {
  const name = file === '-' ? 'standard input' : `the file ${file}`;
  return new WalletproofError(
    'usage',
    `The curl command takes its body from ${name}, which is not looked into.`,
    `Give the body itself: walletproof explain ${file === '-' ? 'BODY-FILE' : file} --signature HEX`,
  );
};

const notJson = (name: string): WalletproofError =>
  new WalletproofError(
    'usage',
    `The curl command sends a form (${name}), not JSON.`,
    'Send the JSON with --data-binary and the header Content-Type: application/json.',
  );

const noBody = new WalletproofError(
  'usage',
  'The curl command sends no body.',
  'It needs -d, --data, --data-raw or --data-binary with the JSON of the request.',
);
