import type { MistakeRecord } from './mistake-record.ts';

/** The right bytes, written in the header in another way than 64 lower-case hexadecimal digits. */
export const headerMistakes = {
  'header-malformed': {
    sentence: 'The header X-Signature holds no signature.',
    remedy:
      'Send 64 lower-case hexadecimal digits: the HMAC-SHA256 of the canonical string under your token.',
  },
  'base64-digest': {
    sentence: 'The digest is written in base64; the header takes hexadecimal.',
    remedy:
      "Ask for hex: digest('hex') in Node, hexdigest() in Python and Ruby, hash_hmac without its fourth argument in PHP, hex.EncodeToString in Go, Convert.ToHexString(...).ToLowerInvariant() in C#.",
  },
  'base64-hex': {
    sentence: 'The hexadecimal digest was encoded in base64 once more.',
    remedy: 'Send the hexadecimal digest as it is: leave the base64 encoding out.',
  },
  'upper-case-digest': {
    sentence: 'The digest is written in upper case; the header takes lower-case hexadecimal.',
    remedy:
      'Lower the text: strtolower in PHP, ToLowerInvariant() in C#, %02x instead of %02X in Java.',
  },
  'digest-prefix': {
    sentence: 'The header has a prefix in front of the digest.',
    remedy: 'Send the 64 hexadecimal digits alone, without "sha256=" or another prefix.',
  },
  'digest-decorated': {
    sentence: 'The header has spaces, quotes or dashes around or inside the digest.',
    remedy:
      "Send the 64 hexadecimal digits alone: in Python hexdigest() rather than str(digest), in C# BitConverter.ToString(...).Replace('-', '').",
  },
  'digest-truncated': {
    sentence: 'The header holds only a part of the digest.',
    remedy: 'Send all 64 hexadecimal digits; look for a short database column or a substring.',
  },
} as const satisfies Record<string, MistakeRecord>;
