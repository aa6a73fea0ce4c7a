import fc from 'fast-check';
import { dialectNames, number } from './write-json.js';

// A request as a choice of what is usual and what is not: what fails is shrunk to the one odd choice.

/** Nearly always the usual; else something of the odd, and shrunk to the usual. */
const mostly = (usual, odd, weight = 12) =>
  fc.oneof({ withCrossShrink: true }, { weight, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: odd });

const operations = ['list', 'get_game_link', 'get_game_link_demo', 'freespins_grant', 'freespins_delete'];

const fieldNames = [
  ...['agent_id', 'timestamp', 'game_id', 'player_id', 'player_username', 'language', 'currency'],
  ...['home_url', 'agent_session_id', 'ip', 'count', 'bet', 'freespins_id', 'expires_at', 'demo'],
];

const edges = ['', ' ', '\t', '\u00a0', '\u200b', '\0', '\ufeff', '\u2028'];

const oddText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('', ' ', '\u00a0', '\u200b', '<script>', '\u202e', '\u001b]52;c;aGk=\u0007', '::set-env', '../..'),
  fc
    .tuple(fc.constantFrom(...edges), fc.string({ unit: 'grapheme', maxLength: 8 }), fc.constantFrom(...edges))
    .map((texts) => texts.join('')),
  fc.nat({ max: 5000 }).map((length) => 'é'.repeat(length)),
);

const oddNumber = fc
  .constantFrom(
    ...['0', '-0', '-1', '1', '1.5', '1001.0', '1.001e3', '101', '104', '103', '999', '1002', '1003'],
    ...['9007199254740991', '9007199254740993', '1e400', '-1e400', '1e-7', '0.001', '0.1', '0.50'],
    ...['123456789012345', '1234567890123456', '1000', '1001', '1763632800'],
  )
  .map(number);

const dateTimes = [
  ...['2031-01-31T12:00:00Z', '2031-01-31T12:00+02:00', '2001-01-01T00:00:00Z', '2031-02-30T00:00:00Z'],
  ...['2031-01-31', '2031-01-31T12:00:00', 'tomorrow', '2031-01-31t12:00:00z'],
];

const flat = fc.oneof(
  ...[oddText, oddNumber, fc.constantFrom(true, false, null, ...dateTimes)],
  fc.constantFrom('USD', 'JPY', 'KWD', 'FUN', 'usd', 'pack-1', 'pack-2', 'player-1', '101', '1001'),
);

const names = fc.oneof(
  fc.constantFrom('1', '__proto__', 'constructor', 'toString', 'a', 'Ä', ' agent_id', 'AGENT_ID', ''),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
);

const nested = fc.letrec((tie) => ({
  tree: fc.oneof({ maxDepth: 4, depthSize: 'small' }, flat, tie('list'), tie('object')),
  list: fc.array(tie('tree'), { maxLength: 3 }),
  object: fc
    .uniqueArray(fc.tuple(names, tie('tree')), { maxLength: 3, selector: ([name]) => name })
    .map((members) => ({ members })),
})).tree;

const edit = fc.oneof(
  fc.record({ kind: fc.constant('set'), field: fc.constantFrom(...fieldNames), value: fc.oneof(nested, flat) }),
  fc.record({ kind: fc.constant('drop'), field: fc.constantFrom(...fieldNames) }),
  fc.record({ kind: fc.constant('add'), field: names, value: nested }),
  fc.record({ kind: fc.constant('twice'), field: fc.constantFrom(...fieldNames), value: flat }),
  fc.record({ kind: fc.constant('deep'), levels: fc.constantFrom(8, 60, 64, 65, 70, 500, 1500) }),
);

const signatures = [
  ...['absent', 'empty', 'other-token', 'flipped', 'base64', 'upper', 'untrimmed', 'wide', 'token', 'twice'],
  ...['short', 'padded'],
];

const contentTypes = [
  ...['application/json; charset=utf-8', 'application/json;charset="UTF-8"', 'APPLICATION/JSON'],
  ...['application/json; charset=latin1', 'text/plain', '', 'application/x-www-form-urlencoded'],
  ...['application/json; x=y', 'application/jsonx', '*/*', '\u00e9', 'absent'],
];

const paths = [
  ...['{path}?x=1', '{path}?', '{path}/', '//api/games/{name}', '/API/games/{name}', '/api/games/{NAME}'],
  ...['/games/{name}', '/api/games/', '/api', '/api/games/unknown', '/api/games/%6cist', '/api/games/%zz'],
  ...['/api/./games/{name}', '/api/../api/games/{name}', '{path}%00', '{path}#x', '/api/games/{name}/x'],
  ...['/nothing', '/api/games//{name}', 'http://127.0.0.1{path}', '/__proto__', '{path}\u00e9'],
];

const methods = ['GET', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE', 'post', 'FROB', 'PROPFIND', 'M-SEARCH'];

const headers = [
  ...['Host: casino.example', 'Host:', 'no Host', 'Content-Encoding: gzip', 'Content-Encoding: identity'],
  ...['Expect: 100-continue', 'Expect: more', 'Upgrade: websocket', 'X-Forwarded-For: 203.0.113.7'],
  ...['Transfer-Encoding: gzip', 'X-Long: {8000}', 'X-Long: {20000}', 'X-\u00e9: \u00e9', 'Cookie: a=b', 'HTTP/1.0'],
  ...['Content-Length: 5', 'Accept: text/html', 'Origin: https://evil.example', 'X-HTTP-Method-Override: GET'],
];

/** Bytes at a place, as a share of them all, that are replaced by others. */
const mutation = fc.record({
  at: fc.nat({ max: 9999 }),
  length: fc.constantFrom(0, 1, 5, 40, 1e6),
  bytes: fc.constantFrom('', '\r\n', '\n', '\0', ' ', ':', 'é', '\r\n\r\n', '0\r\n\r\n', 'POST / HTTP/1.1\r\n'),
});

/** One of the five operations: mostly right, with few odd choices. */
export const anyRequest = fc.record({
  operation: fc.constantFrom(...operations),
  edits: mostly([], fc.array(edit, { minLength: 1, maxLength: 2 }), 1),
  size: mostly(undefined, fc.constantFrom(65_000, 66_000, 1_048_575, 1_048_576, 1_048_577, 1_100_000), 200),
  dialect: mostly('minimal', fc.constantFrom(...dialectNames), 1),
  spelling: mostly('minimal', fc.constantFrom('php', 'python', 'ascii-upper')),
  body: mostly('object', fc.constantFrom('empty', 'array', 'text', 'cut', 'bom', 'latin1', 'spaces'), 25),
  signature: mostly('right', fc.constantFrom(...signatures), 5),
  age: mostly(0, fc.constantFrom(-100_000, -302, -301, -300, -299, 299, 300, 301, 302, 100_000, 1.7e12), 8),
  contentType: mostly('application/json', fc.constantFrom(...contentTypes), 15),
  path: mostly('{path}', fc.constantFrom(...paths), 12),
  method: mostly('POST', fc.constantFrom(...methods), 15),
  header: mostly(undefined, fc.constantFrom(...headers), 12),
  chunks: mostly(undefined, fc.integer({ min: 1, max: 300 })),
  mutations: mostly([], fc.array(mutation, { minLength: 1, maxLength: 3 }), 8),
});
