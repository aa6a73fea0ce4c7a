import { readFileSync } from 'node:fs';
import { isOfLargeBodies, trimText } from './write-json.js';

// What the platform must answer, from the specification and docs/platform.md alone: no code of the
// platform is read here. Where the documents leave it open, it is a set.

const games = new Map(
  JSON.parse(readFileSync(new URL('../../fixtures/games.json', import.meta.url), 'utf8')).map((game) => [
    game.id,
    game,
  ]),
);
const unavailable = 104;

const operations = ['list', 'get_game_link', 'get_game_link_demo', 'freespins_grant', 'freespins_delete'];

const bodyLimit = 1_048_576;
const manyBytes = 65_536;

const sure = (outcome) => ({ outcome, isSure: true });
const maybe = (...outcomes) => ({ outcomes, isSure: false });

/** Refused before it is anybody's request: any 4xx or 5xx, in the envelope. */
export const refusedSomehow = 'refused';

const isOddHeader = new Set([
  ...['Host: casino.example', 'Host:', 'no Host', 'Expect: more', 'Upgrade: websocket', 'HTTP/1.0'],
  ...['Transfer-Encoding: gzip', 'X-Long: {20000}', 'X-\u00e9: \u00e9', 'Content-Length: 5'],
  ...['X-Forwarded-For: 203.0.113.7', 'Origin: https://evil.example'],
]);

const isKnownMethod = new Set(['GET', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS']);

const httpCheck = ({ request, target }) => {
  const isOdd =
    isOddHeader.has(request.header) ||
    /[^!-~]/.test(target) ||
    !(request.method === 'POST' || isKnownMethod.has(request.method));
  // Bytes that were changed at random may still be the same request.
  return isOdd || /[^ -~]/.test(request.contentType) ? maybe(refusedSomehow) : undefined;
};

/** The path alone, of a target that names the host or a fragment, too. */
const pathOf = (target) => target.replace(/^http:\/\/127\.0\.0\.1/, '').replace(/[?#].*$/, '');

const pathCheck = ({ target, operation }) => {
  const path = target.replace(/\?.*$/, '');
  if (path === `/api/games/${operation}`) return undefined;
  if (operation !== undefined) return maybe('404 not_found', refusedSomehow);
  return /^\/[\w/.%]*$/.test(path) ? sure('404 not_found') : sure(refusedSomehow);
};

const methodCheck = ({ request: { method, header } }) => {
  // A method that no server knows is refused before its path is looked at.
  if (method === 'POST') return header?.startsWith('X-HTTP') ? maybe() : undefined;
  return isKnownMethod.has(method) ? sure('405 method_not_allowed') : sure(refusedSomehow);
};

const presenceCheck = ({ request: { signature } }) =>
  signature === 'absent' || signature === 'empty' ? sure('401 signature_required') : undefined;

const isJsonType = /^application\/json(?:; ?charset="?utf-8"?)?$/i;

const typeCheck = ({ request: { contentType } }) => {
  if (isJsonType.test(contentType)) return undefined;
  return contentType === 'application/json; x=y' ? maybe('422 validation_error') : sure('422 validation_error');
};

const encodingCheck = ({ request: { header } }) =>
  header === 'Content-Encoding: gzip' ? sure('422 validation_error') : undefined;

const sizeCheck = ({ body }) => (body.length > bodyLimit ? sure('422 validation_error') : undefined);

const jsonCheck = ({ value }) =>
  typeof value !== 'object' || value === null || Array.isArray(value) ? sure('422 validation_error') : undefined;

const depthCheck = ({ request: { edits } }) => {
  const deepest = edits.findLast(({ kind }) => kind === 'deep')?.levels ?? 0;
  if (deepest > 65) return sure('422 validation_error');
  return deepest >= 63 ? maybe('422 validation_error', '403 invalid_signature') : undefined;
};

const agentCheck = ({ value }) => {
  const { agent_id: id } = value;
  if (!Number.isSafeInteger(id)) return sure('422 validation_error');
  if (id === 1002) return sure('404 api_token_not_found');
  return id === 1001 ? undefined : sure('404 agent_not_found');
};

const wrongSignatures = new Set(['other-token', 'flipped', 'base64', 'token', 'short', 'twice']);

const signatureCheck = ({ request, body, tree }) => {
  const { signature, dialect } = request;
  if (wrongSignatures.has(signature)) return sure('403 invalid_signature');
  if (signature === 'upper') return maybe('403 invalid_signature');
  const isLarge = body.length > manyBytes && !isOfLargeBodies(dialect);
  if (isLarge) return maybe('403 invalid_signature');
  if (signature !== 'untrimmed' || sameTrimmed(tree, 'none')) return undefined;
  // Of several texts, some may be trimmed of nothing.
  return sameTrimmed(tree, 'none', 'wide') ? undefined : sure('403 invalid_signature');
};

/** Whether no text of the tree is changed by one trimming and not by the other. */
const sameTrimmed = (tree, one, other = 'common') => {
  if (typeof tree === 'string') return trimText(tree, one) === trimText(tree, other);
  if (tree === null || typeof tree !== 'object' || 'number' in tree) return true;
  const inner = Array.isArray(tree) ? tree : tree.members.map(([, value]) => value);
  return inner.every((item) => sameTrimmed(item, one, other));
};

/** Section 8: 300 seconds between the current time, which is anywhere from sent to answered, and timestamp. */
const freshnessCheck = ({ value: { timestamp }, sentAt, answeredAt }) => {
  if (!Number.isSafeInteger(timestamp)) return undefined;
  const isExpired = (at) => Math.abs(at / 1000 - timestamp) > 300;
  const ends = [isExpired(sentAt), isExpired(answeredAt)];
  // The platform's clock has milliseconds, and may count whole seconds.
  const isNear = [sentAt, answeredAt].some((at) => Math.abs(Math.abs(at / 1000 - timestamp) - 300) < 1.1);
  if (isNear || ends[0] !== ends[1]) return maybe('400 request_expired');
  return ends[0] ? sure('400 request_expired') : undefined;
};

const integer = (value) => Number.isSafeInteger(value);
const text = (value, trimming) => typeof value === 'string' && trimText(value, trimming) !== '';
const count = (value) => Number.isSafeInteger(value) && value >= 1 && value <= 1000;

const launchFields = {
  ...{ game_id: integer, player_id: text, player_username: text, language: text },
  ...{ currency: text, home_url: text, ip: text },
};

const scales = { USD: 2, usd: 2, JPY: 0, KWD: 3 };

const digitsOf = (value) => {
  const [mantissa, power] = value.toExponential().split('e');
  const digits = mantissa.replace(/[-.]/g, '');
  return {
    digits: digits.length,
    decimals: Math.max(0, digits.length - 1 - Number(power)),
    power: Number(power),
  };
};

const amount = (value) => {
  if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0) return false;
  const { digits, power } = digitsOf(value);
  return digits <= 15 && power < 15;
};

/** `unsure` for a currency that nobody knows. */
const fitsCurrency = (bet, currency) => {
  const { decimals } = digitsOf(bet);
  if (decimals === 0) return true;
  return Object.hasOwn(scales, currency) ? decimals <= scales[currency] : 'unsure';
};

const isDateTime = (value) =>
  typeof value === 'string' &&
  /^2\d{3}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(Z|\+02:00)$/.test(value) &&
  !value.includes('02-30');

const required = {
  list: {},
  get_game_link: { ...launchFields, agent_session_id: text },
  get_game_link_demo: launchFields,
  freespins_grant: { player_id: text, game_id: integer, currency: text, count, bet: amount },
  freespins_delete: {},
};

const optional = {
  list: {},
  get_game_link: {},
  get_game_link_demo: { agent_session_id: text },
  freespins_grant: {
    freespins_id: text,
    expires_at: (value, trimming) => isDateTime(typeof value === 'string' ? trimText(value, trimming) : value),
  },
  freespins_delete: { freespins_id: text, player_id: text, game_id: integer, currency: text },
};

const own = (value, name) => (Object.hasOwn(value, name) ? value[name] : undefined);

const fieldsCheck = ({ operation, value, trimming }) => {
  const isRight = (fields, isLeftOut) =>
    Object.entries(fields).every(([name, isOf]) => {
      const given = own(value, name);
      return isLeftOut(given) || isOf(given, trimming);
    });
  const isWhole = integer(own(value, 'timestamp'));
  const isOfTypes =
    isRight(required[operation], () => false) &&
    isRight(optional[operation], (given) => given === undefined || given === null);
  return isWhole && isOfTypes ? undefined : sure('422 validation_error');
};

const currencyCheck = ({ operation, value, trimming }) => {
  if (operation !== 'freespins_grant') return undefined;
  const fits = fitsCurrency(value.bet, trimText(value.currency, trimming));
  if (fits === 'unsure') return maybe('422 validation_error');
  return fits ? undefined : sure('422 validation_error');
};

const expiryCheck = ({ operation, value, trimming }) => {
  const expiry = own(value, 'expires_at');
  if (operation !== 'freespins_grant' || typeof expiry !== 'string') return undefined;
  if (!trimText(expiry, trimming).startsWith('2001')) return undefined;
  const id = own(value, 'freespins_id');
  return id === undefined || id === null ? sure('422 validation_error') : maybe('422 validation_error');
};

const gameCheck = ({ operation, value }) => {
  if (operation === 'list' || operation === 'freespins_delete') return undefined;
  const game = games.get(value.game_id);
  if (game === undefined) return sure('404 game_not_found');
  if (game.id === unavailable) return sure('403 game_not_available');
  const isDemo = operation === 'get_game_link_demo';
  return isDemo && !game.demo ? sure('404 game_provider_not_found') : undefined;
};

const packCheck = ({ operation, value }) => {
  const given = (name) => own(value, name) !== undefined && own(value, name) !== null;
  if (operation === 'freespins_grant') return given('freespins_id') ? maybe('422 validation_error') : undefined;
  if (operation !== 'freespins_delete') return undefined;
  if (given('freespins_id')) {
    return value.freespins_id === 'pack-none' ? sure('404 freespins_not_found') : maybe('404 freespins_not_found');
  }
  const isNamed = given('player_id') && given('game_id') && given('currency');
  return isNamed ? maybe('404 freespins_not_found') : sure('422 validation_error');
};

const checks = [
  ...[httpCheck, pathCheck, methodCheck, presenceCheck, typeCheck, encodingCheck, sizeCheck],
  ...[jsonCheck, depthCheck, agentCheck, signatureCheck, freshnessCheck, fieldsCheck],
  ...[currencyCheck, expiryCheck, gameCheck, packCheck],
];

const parsed = (body) => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/**
 * The answers that are right: `200`, `404 not_found` and so on, or `refused`, in the order in which
 * they come about. `sentAt`, `answeredAt`: Unix milliseconds.
 */
export const predict = ({ request, written, sentAt, answeredAt }) => {
  const { body, target, tree } = written;
  const operation = operations.find((name) => pathOf(target) === `/api/games/${name}`);
  const trimming = request.signature === 'wide' ? 'wide' : 'common';
  const facts = {
    request,
    body,
    target,
    tree,
    operation,
    trimming,
    sentAt,
    answeredAt,
    value: parsed(body),
  };
  const outcomes = [];
  for (const check of checks) {
    const found = check(facts);
    if (found === undefined) continue;
    outcomes.push(...(found.isSure ? [found.outcome] : found.outcomes));
    if (found.isSure) return outcomes;
  }
  return [...outcomes, '200'];
};
