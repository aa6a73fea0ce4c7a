/** The right bytes, written in the header in another way than 64 lower-case hexadecimal digits. */
export const headerMistakes = {
  'header-malformed': {
    sentence: 'The header X-Signature holds no signature.',
    remedy: 'Send 64 lower-case hexadecimal digits: the HMAC-SHA256 of the canonical string under your token.',
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
    remedy: 'Lower the text: strtolower in PHP, ToLowerInvariant() in C#, %02x instead of %02X in Java.',
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
} as const;

/** The right string under another key, or by another algorithm. */
export const keyMistakes = {
  'other-agent-token': {
    sentence: "The signature was made with another agent's token.",
    remedy: 'Read the token that belongs to the agent_id of this body.',
  },
  'former-token': {
    sentence: 'The signature was made with a token that the agent had before: another one was given to it since.',
    remedy: 'Put the new token where the agent reads it, and restart the agent if it reads it at its start alone.',
  },
  'key-newline': {
    sentence: 'The key is the token followed by a line break.',
    remedy:
      'Trim what is read from the file or the environment: trim(), strip(), or printf instead of echo when the secret is written.',
  },
  'key-whitespace': {
    sentence: 'The key is the token with a space around it.',
    remedy: 'Trim the token where the configuration is read.',
  },
  'key-quoted': {
    sentence: 'The key is the token with the quotes of the configuration file.',
    remedy: 'Remove the quotes in the .env file, or in the code that reads it.',
  },
  'key-bearer': {
    sentence: 'The key is "Bearer " and the token.',
    remedy: 'Use the token alone as the key.',
  },
  'key-hashed': {
    sentence: 'The key is a hash of the token.',
    remedy: 'Use the token as it was given to you, as UTF-8 bytes.',
  },
  'key-encoded': {
    sentence: 'The key is the token in hexadecimal or base64.',
    remedy: 'Use the token as it was given to you, as UTF-8 bytes.',
  },
  'key-decoded': {
    sentence: 'The token was decoded, from hexadecimal or base64, before it was used as the key.',
    remedy: 'Use the text of the token as the key: its UTF-8 bytes, not what they might stand for.',
  },
  'key-empty': {
    sentence: 'The key is empty.',
    remedy:
      'Look for a missing setting; stop at start-up when the token is not set. A token that is decoded from hexadecimal, but is none, is empty too.',
  },
  'key-undefined': {
    sentence: 'The key is a placeholder such as "undefined", "null" or "None".',
    remedy: 'Look for a missing setting; stop at start-up when the token is not set.',
  },
  'key-agent-id': {
    sentence: 'The key is the agent_id.',
    remedy: 'Use the token as the key; the agent_id is only a field of the body.',
  },
  'key-letter-case': {
    sentence: 'The key is the token in another letter case.',
    remedy: 'Use the token exactly as it was given to you.',
  },
  'key-message-swapped': {
    sentence: 'Key and message are swapped: the token was signed under the body.',
    remedy:
      "Swap the arguments: hash_hmac('sha256', $body, $token), hmac.new(token, body, sha256), createHmac('sha256', token).update(body).",
  },
  'sha256-concat': {
    sentence: 'The signature is a SHA-256 hash of body and token joined, not an HMAC.',
    remedy:
      "Use HMAC: hash_hmac('sha256', $body, $token), hmac.new(token, body, sha256), createHmac('sha256', token).update(body).",
  },
  'sha256-no-key': {
    sentence: 'The signature is a SHA-256 hash of the body without any key.',
    remedy:
      "Use HMAC: hash_hmac('sha256', $body, $token), hmac.new(token, body, sha256), createHmac('sha256', token).update(body).",
  },
  'double-hash': {
    sentence: 'The body was hashed before it was signed, or the digest was hashed again.',
    remedy: 'Give the canonical string itself to HMAC, once.',
  },
  'hmac-md5': {
    sentence: 'The algorithm is MD5; the specification asks for HMAC-SHA256.',
    remedy: "Name 'sha256' as the algorithm of the HMAC.",
  },
  'hmac-sha1': {
    sentence: 'The algorithm is SHA-1; the specification asks for HMAC-SHA256.',
    remedy: "Name 'sha256' as the algorithm of the HMAC.",
  },
  'hmac-sha512': {
    sentence: 'The digest has a different length from SHA-256, as SHA-512 does.',
    remedy: "Name 'sha256' as the algorithm of the HMAC.",
  },
} as const;
