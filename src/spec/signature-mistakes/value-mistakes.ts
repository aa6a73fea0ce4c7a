import type { MistakeRecord } from './mistake-record.ts';

/** JSON of the right shape with other fields, values, numbers or escapes. */
export const valueMistakes = {
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
    sentence: 'Another timestamp was signed than was sent.',
    remedy: 'Take the time once, and put the same whole number of seconds in both.',
  },
  'field-type': {
    sentence: 'The field {field} was signed with another type than it was sent with.',
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
    sentence:
      'The number in {field} is written in another way in the signed string than in the body.',
    remedy:
      'Sign and send the same text. Send whole amounts as integers and fractions without trailing zeros, and use no type that prints 10 as 10.0.',
  },
  'boolean-format': {
    sentence: 'true or false was signed as a number or as text.',
    remedy: 'Keep booleans as booleans until the JSON is written.',
  },
  'null-dropped': {
    sentence: 'Fields that are null were left out of the signed string.',
    remedy:
      'Sign null fields too, or do not send them: serializeNulls() with Gson, no NON_NULL with Jackson.',
  },
  'empty-dropped': {
    sentence: 'Empty fields were left out of the signed string.',
    remedy:
      'Sign every field that is sent: no array_filter without a callback, no omitempty, no "if value".',
  },
  'empty-replaced': {
    sentence: 'Empty values were signed as other empty values.',
    remedy:
      'Sign what is sent: Laravel makes "" null (ConvertEmptyStringsToNull), PHP arrays do not tell {} from [].',
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
    sentence: 'A date in a text was read and written anew.',
    remedy: 'Turn the reading of dates off: DateParseHandling.None with Newtonsoft.Json.',
  },
  'escaped-otherwise': {
    sentence:
      'Characters are escaped in the signed string in a way that no usual serialiser does alone.',
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
} as const satisfies Record<string, MistakeRecord>;
