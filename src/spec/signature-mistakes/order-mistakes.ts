import type { MistakeRecord } from './mistake-record.ts';

/** The whole body, spaced, ordered or trimmed in another way. */
export const orderMistakes = {
  'raw-body': {
    sentence:
      'The body was signed as it stands, byte for byte; it has to be trimmed and sorted first.',
    remedy:
      'Sign the trimmed, sorted and newly serialised JSON, and send any body that has the same values.',
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
    remedy:
      'Sort in ascending order: ksort rather than krsort; in Erlang do not rely on the order of a map.',
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
    remedy:
      'Compare by code unit: sort() without localeCompare in JavaScript, StringComparer.Ordinal in C#.',
  },
  'sorted-by-number': {
    sentence: 'Keys that look like integers were put in the order of numbers.',
    remedy:
      'Sort keys as text: ksort($data, SORT_STRING) in PHP; a Map instead of an object in JavaScript.',
  },
  'hash-order': {
    sentence: 'The keys are in the order of a hash table.',
    remedy: 'Use a sorted map: TreeMap instead of HashMap in Java.',
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
    sentence: 'Other characters were trimmed from {field} than the platform trims.',
    remedy:
      'Trim space, tab, line feed, carriage return and vertical tab; send no others at an edge.',
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
    remedy:
      'Serialise compactly: no JSON_PRETTY_PRINT, no indent, no third argument to JSON.stringify.',
  },
  'spaces-removed': {
    sentence: 'All spaces were removed, those inside of values too.',
    remedy:
      'Trim the ends of values only, and serialise compactly instead of removing spaces from the text.',
  },
  'replacer-drops-nested': {
    sentence: 'Nested keys are missing in the signed string.',
    remedy:
      'JSON.stringify(data, Object.keys(data).sort()) uses the list as a filter at every level: build a sorted object instead.',
  },
} as const satisfies Record<string, MistakeRecord>;
