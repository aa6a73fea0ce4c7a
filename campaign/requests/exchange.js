import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { agentToken } from '../platform.js';
import { refusedSomehow } from './predict.js';

/** Silence after which the sender says that nothing more will come. */
const silenceMs = 300;
/** The platform ends a request that never gets whole after 30 s. */
const longestMs = 45_000;

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The text of a body in chunks, as far as it is there. */
const dechunked = (text) => {
  const [, length, rest = ''] = /^([0-9a-f]+)\r\n(.*)$/is.exec(text) ?? [];
  const size = Number.parseInt(length, 16);
  return size > 0 ? rest.slice(0, size) + dechunked(rest.slice(size + 2)) : '';
};

/** The first answer in what came: `{ status, headers, text, value }`; undefined where its head is not whole. */
const readAnswer = (bytes) => {
  const [head, ...parts] = bytes.toString('latin1').split('\r\n\r\n');
  const rest = parts.join('\r\n\r\n');
  if (parts.length === 0) return undefined;
  if (head.startsWith('HTTP/1.1 100')) return readAnswer(Buffer.from(rest, 'latin1'));
  const [first, ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.split(':')[0].toLowerCase(), line.replace(/^.*?: */, '')]),
  );
  const isChunked = headers['transfer-encoding'] !== undefined;
  const body = isChunked ? dechunked(rest) : rest.slice(0, Number(headers['content-length'] ?? rest.length));
  const text = Buffer.from(body, 'latin1').toString();
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1] ?? 0), headers, text, value: jsonOf(text) };
};

const jsonOf = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

let lastAddress = 0;

/** Many connections from one address use its ports up; every 127.x.y.z is this machine. */
const nextAddress = () => {
  lastAddress = (lastAddress + 1) % 200;
  return `127.0.0.${lastAddress + 2}`;
};

/**
 * Sends bytes that ask for the connection to be closed, and gives the first answer, if any. Half closes when there was silence
 * after bytes that may not be `isWhole`; `isTimedOut` where the platform does not end it either.
 */
export const exchange = (port, bytes, isWhole) =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: nextAddress(), noDelay: true });
    const came = [];
    let error = 'closed';
    let isTimedOut = false;
    socket.setTimeout(isWhole ? longestMs / 2 : silenceMs, () => socket.end());
    const longest = setTimeout(() => {
      isTimedOut = true;
      socket.destroy();
    }, longestMs);
    socket.on('connect', () => socket.write(bytes));
    socket.on('data', (chunk) => came.push(chunk));
    socket.on('error', (problem) => {
      error = problem.code;
    });
    socket.on('close', () => {
      clearTimeout(longest);
      resolve({ answer: readAnswer(Buffer.concat(came)), error, isTimedOut });
    });
  });

const leaks = [
  [/\n\s+at .+[:(]\d+/, 'a stack trace'],
  [/node_modules|node:internal|file:\/\//, 'a path of the program'],
  [/\bSQLITE_|SqliteError/, 'an error of the database'],
];

/** What no answer may hold. */
const leaksIn = (text, folder) => {
  const found = leaks.filter(([pattern]) => pattern.test(text)).map(([, what]) => what);
  if (text.includes(root) || text.includes(folder)) found.push('a path of the machine');
  if ([agentToken, JSON.stringify(agentToken).slice(1, -1)].some((token) => text.includes(token)))
    found.push('the token');
  return found.map((what) => ({ kind: `${what} in an answer`, detail: text.slice(0, 500) }));
};

const isText = (value) => typeof value === 'string' && value !== '';
const isInstant = (value) => isText(value) && /^\d{4}-.+T.+Z$/.test(value) && !Number.isNaN(Date.parse(value));
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Section 2: the fields of the two envelopes; `errors` is ours. */
const common = { timestamp: isInstant, request_id: isText };
const success = { ...common, status: (value) => value === 'success', content: isObject };
const failure = { ...common, status: (value) => value === 'error', error: isText, message: isText };

const envelopeProblem = ({ status, headers, value }) => {
  if (!isObject(value)) return 'no JSON object';
  if (!/^application\/json/.test(headers['content-type'] ?? '')) return `Content-Type ${headers['content-type']}`;
  const fields = status === 200 ? success : failure;
  const wrong = Object.keys(fields).filter((name) => !fields[name](value[name]));
  const strange = Object.keys(value).filter((name) => !(name in fields) && name !== 'errors');
  return wrong.length + strange.length === 0 ? undefined : `fields ${[...wrong, ...strange].join(', ')}`;
};

const isGame = ({ id, title, brand, image_url: image, demo }) =>
  Number.isInteger(id) && [title, brand, image].every(isText) && typeof demo === 'boolean';

/** Section 4: what content is made of. */
const contents = {
  get_game_link: ({ url }) => isText(url) && url.includes('/play/'),
  get_game_link_demo: ({ url }) => isText(url) && url.includes('/demo/'),
  list: ({ games, total }) => Array.isArray(games) && games.length === total && games.every(isGame),
  freespins_grant: ({ freespins_id: id, total, played }) => isText(id) && total >= played,
  freespins_delete: ({ freespins_id: id, status }) => isText(id) && status === 'deleted',
};

const outcomeFinds = ({ status, value, text }, { operation, method }, predicted) => {
  const isHead = method === 'HEAD';
  const outcome = status === 200 ? '200' : `${status}${isHead ? '' : ` ${value.error}`}`;
  const isRefused = predicted.includes(refusedSomehow) && status >= 400;
  if (!isRefused && !predicted.some((one) => one === outcome || (isHead && one.startsWith(outcome)))) {
    return [{ kind: `${operation}: ${outcome} instead of ${predicted.join(' or ')}`, detail: value?.message ?? '' }];
  }
  if (status !== 200 || contents[operation](value.content)) return [];
  return [{ kind: `${operation}: content of another shape`, detail: text.slice(0, 300) }];
};

/**
 * What is wrong with the answer to a drawn request, as `{ kind, detail }`. `predicted`: the outcomes that are right; absent for
 * bytes of which nobody can say what they ask.
 */
export const judgeAnswer = (answer, { request, predicted, folder }) => {
  const leaked = leaksIn(answer.text, folder);
  const problem = request.method === 'HEAD' ? undefined : envelopeProblem(answer);
  if (problem !== undefined) {
    const detail = `${problem}: ${answer.text.slice(0, 300)}`;
    return [...leaked, { kind: `${answer.status} without the envelope`, detail }];
  }
  return predicted === undefined ? leaked : [...leaked, ...outcomeFinds(answer, request, predicted)];
};
