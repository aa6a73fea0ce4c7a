import { parseJson } from '../../json/parse-json.ts';
import { candidates } from '../candidates.ts';
import { dialects } from '../dialects.ts';
import { trimNode } from '../trim-node.ts';
import { isSomewhereTrimmed } from '../trim-text.ts';
import { readHeader } from './header/read-header.ts';
import type { SignatureQuestion } from './signature-question.ts';
import type { Situation } from './situation.ts';
import { changedFields } from './trees/changed-fields.ts';
import { relevantDialects } from './trees/relevant-dialects.ts';
import { spellings } from './trees/spellings.ts';

/** The question, read. Throws JsonError for a body that is no JSON, TypeError for one that is no object. */
export const openSituation = (question: SignatureQuestion, text: string): Situation => {
  const { direction = 'request', header, token, otherTokens = [] } = question;
  const sent = parseJson(text);
  if (sent.kind !== 'object') throw new TypeError('The body is no object');
  const tree = direction === 'request' ? trimNode(sent) : sent;
  const dialectOf = direction === 'request' ? ofRequest(sent) : ofCallback(sent);
  return {
    text,
    sent,
    tree,
    ...trimmedMore(sent, tree, direction),
    direction,
    accepted: [...dialectOf.keys()],
    dialectOf,
    dialects: relevantDialects(tree),
    readings: readHeader(header),
    token,
    otherTokens,
  };
};

const trimmedMore = (
  sent: Tree,
  tree: Tree,
  direction: Situation['direction'],
): Pick<Situation, 'moreTrimmed'> => {
  const moreTrimmed = direction === 'request' ? trimNode(sent, isSomewhereTrimmed) : tree;
  return changedFields(tree, moreTrimmed).length === 0 ? {} : { moreTrimmed };
};

type Tree = Situation['tree'];

const ofRequest = (tree: Tree): Map<string, string> => {
  const names = new Map<string, string>();
  for (const { canonical, dialect } of candidates({ tree, numbers: 'any' }, dialects)) {
    names.set(canonical, dialect.name);
  }
  return names;
};

const ofCallback = (tree: Tree): Map<string, string> => {
  const names = new Map<string, string>();
  for (const dialect of relevantDialects(tree)) {
    for (const text of spellings(tree, [dialect])) names.set(text, dialect.name);
  }
  return names;
};
