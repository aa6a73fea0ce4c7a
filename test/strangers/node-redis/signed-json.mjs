import { createHmac, timingSafeEqual } from 'node:crypto';
import { Refusal } from './refusal.mjs';

// JSON.parse makes doubles of numbers and so loses their text: 1.50 signed as 1.50 would be verified as 1.5. Here a
// number is parsed as the string "n1.50" and every other string, keys too, as "s..." and the string. The letter also
// keeps keys such as "10" or "__proto__" from being special.
const token = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;
const deepest = 100;

/** Parses the text of a JSON object, or refuses it. */
export function parseObject(text) {
  let data;
  try {
    JSON.parse(text);
    data = JSON.parse(text.replace(token, (found) => mark(found)));
  } catch (error) {
    throw new Refusal('validation_error', `the body is not JSON: ${error.message}`);
  }
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    throw new Refusal('validation_error', 'the body is not a JSON object');
  }
  return data;
}

const mark = (found) => (found.startsWith('"') ? `"s${found.slice(1)}` : `"n${found}"`);

/** The string in a field, or undefined. */
export function stringIn(data, field) {
  const value = data[`s${field}`];
  return typeof value === 'string' && value.startsWith('s') ? value.slice(1) : undefined;
}

/** The text of the number in a field, or undefined. */
export function numberIn(data, field) {
  const value = data[`s${field}`];
  return typeof value === 'string' && value.startsWith('n') ? value.slice(1) : undefined;
}

/** Section 5: sorted by keys, serialised without blanks. */
export function canonical(data, depth = 0) {
  if (depth > deepest) throw new Refusal('validation_error', 'the body is nested too deeply');
  if (Array.isArray(data)) return `[${data.map((item) => canonical(item, depth + 1)).join(',')}]`;
  if (typeof data === 'object' && data !== null) return canonicalObject(data, depth);
  if (typeof data !== 'string') return String(data);
  return data.startsWith('n') ? data.slice(1) : JSON.stringify(data.slice(1));
}

function canonicalObject(data, depth) {
  const keys = Object.keys(data).sort((one, other) => (one < other ? -1 : 1));
  const fields = keys.map((key) => `${canonical(key)}:${canonical(data[key], depth + 1)}`);
  return `{${fields.join(',')}}`;
}

export function sign(data, secret) {
  return createHmac('sha256', secret).update(canonical(data)).digest('hex');
}

export function isSignedBy(data, signature, secret) {
  const expected = Buffer.from(sign(data, secret));
  const given = Buffer.from(signature, 'latin1');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
