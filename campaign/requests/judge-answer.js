import { fileURLToPath } from 'node:url';
import { agentToken } from '../open-platform.js';
import { refusedSomehow } from './predict.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

const traces = [
  [/\n\s+at .+[:(]\d+/, 'a stack trace'],
  [/node_modules|node:internal|file:\/\//, 'a path of the program'],
  [/\bSQLITE_|SqliteError/, 'an error of the database'],
];

/** What no answer may hold. */
const leaksIn = (text, folder) => {
  const found = traces.filter(([pattern]) => pattern.test(text)).map(([, what]) => what);
  if (text.includes(root) || text.includes(folder)) found.push('a path of the machine');
  if (text.includes(agentToken) || text.includes(JSON.stringify(agentToken).slice(1, -1))) found.push('the token');
  return found.map((what) => ({ kind: `${what} in an answer`, detail: text.slice(0, 500) }));
};

const jsonOf = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const isText = (value) => typeof value === 'string' && value !== '';
const isInstant = (value) => isText(value) && /^\d{4}-.+T.+Z$/.test(value) && !Number.isNaN(Date.parse(value));
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Section 2: the fields of the two envelopes; `errors` is ours. */
const envelopes = {
  success: {
    status: (value) => value === 'success',
    timestamp: isInstant,
    request_id: isText,
    content: isObject,
  },
  error: {
    status: (value) => value === 'error',
    error: isText,
    message: isText,
    timestamp: isInstant,
    request_id: isText,
  },
};

const envelopeProblem = ({ status, headers }, value) => {
  if (!isObject(value)) return 'no JSON object';
  if (!/^application\/json/.test(headers['content-type'] ?? '')) return `Content-Type ${headers['content-type']}`;
  const fields = envelopes[status === 200 ? 'success' : 'error'];
  const wrong = Object.keys(fields).filter((name) => !fields[name](value[name]));
  const strange = Object.keys(value).filter((name) => !(name in fields) && name !== 'errors');
  return wrong.length + strange.length === 0 ? undefined : `fields ${[...wrong, ...strange].join(', ')}`;
};

const isGame = ({ id, title, brand, image_url: image, demo }) =>
  Number.isInteger(id) && isText(title) && isText(brand) && isText(image) && typeof demo === 'boolean';

/** Section 4: what content is made of. */
const contents = {
  get_game_link: ({ url }) => isText(url) && url.includes('/play/'),
  get_game_link_demo: ({ url }) => isText(url) && url.includes('/demo/'),
  list: ({ games, total }) => Array.isArray(games) && games.length === total && games.every(isGame),
  freespins_grant: ({ freespins_id: id, total, played }) => isText(id) && total >= played,
  freespins_delete: ({ freespins_id: id, status }) => isText(id) && status === 'deleted',
};

const outcomeOf = ({ status }, value) => (status === 200 ? '200' : `${status} ${value?.error}`);

const isPredicted = (outcome, predicted) =>
  predicted.includes(outcome) || (predicted.includes(refusedSomehow) && /^[45]\d\d /.test(outcome));

const envelopeFinds = (answer, text, isHead) => {
  if (isHead) return [];
  const problem = envelopeProblem(answer, jsonOf(text));
  if (problem === undefined) return [];
  return [{ kind: `${answer.status} without the envelope`, detail: `${problem}: ${text.slice(0, 300)}` }];
};

const outcomeFinds = ({ answer, value, predicted, operation, isHead }) => {
  const outcome = isHead ? [...predicted].find((one) => one.startsWith(answer.status)) : outcomeOf(answer, value);
  if (!isPredicted(outcome ?? `${answer.status} `, predicted)) {
    return [
      {
        kind: `${operation}: ${outcome} instead of ${predicted.join(' or ')}`,
        detail: value?.message ?? '',
      },
    ];
  }
  if (outcome !== '200' || contents[operation](value.content)) return [];
  return [
    {
      kind: `${operation}: content of another shape`,
      detail: JSON.stringify(value.content).slice(0, 300),
    },
  ];
};

/**
 * What is wrong with the answer to a drawn request, as `{ kind, detail }`. `predicted`: the outcomes
 * that are right; absent for bytes of which nobody can say what they ask.
 */
export const judgeAnswer = ({ answer, predicted, operation, isHead, folder }) => {
  const text = answer.body.toString();
  const leaks = leaksIn(text, folder);
  const envelope = envelopeFinds(answer, text, isHead);
  if (predicted === undefined || envelope.length > 0) return [...leaks, ...envelope];
  const value = jsonOf(text);
  return [...leaks, ...outcomeFinds({ answer, value, predicted, operation, isHead })];
};

/** The request_id of an answer, by which the journal has it; undefined where there is none. */
export const requestIdOf = ({ body }) => jsonOf(body.toString())?.request_id;
