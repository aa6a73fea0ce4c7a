import { isUtf8 } from 'node:buffer';
import type { MessageBody } from '../spec/admin/exchange-row.ts';

/** Bytes as text; in base64 as well where they are no UTF-8. */
export const messageBody = (bytes: Uint8Array): MessageBody => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = buffer.toString('utf8');
  return isUtf8(buffer) ? { text } : { text, base64: buffer.toString('base64') };
};
