import type { RecordedCall } from './recorded-call.ts';

/** When it was, and what was said of its answer; undefined where there is nothing to say. */
export const writeComment = ({
  startedAt,
  remark,
  refusedWith,
}: RecordedCall): string | undefined => {
  const refused = refusedWith === undefined ? undefined : `the agent refused it: ${refusedWith}`;
  const said = remark ?? refused;
  return said === undefined ? undefined : `${timeOf(startedAt)}${said.replaceAll('\n', ' ')}`;
};

/** UTC, `12:34:56 `. */
const timeOf = (startedAt: number): string => {
  const date = new Date(startedAt);
  return Number.isNaN(date.getTime()) ? '' : `${date.toISOString().slice(-13, -5)} `;
};
