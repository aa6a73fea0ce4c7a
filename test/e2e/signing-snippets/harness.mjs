// Reads cases from standard input: token, operation, signature and body, separated by tabs.
import { createInterface } from 'node:readline';
import { signRequest, verifyCallback } from './signing.mjs';

for await (const line of createInterface(process.stdin)) {
  const [token, operation, header, text] = line.split('\t');
  if (operation === 'sign') {
    const { body, signature } = signRequest(JSON.parse(text), token);
    console.log(`${signature}\t${body}`);
  } else {
    console.log(verifyCallback(text, header === '' ? undefined : header, token));
  }
}
