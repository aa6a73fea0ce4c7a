import { readFileSync } from 'node:fs';
import { isTrimmedAlike, trimText } from './write-json.js';

// What the platform must answer, from the specification and docs/platform.md alone: no code of the platform is read here.
// A check gives the outcome that a request ends with, or a list of what it may end with where the documents leave it open.

const builtIn = JSON.parse(readFileSync(new URL('../../fixtures/games.json', import.meta.url), 'utf8'));
const games = new Map(builtIn.map((game) => [game.id, game]));
const unavailable = 104;

const operations = ['list', 'get_game_link', 'get_game_link_demo', 'freespins_grant', 'freespins_delete'];

const bodyLimit = 1_048_576;
/** Of a larger body only the likeliest dialects are promised. */
const manyBytes = 65_536;

/** Refused before it is anybody's request: any 4xx or 5xx, in the envelope. */
export const refusedSomehow = 'refused';
const invalid = '422 validation_error';
const unsigned = '403 invalid_signature';

const oddHeaders = [
  ...['Host: casino.example', 'Host:', 'no Host', 'Expect: more', 'Upgrade: websocket', 'HTTP/1.0'],
  ...['Transfer-Encoding: gzip', 'X-Long: {20000}', 'X-\u00e9: \u00e9', 'Content-Length: 5'],
  ...['X-Forwarded-For: 203.0.113.7', 'Origin: https://evil.example'],
];

const knownMethods = ['POST', 'GET', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'];

const httpCheck = ({ request: { header, method, contentType }, target }) => {
  const isOdd = oddHeaders.includes(header) || !knownMethods.includes(method);
  return isOdd || /[^!-~]/.test(target) || /[^ -~]/.test(contentType) ? [refusedSomehow] : undefined;
};

/** The path alone, of a target that names the host or a fragment, too. */
const pathOf = (target) => target.replace(/^http:\/\/127\.0\.0\.1/, '').replace(/[?#].*$/, '');

const pathCheck = ({ target, operation }) => {
  const path = target.replace(/\?.*$/, '');
  if (path === `/api/games/${operation}`) return undefined;
  if (operation !== undefined) return ['404 not_found', refusedSomehow];
  return /^\/[\w/.%]*$/.test(path) ? '404 not_found' : refusedSomehow;
};

const methodCheck = ({ request: { method } }) => {
  if (method === 'POST') return undefined;
  // A method that no server knows is refused before its path is looked at.
  return knownMethods.includes(method) ? '405 method_not_allowed' : refusedSomehow;
};

const presenceCheck = ({ request: { signature } }) =>
  signature === 'absent' || signature === 'empty' ? '401 signature_required' : undefined;

const typeCheck = ({ request: { contentType } }) => {
  if (/^application\/json(?:; ?charset="?utf-8"?)?$/i.test(contentType)) return undefined;
  return contentType === 'application/json; x=y' ? [invalid] : invalid;
};

const bodyCheck = ({ request: { header, edits }, body, value }) => {
  if (header === 'Content-Encoding: gzip' || body.length > bodyLimit) return invalid;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return invalid;
  const deepest = edits.findLast(({ kind }) => kind === 'deep')?.levels ?? 0;
  if (deepest > 65) return invalid;
  return deepest >= 63 ? [invalid, unsigned] : undefined;
};

const agentCheck = ({ value: { agent_id: id } }) => {
  if (!Number.isSafeInteger(id)) return invalid;
  if (id === 1002) return '404 api_token_not_found';
  return id === 1001 ? undefined : '404 agent_not_found';
};

const signatureCheck = ({ request: { signature, dialect }, body, tree }) => {
  if (['other-token', 'flipped', 'base64', 'token', 'short', 'twice'].includes(signature)) return unsigned;
  const isLarge = body.length > manyBytes && dialect !== 'minimal' && dialect !== 'php';
  if (signature === 'upper' || isLarge) return [unsigned];
  if (signature !== 'untrimmed' || isTrimmedAlike(tree, 'none', 'common')) return undefined;
  // Of several texts, some may be trimmed of nothing.
  return isTrimmedAlike(tree, 'none', 'wide') ? undefined : unsigned;
};

/** Section 8: 300 seconds between the current time, which is anywhere from sent to answered, and timestamp. */
const freshnessCheck = ({ value: { timestamp }, sentAt, answeredAt }) => {
  if (!Number.isSafeInteger(timestamp)) return undefined;
  const ages = [sentAt, answeredAt].map((at) => Math.abs(at / 1000 - timestamp) - 300);
  // The platform's clock has milliseconds, and may count whole seconds.
  const isNear = ages.some((age) => Math.abs(age) < 1.1) || ages[0] > 0 !== ages[1] > 0;
  if (isNear) return ['400 request_expired'];
  return ages[0] > 0 ? '400 request_expired' : undefined;
};

const isText = (value) => typeof value === 'string' && value !== '';
const isCount = (value) => Number.isSafeInteger(value) && value >= 1 && value <= 1000;

/** The digits of a number, and how many of them are decimals. */
const digitsOf = (value) => {
  const [mantissa, power] = value.toExponential().split('e');
  const digits = mantissa.replace(/[-.]/g, '').length;
  return { digits, decimals: Math.max(0, digits - 1 - power), power: Number(power) };
};

const isAmount = (value) => {
  if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0) return false;
  const { digits, power } = digitsOf(value);
  return digits <= 15 && power < 15;
};

const isDateTime = (value) =>
  isText(value) && /^2\d{3}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(Z|\+02:00)$/.test(value) && !value.includes('02-30');

const demoFields = {
  ...{ game_id: Number.isSafeInteger, player_id: isText, player_username: isText, language: isText },
  ...{ currency: isText, home_url: isText, ip: isText },
};
const packFields = { player_id: isText, game_id: Number.isSafeInteger, currency: isText };

const required = {
  list: {},
  get_game_link: { ...demoFields, agent_session_id: isText },
  get_game_link_demo: demoFields,
  freespins_grant: { ...packFields, count: isCount, bet: isAmount },
  freespins_delete: {},
};

const optional = {
  get_game_link_demo: { agent_session_id: isText },
  freespins_grant: { freespins_id: isText, expires_at: isDateTime },
  freespins_delete: { freespins_id: isText, ...packFields },
};

const fieldsCheck = ({ operation, field }) => {
  const isRight = ([name, isOf]) => isOf(field(name));
  const isRightOrLeftOut = ([name, isOf]) => (field(name) ?? undefined) === undefined || isOf(field(name));
  const fields = Object.entries({ timestamp: Number.isSafeInteger, ...required[operation] });
  const isWhole = fields.every(isRight) && Object.entries(optional[operation] ?? {}).every(isRightOrLeftOut);
  return isWhole ? undefined : invalid;
};

const scales = { USD: 2, usd: 2, JPY: 0, KWD: 3 };

const grantCheck = ({ operation, field }) => {
  if (operation !== 'freespins_grant') return undefined;
  const { decimals } = digitsOf(field('bet'));
  const scale = Object.hasOwn(scales, field('currency')) ? scales[field('currency')] : undefined;
  if (decimals > scale) return invalid;
  // Granted again, it may be what was granted before. Nobody knows how exact an unknown currency is.
  const isAgain = isText(field('freespins_id'));
  if (field('expires_at')?.startsWith('2001') && !isAgain) return invalid;
  return isAgain || (decimals > 0 && scale === undefined) ? [invalid] : undefined;
};

const gameCheck = ({ operation, value }) => {
  if (operation === 'list' || operation === 'freespins_delete') return undefined;
  const game = games.get(value.game_id);
  if (game === undefined) return '404 game_not_found';
  if (game.id === unavailable) return '403 game_not_available';
  return operation === 'get_game_link_demo' && !game.demo ? '404 game_provider_not_found' : undefined;
};

const deleteCheck = ({ operation, field }) => {
  if (operation !== 'freespins_delete') return undefined;
  if (field('freespins_id') === 'pack-none') return '404 freespins_not_found';
  const isNamed = ['player_id', 'game_id', 'currency'].every((name) => (field(name) ?? undefined) !== undefined);
  return isText(field('freespins_id')) || isNamed ? ['404 freespins_not_found'] : invalid;
};

const checks = [
  ...[httpCheck, pathCheck, methodCheck, presenceCheck, typeCheck, bodyCheck, agentCheck, signatureCheck],
  ...[freshnessCheck, fieldsCheck, grantCheck, gameCheck, deleteCheck],
];

const parsed = (body) => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body));
  } catch {
    return undefined;
  }
};

/**
 * The answers that are right: `200`, `404 not_found` and so on, or `refused`, in the order in which they come about. `sentAt`,
 * `answeredAt`: Unix milliseconds.
 */
export const predict = ({ request, written: { body, target, tree }, sentAt, answeredAt }) => {
  const operation = operations.find((name) => pathOf(target) === `/api/games/${name}`);
  const trimming = request.signature === 'wide' ? 'wide' : 'common';
  const value = parsed(body);
  /** A field of its own, trimmed. */
  const field = (name) => {
    const given = Object.hasOwn(value, name) ? value[name] : undefined;
    return typeof given === 'string' ? trimText(given, trimming) : given;
  };
  const facts = { request, body, target, tree, operation, value, field, sentAt, answeredAt };
  const outcomes = [];
  for (const check of checks) {
    const found = check(facts) ?? [];
    outcomes.push(...[found].flat());
    if (typeof found === 'string') return outcomes;
  }
  return [...outcomes, '200'];
};
