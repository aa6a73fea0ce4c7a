import type { Finding, Run, Verification } from 'walletproof';
import { amountOf, sign, verify } from 'walletproof';
import type { PlatformOptions } from 'walletproof/testing';
import { startPlatform } from 'walletproof/testing';

const header: string = sign('{}', 'token');
const verification: Verification = verify({ body: '{}', header, token: 'token' });
const options: PlatformOptions = { agent: { url: 'http://127.0.0.1:1/' }, players: ['alice:USD'] };
export const codeOf = (finding: Finding): string => finding.code;
export const countOf = (run: Run): number => run.exchanges.length;
// @ts-expect-error A token is a text.
sign('{}', 5);
// @ts-expect-error A code is one of those that there are.
export const wrong: Finding['code'] = 'no-such-code';
export const start = async (): Promise<string> => (await startPlatform(options)).url;
export const sum: string = amountOf('1').plus('2').toString();
export { verification };
