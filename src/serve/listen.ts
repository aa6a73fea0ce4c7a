import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WalletproofError } from '../spec/walletproof-error.ts';

/** What a server proves itself with, PEM. */
export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
}

export interface Address {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
}

/** Listens, and gives the URL, https where the server speaks TLS; a WalletproofError where the address cannot be had. */
export const listen = async (server: Server, { host, port }: Address): Promise<string> => {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, { host, port })));
    server.listen(port, host, resolve);
  });
  const { port: taken, family } = server.address() as AddressInfo;
  const name = family === 'IPv6' ? `[${host}]` : host;
  return `${isSecure(server) ? 'https' : 'http'}://${name}:${taken}`;
};

const isSecure = (server: Server): boolean => 'setSecureContext' in server;

/** The addresses that are all addresses of a machine, and where it finds itself. */
const everywhere: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '[::]': '[::1]' };

/** Whether nobody can open what listens at this URL by it: it names no machine. */
export const isNowhere = (url: string): boolean => new URL(url).hostname in everywhere;

/** The URL as it opens on this machine at least. */
export const openableUrl = (url: string): string => {
  const { protocol, hostname, port } = new URL(url);
  return `${protocol}//${everywhere[hostname] ?? hostname}:${port}`;
};

const explain = (error: NodeJS.ErrnoException, { host, port }: Address): WalletproofError => {
  const [message, remedy] = reasons[error.code ?? ''] ?? [
    `cannot be listened on: ${error.message}`,
    'Choose another --host or --port.',
  ];
  return new WalletproofError('environment', `${host}:${port} ${message}.`, remedy, {
    cause: error,
  });
};

const reasons: Readonly<Record<string, readonly [string, string]>> = {
  EADDRINUSE: ['is already in use', 'Stop what listens there, or choose another --port; 0 takes a free one.'],
  EACCES: ['may not be listened on by this user', 'Choose a --port above 1023; 0 takes a free one.'],
  EADDRNOTAVAIL: ["is not one of this machine's addresses", 'Choose another --host, such as 127.0.0.1.'],
  ENOTFOUND: ['is not a host name that can be resolved', 'Choose another --host, such as 127.0.0.1.'],
};
