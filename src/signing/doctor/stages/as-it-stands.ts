import type { Stage } from '../situation.ts';
import { orderNode, spellingsAsOrdered } from '../trees.ts';

/** The body as it was sent, and the values in the order in which they were sent. */
export const asItStands: Stage = function* ({ text, sent, tree, dialects, accepted }) {
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
  for (const subject of spellingsAsOrdered(orderNode(tree, 'none'), dialects)) {
    yield { subject, mistake: 'not-sorted' };
  }
  for (const subject of spellingsAsOrdered(orderNode(sent, 'none'), dialects)) {
    yield { subject, mistake: 'raw-body' };
  }
};
