import { agentToken } from '../platform.js';
import { bodyText, number, signTree } from './write-json.js';

const now = () => Math.floor(Date.now() / 1000);

/** The fields of a right launch, besides agent_id and timestamp. */
export const launchFields = [
  ['game_id', number(101)],
  ['player_id', 'player-1'],
  ['player_username', 'Player One'],
  ['language', 'en'],
  ['currency', 'USD'],
  ['home_url', 'https://casino.example/lobby'],
  ['agent_session_id', 'agent-session-1'],
  ['ip', '203.0.113.7'],
];

/** The fields of a right request, besides agent_id and timestamp. */
const fieldsOf = {
  list: [],
  get_game_link: launchFields,
  get_game_link_demo: launchFields.filter(([name]) => name !== 'agent_session_id'),
  freespins_grant: [
    ['player_id', 'player-1'],
    ['game_id', number(101)],
    ['currency', 'USD'],
    ['count', number(10)],
    ['bet', number('0.5')],
  ],
  freespins_delete: [['freespins_id', 'pack-none']],
};

const without = (members, field) => members.filter(([name]) => name !== field);

const deepTree = (levels) => {
  let tree = 'bottom';
  for (let level = 1; level < levels; level += 1) tree = [tree];
  return tree;
};

const edited = (members, { kind, field, value, levels }) => {
  if (kind === 'drop') return without(members, field);
  if (kind === 'deep') return [...without(members, 'deep'), ['deep', deepTree(levels)]];
  // A key that comes twice in the text is there once in what is signed: its last value.
  if (kind === 'twice') return members;
  return [...without(members, field), [field, value]];
};

const treeOf = ({ operation, edits, age }) => {
  const common = [
    ['agent_id', number(1001)],
    ['timestamp', number(now() + age)],
  ];
  return { members: edits.reduce(edited, [...common, ...fieldsOf[operation]]) };
};

/** The same text with every doubled key in front, with another value. */
const sentTree = ({ members }, { edits }) => {
  const doubled = edits.filter(({ kind }) => kind === 'twice');
  const known = doubled.filter(({ field }) => members.some(([name]) => name === field));
  return { members: [...known.map(({ field, value }) => [field, value]), ...members] };
};

const padded = (tree, size, spelling) => {
  if (size === undefined) return tree;
  const more = size - Buffer.byteLength(bodyText({ members: [...tree.members, ['pad', '']] }, spelling));
  return { members: [...tree.members, ['pad', 'x'.repeat(Math.max(0, more))]] };
};

const damages = {
  object: (text) => Buffer.from(text),
  empty: () => Buffer.alloc(0),
  array: (text) => Buffer.from(`[${text}]`),
  text: () => Buffer.from('"text"'),
  cut: (text) => Buffer.from(text.slice(0, -1)),
  bom: (text) => Buffer.from(`\ufeff${text}`),
  latin1: (text) => Buffer.concat([Buffer.from(text.slice(0, -1)), Buffer.from([0xe9, 0x7d])]),
  spaces: (text) => Buffer.from(` \r\n${text}\t\n `),
};

/** The values of X-Signature, one for each header that is sent. */
const signaturesOf = (tree, { signature, dialect }) => {
  const by = (trimming, token) => signTree(tree, { dialect, trimming, token });
  const right = by('common', agentToken);
  const values = {
    absent: [],
    empty: [''],
    'other-token': [by('common', 'another-token')],
    flipped: [(right[0] === '0' ? '1' : '0') + right.slice(1)],
    base64: [Buffer.from(right, 'hex').toString('base64')],
    upper: [right.toUpperCase()],
    untrimmed: [by('none', agentToken)],
    wide: [by('wide', agentToken)],
    token: [agentToken],
    twice: [right, right],
    short: [right.slice(1)],
    padded: [`  ${right}\t`],
  };
  return values[signature] ?? [right];
};

const nameOf = ({ operation, path }) =>
  path
    .replace('{path}', `/api/games/${operation}`)
    .replace('{name}', operation)
    .replace('{NAME}', operation.toUpperCase());

const longer = (line) => line.replace(/\{(\d+)\}/, (_, length) => 'y'.repeat(Number(length)));

const headOf = (request, { body, signatures }) => {
  const { method, header, contentType, chunks } = request;
  const lines = [
    `${method} ${nameOf(request)} ${header === 'HTTP/1.0' ? header : 'HTTP/1.1'}`,
    ...(header?.startsWith('Host:') || header === 'no Host' ? [] : ['Host: 127.0.0.1']),
    ...(contentType === 'absent' ? [] : [`Content-Type: ${contentType}`]),
    ...signatures.map((value) => `X-Signature: ${value}`),
    chunks === undefined ? `Content-Length: ${body.length}` : 'Transfer-Encoding: chunked',
    ...(header?.includes(': ') || header === 'Host:' ? [longer(header)] : []),
    header === 'Upgrade: websocket' ? 'Connection: Upgrade' : 'Connection: close',
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`);
};

const chunked = (body, length) => {
  const pieces = [];
  for (let start = 0; start < body.length; start += length) {
    const piece = body.subarray(start, start + length);
    pieces.push(Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n'));
  }
  return Buffer.concat([...pieces, Buffer.from('0\r\n\r\n')]);
};

const mutate = (whole, { at, length, bytes }) => {
  const place = Math.floor((whole.length * at) / 10_000);
  return Buffer.concat([whole.subarray(0, place), Buffer.from(bytes), whole.subarray(place + length)]);
};

/** A drawn request as the bytes to send, with what the oracle may know of them. */
export const writeRequest = (request) => {
  const tree = padded(treeOf(request), request.size, request.spelling);
  const body = damages[request.body](bodyText(sentTree(tree, request), request.spelling));
  const signatures = signaturesOf(tree, request);
  const wire =
    request.chunks === undefined ? body : chunked(body, Math.max(request.chunks, Math.ceil(body.length / 5000)));
  const whole = Buffer.concat([headOf(request, { body, signatures }), wire]);
  return { bytes: request.mutations.reduce(mutate, whole), tree, body, target: nameOf(request) };
};
