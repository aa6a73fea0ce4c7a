import { createPrivateKey, X509Certificate } from 'node:crypto';
import { resolve } from 'node:path';
import { readTextFile } from '../formats/load-files.ts';
import type { TlsFiles } from '../serve/listen.ts';
import { usageError, WalletproofError } from '../spec/walletproof-error.ts';
import type { OptionsOf } from './options.ts';

/**
 * Certificate and key of a server that speaks https; undefined without either. A WalletproofError
 * names the file that is wrong.
 */
export const loadTls = async ({
  tlsCert,
  tlsKey,
}: Pick<OptionsOf<'serve'>, 'tlsCert' | 'tlsKey'>): Promise<TlsFiles | undefined> => {
  if (tlsCert === undefined && tlsKey === undefined) return undefined;
  if (tlsCert === undefined || tlsKey === undefined) {
    const [given, missing] = tlsKey === undefined ? ['--tls-cert', '--tls-key'] : ['--tls-key', '--tls-cert'];
    const remedy = 'Give both, to serve https, or neither.';
    throw usageError(`${given} ${tlsCert ?? tlsKey} is given without ${missing}.`, remedy);
  }
  const cert = await readPem(tlsCert, certRemedy);
  const key = await readPem(tlsKey, keyRemedy);
  const noKey = `there is no private key in ${tlsKey} that can be read without a passphrase`;
  const certificate = parse(() => new X509Certificate(cert), `there is no certificate in ${tlsCert}`, certRemedy);
  const privateKey = parse(() => createPrivateKey(key), noKey, keyRemedy);
  if (certificate.checkPrivateKey(privateKey)) return { cert, key };
  throw new WalletproofError(
    'configuration',
    `the private key in ${tlsKey} does not belong to the certificate in ${tlsCert}`,
    'Give the two that were made together; in a chain the certificate of the server comes first.',
  );
};

const certRemedy = 'Give --tls-cert a PEM file: the certificate of the server first, then those of its authorities.';

const keyRemedy = 'Give --tls-key a PEM file with the private key of the certificate, not encrypted.';

const readPem = async (file: string, remedy: string): Promise<string> =>
  await readTextFile({ path: resolve(file), file, code: 'configuration', remedy });

const parse = <T>(read: () => T, message: string, remedy: string): T => {
  try {
    return read();
  } catch (cause) {
    throw new WalletproofError('configuration', message, remedy, { cause });
  }
};
