import type { Stage } from '../situation.ts';
import { orderNode, spellingsAsOrdered } from '../trees.ts';

/** The body as it was sent, and the values in the order in which they were sent. */
export const asItStands: Stage = function* (situation) {
  const { text, sent, tree, dialects, accepted, spelling } = situation;
  const compact = dialects.filter(({ separators }) => separators === 'compact');
  for (const subject of spellingsAsOrdered(orderNode(tree, 'none'), compact)) {
    yield { subject, mistake: 'not-sorted' };
  }
  yield { subject: text, mistake: 'raw-body' };
  yield { subject: text.trim(), mistake: 'raw-body' };
  // A file ends with a line break, which is lost where its text is pasted.
  if (!accepted.includes(text)) {
    for (const end of ['\n', '\r\n']) yield { subject: text + end, mistake: 'raw-body' };
  }
  for (const subject of spelling.asOrdered(orderNode(tree, 'none'))) {
    yield { subject, mistake: 'not-sorted' };
  }
  for (const subject of spelling.asOrdered(orderNode(sent, 'none'))) {
    yield { subject, mistake: 'raw-body' };
  }
};
