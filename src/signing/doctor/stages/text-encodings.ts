import type { Attempt, Stage } from '../situation.ts';

/** The right strings in bytes that are no UTF-8. */
export const textEncodings: Stage = function* ({ accepted, text }): Generator<Attempt> {
  const bases = [...new Set([...accepted, text])];
  for (const base of bases) {
    yield { subject: Buffer.from(base, 'utf16le'), mistake: 'not-utf8' };
    yield { subject: Buffer.from(base, 'utf16le').swap16(), mistake: 'not-utf8' };
    if (!/[\u0080-\u{10ffff}]/u.test(base)) continue;
    yield { subject: Buffer.from(base, 'latin1'), mistake: 'not-utf8' };
    yield { subject: replaced(base, /[\u0100-\u{10ffff}]/gu), mistake: 'not-utf8' };
    yield { subject: replaced(base, /[\u0080-\u{10ffff}]/gu), mistake: 'not-utf8' };
    yield { subject: Buffer.from(base).toString('latin1'), mistake: 'not-utf8' };
  }
};

/** Characters beyond the encoding become question marks. */
const replaced = (text: string, beyond: RegExp): Buffer => Buffer.from(text.replace(beyond, '?'), 'latin1');
