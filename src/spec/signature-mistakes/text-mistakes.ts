import type { MistakeRecord } from './mistake-record.ts';

/** Something else than the JSON of the body. */
export const textMistakes = {
  'nothing-signed': {
    sentence: 'An empty text was signed.',
    remedy:
      'Look for a body that was read already: php://input or the stream gives nothing the second time.',
  },
  'null-signed': {
    sentence: 'The word null was signed instead of the body.',
    remedy:
      'Look for a body that was not decoded: json_decode and getJson give null when something else has read it.',
  },
  'sort-result-signed': {
    sentence: 'The word true was signed: what sorting returned, not what it sorted.',
    remedy: 'Call ksort($data) on its own line and sign $data: it sorts in place and returns true.',
  },
  'empty-container-signed': {
    sentence: 'An empty object or list was signed instead of the body.',
    remedy:
      'Look for a body that was not read, such as $_POST for a JSON request, or req.body without express.json().',
  },
  'word-signed': {
    sentence: 'A word for an object was signed, such as [object Object], undefined or Array.',
    remedy:
      'Serialise before signing: JSON.stringify(data) in JavaScript, json_encode($data) in PHP.',
  },
  'trailing-newline': {
    sentence: 'The signed string ends with a line break.',
    remedy:
      'Cut it off: echo -n or printf in a shell, bytes.TrimRight or json.Marshal rather than json.Encoder in Go.',
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
    remedy:
      'Sign json_encode($data) rather than http_build_query($data), JSON.stringify rather than URLSearchParams.',
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
    remedy:
      'Sign the sorted body as JSON: sorted(data) and Object.keys(data).sort() give keys alone.',
  },
  'pairs-signed': {
    sentence: 'A list of pairs was signed, not an object.',
    remedy:
      'Turn the sorted pairs into an object again: dict(...) in Python, Object.fromEntries in JavaScript.',
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
    sentence: 'The body is no JSON object that could be signed.',
    remedy: 'Send a JSON object, UTF-8, nested at most 64 levels.',
  },
} as const satisfies Record<string, MistakeRecord>;
