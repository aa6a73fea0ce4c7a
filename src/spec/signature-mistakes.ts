/** A mistake in signing, as the doctor explains it. `{field}` stands for the field that it is about. */
interface MistakeRecord {
  /** What the agent did, for any agent. */
  readonly sentence: string;
  /** The line to change. */
  readonly remedy: string;
}

/** The closed list of mistakes in signing (section 5). Reports and tests hang on the codes. */
export const signatureMistakes = {
  // The right bytes, written in the header in another way than 64 lower-case hexadecimal digits.
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

  // The right string under another key, or by another algorithm.
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

  // The whole body, spaced, ordered or trimmed in another way.
  'raw-body': {
    sentence: 'The body was signed as it stands, byte for byte; it has to be trimmed and sorted first.',
    remedy: 'Sign the trimmed, sorted and newly serialised JSON, and send any body that has the same values.',
  },
  'not-sorted': {
    sentence: 'The keys were not sorted before signing.',
    remedy:
      'Sort by key: ksort($data) in PHP (it sorts in place), json.dumps(..., sort_keys=True) in Python, a TreeMap in Java, a map in Go.',
  },
  'nested-only-sorted': {
    sentence: 'The keys inside were sorted, the keys at the top level were not.',
    remedy: 'Sort the top level by key as well.',
  },
  'sorted-descending': {
    sentence: 'The keys were sorted in descending order.',
    remedy: 'Sort in ascending order: ksort rather than krsort; in Erlang do not rely on the order of a map.',
  },
  'sorted-by-value': {
    sentence: 'The body was sorted by its values, not by its keys.',
    remedy: 'Sort by key: ksort rather than asort or sort in PHP.',
  },
  'sort-dropped-keys': {
    sentence: 'Sorting threw the keys away: a list of values was signed.',
    remedy: 'Sort by key and keep the keys: ksort rather than sort in PHP.',
  },
  'sorted-by-locale': {
    sentence: 'The keys were sorted by the rules of a language, not by their characters.',
    remedy: 'Compare by code unit: sort() without localeCompare in JavaScript, StringComparer.Ordinal in C#.',
  },
  'sorted-by-number': {
    sentence: 'Keys that look like integers were put in the order of numbers.',
    remedy: 'Sort keys as text: ksort($data, SORT_STRING) in PHP; a Map instead of an object in JavaScript.',
  },
  'not-trimmed': {
    sentence: 'The text in {field} was not trimmed before signing.',
    remedy: 'Trim every string value, at every level, before sorting and signing.',
  },
  'nested-not-trimmed': {
    sentence: 'The text in {field}, inside another value, was not trimmed before signing.',
    remedy: 'Trim at every level: array_walk_recursive in PHP, a recursive function elsewhere.',
  },
  'trimmed-otherwise': {
    sentence: 'The agent trimmed different characters from {field} than the platform does.',
    remedy: 'Trim space, tab, line feed, carriage return and vertical tab; send no others at an edge.',
  },
  trimmed: {
    sentence: 'The text in {field} was trimmed; a callback is signed as it stands.',
    remedy:
      'Verify before any middleware changes the values: in Laravel sign json_decode($request->getContent(), true) instead of $request->all().',
  },
  spaces: {
    sentence: 'There are spaces after commas or colons in the signed string.',
    remedy: "Serialise without spaces: json.dumps(..., separators=(',', ':')) in Python.",
  },
  'pretty-print': {
    sentence: 'The signed string is pretty-printed, with line breaks and indentation.',
    remedy: 'Serialise compactly: no JSON_PRETTY_PRINT, no indent, no third argument to JSON.stringify.',
  },
  'spaces-removed': {
    sentence: 'All spaces were removed, those inside of values too.',
    remedy: 'Trim the ends of values only, and serialise compactly instead of removing spaces from the text.',
  },
  'replacer-drops-nested': {
    sentence: 'Nested keys are missing in the signed string.',
    remedy:
      'JSON.stringify(data, Object.keys(data).sort()) uses the list as a filter at every level: build a sorted object instead.',
  },

  // JSON of the right shape with other fields, values, numbers or escapes.
  'field-left-out': {
    sentence: 'The field {field} was left out of the signed string.',
    remedy: 'Sign every field that is sent, {field} too; add it before signing, not after.',
  },
  'field-added': {
    sentence: 'The signed string has a field that the body does not have: {field}.',
    remedy: 'Sign what is sent and nothing else: leave {field} out of the signed data.',
  },
  'timestamp-string': {
    sentence: 'The timestamp was signed as text and sent as a number, or the other way round.',
    remedy:
      'Sign and send the timestamp alike, as a whole number of seconds: (int) or time() in PHP, int(time.time()) in Python.',
  },
  'timestamp-differs': {
    sentence: 'The signed timestamp differs from the one that was sent.',
    remedy: 'Take the time once, and put the same whole number of seconds in both.',
  },
  'field-type': {
    sentence: 'The field {field} was signed as one type and sent as another.',
    remedy: 'Serialise once: sign and send values of the same type.',
  },
  'numbers-as-strings': {
    sentence: 'Numbers and other values were signed as text.',
    remedy:
      'Do not turn values into text before signing: no array_map with strval or trim, no String(value), no default=str.',
  },
  'strings-as-numbers': {
    sentence: 'Text that looks like a number was signed as a number.',
    remedy: 'Leave JSON_NUMERIC_CHECK out.',
  },
  'number-format': {
    sentence: 'The number in {field} is written differently in the signed string and in the body.',
    remedy:
      'Sign and send the same text. Send whole amounts as integers and fractions without trailing zeros, and use no type that prints 10 as 10.0.',
  },
  'boolean-format': {
    sentence: 'true or false was signed as a number or as text.',
    remedy: 'Keep booleans as booleans until the JSON is written.',
  },
  'null-dropped': {
    sentence: 'Fields that are null were left out of the signed string.',
    remedy: 'Sign null fields too, or do not send them: serializeNulls() with Gson, no NON_NULL with Jackson.',
  },
  'empty-dropped': {
    sentence: 'Empty fields were left out of the signed string.',
    remedy: 'Sign every field that is sent: no array_filter without a callback, no omitempty, no "if value".',
  },
  'empty-replaced': {
    sentence: 'Empty values were signed as other empty values.',
    remedy: 'Sign what is sent: Laravel makes "" null (ConvertEmptyStringsToNull), PHP arrays do not tell {} from [].',
  },
  'nested-left-out': {
    sentence: 'Values that hold other values were left out of the signed string.',
    remedy: 'Sign nested objects and lists too.',
  },
  'nested-as-text': {
    sentence: 'A nested value was turned into text before signing.',
    remedy:
      'Leave objects and lists as they are until the whole body is serialised: no JSON.stringify, json_encode or String() on a part.',
  },
  'date-reformatted': {
    sentence: 'A date in a text was parsed and rewritten.',
    remedy: 'Turn the reading of dates off: DateParseHandling.None with Newtonsoft.Json.',
  },
  'escaped-otherwise': {
    sentence: 'Characters are escaped in the signed string in a way that no usual serialiser does alone.',
    remedy: 'Serialise with only the escapes that JSON demands.',
  },
  'html-escaped': {
    sentence: 'Characters of HTML are escaped in the signed string.',
    remedy:
      'Leave JSON_HEX_TAG, JSON_HEX_QUOT and the like out; return new JsonResponse(...) escapes them, json_encode does not.',
  },
  'html-entities': {
    sentence: 'Characters of HTML were turned into entities, such as &amp;, before signing.',
    remedy: 'Leave htmlspecialchars out: it is for pages, not for signatures.',
  },
  'slash-escaped': {
    sentence: 'Slashes are escaped in the signed string.',
    remedy: 'Give JSON_UNESCAPED_SLASHES to json_encode, or do not replace slashes.',
  },

  // Something else than the JSON of the body.
  'nothing-signed': {
    sentence: 'An empty text was signed.',
    remedy: 'Look for a body that was read already: php://input or the stream gives nothing the second time.',
  },
  'null-signed': {
    sentence: 'The word null was signed instead of the body.',
    remedy: 'Look for a body that was not decoded: json_decode and getJson give null when something else has read it.',
  },
  'sort-result-signed': {
    sentence: 'The word true was signed: what sorting returned, not what it sorted.',
    remedy: 'Call ksort($data) on its own line and sign $data: it sorts in place and returns true.',
  },
  'empty-container-signed': {
    sentence: 'An empty object or list was signed instead of the body.',
    remedy: 'Look for a body that was not read, such as $_POST for a JSON request, or req.body without express.json().',
  },
  'word-signed': {
    sentence: 'A word for an object was signed, such as [object Object], undefined or Array.',
    remedy: 'Serialise before signing: JSON.stringify(data) in JavaScript, json_encode($data) in PHP.',
  },
  'trailing-newline': {
    sentence: 'The signed string ends with a line break.',
    remedy: 'Cut it off: echo -n or printf in a shell, bytes.TrimRight or json.Marshal rather than json.Encoder in Go.',
  },
  'byte-order-mark': {
    sentence: 'The signed string begins with a byte order mark.',
    remedy: 'Encode as UTF-8 without a byte order mark.',
  },
  'encoded-twice': {
    sentence: 'The JSON was serialised twice: the signed string is a JSON text in quotes.',
    remedy: 'Serialise once: do not call JSON.stringify, json_encode or json.dumps on a text.',
  },
  'token-in-text': {
    sentence: 'The token was joined to the signed string.',
    remedy: 'Sign the canonical string alone: the token is the key and nothing else.',
  },
  'path-joined': {
    sentence: 'The path or the method was joined to the signed string.',
    remedy: 'Sign the canonical string alone.',
  },
  'timestamp-joined': {
    sentence: 'The timestamp was joined to the signed string.',
    remedy: 'Sign the canonical string alone: the timestamp is a field in it.',
  },
  'form-encoded': {
    sentence: 'A form or query string was signed, not JSON.',
    remedy: 'Sign json_encode($data) rather than http_build_query($data), JSON.stringify rather than URLSearchParams.',
  },
  'key-value-text': {
    sentence: 'The fields were joined as keys and values, not as JSON.',
    remedy: 'Sign the sorted body as JSON.',
  },
  'values-joined': {
    sentence: 'Only the values were signed.',
    remedy: 'Sign the sorted body as JSON, keys and values.',
  },
  'keys-signed': {
    sentence: 'Only the names of the fields were signed.',
    remedy: 'Sign the sorted body as JSON: sorted(data) and Object.keys(data).sort() give keys alone.',
  },
  'pairs-signed': {
    sentence: 'A list of pairs was signed, not an object.',
    remedy: 'Turn the sorted pairs into an object again: dict(...) in Python, Object.fromEntries in JavaScript.',
  },
  'language-literal': {
    sentence: 'The body was signed as the language prints it, not as JSON.',
    remedy:
      'Use json.dumps(data) rather than str(data) in Python, a JSON library rather than toString() in Java or fmt in Go.',
  },
  'php-serialized': {
    sentence: "The body was signed as PHP's serialize() writes it, not as JSON.",
    remedy: 'Use json_encode rather than serialize.',
  },
  'url-encoded': {
    sentence: 'The signed string is the JSON in percent encoding.',
    remedy: 'Sign the JSON itself, without urlencode or encodeURIComponent.',
  },
  'base64-text': {
    sentence: 'The signed string is the JSON in base64.',
    remedy: 'Sign the JSON itself.',
  },
  'not-utf8': {
    sentence: 'The signed bytes are not UTF-8 but Latin-1, ASCII or UTF-16.',
    remedy:
      'Encode as UTF-8: Encoding.UTF8 in C#, getBytes(StandardCharsets.UTF_8) in Java, encode("utf-8") in Python.',
  },
  'lone-surrogate': {
    sentence: 'The text in {field} has half a surrogate pair, which became another character.',
    remedy: 'Send whole characters only; cut text by code points, not by UTF-16 units.',
  },
  'body-not-json': {
    sentence: 'The body is not a JSON object that could be signed.',
    remedy: 'Send a JSON object, UTF-8, nested at most 64 levels.',
  },

  unknown: {
    sentence: 'The signature is not of this body under this token, in any way that is known.',
    remedy:
      'Check that the token belongs to this agent_id, and compare what you sign with the expected string, byte for byte.',
  },
} as const satisfies Record<string, MistakeRecord>;

export type MistakeCode = keyof typeof signatureMistakes;
