import { stripControls } from './strip-controls.ts';

const defaultLimit = 2000;

/** Text from outside as one harmless line of at most `limit` characters. */
export const plainText = (text: string, limit = defaultLimit): string => {
  const start = text.slice(0, limit * 2);
  const line = stripControls(start.replaceAll(/[\r\v\f\u0085\u2028\u2029]/g, ' '))
    .replaceAll(/\s+/g, ' ')
    .trim();
  const isWhole = line.length <= limit && start.length === text.length;
  return isWhole ? line : `${line.slice(0, limit - 1).replace(/\p{Cs}$/u, '')}…`;
};
