import { shownUrl } from '../base/shown.ts';
import { visibleLine } from '../base/visible-text.ts';
import type { ServedAgents } from '../serve/served-agents.ts';
import { isPublicHost, parseTarget } from '../wire/check-target.ts';

/** Warns of each agent whose callback URL is plain HTTP to a public host: of those there are, and when one changes. */
export const warnOfPlainUrls = (
  { now, onChange }: Pick<ServedAgents, 'now' | 'onChange'>,
  tell: (line: string) => void,
): void => {
  let told: ReadonlyMap<number, string> = new Map();
  const look = (): void => {
    const plain = new Map(
      [...now].flatMap(([id, { callbackUrl }]) => (isPlain(callbackUrl) ? [[id, callbackUrl]] : [])),
    );
    const fresh = [...plain].filter(([id, url]) => told.get(id) !== url).map(([, url]) => warningOf(url));
    told = plain;
    for (const line of new Set(fresh)) tell(line);
  };
  look();
  onChange(look);
};

const isPlain = (url: string | undefined): url is string => {
  const target = url === undefined ? undefined : parseTarget(url);
  return target?.protocol === 'http:' && isPublicHost(target);
};

const warningOf = (url: string): string =>
  visibleLine(
    `The callback URL ${shownUrl(url)} is plain HTTP to a public host: the specification asks for HTTPS (section 2).`,
  );
