import type { Exchange } from '../../spec/exchange.ts';
import { readHomeUrl } from '../../spec/home-url.ts';
import { hearOperation } from './operation.ts';

/**
 * What became of the home_url of a launch that was answered with a link, where the game does not lead
 * there. It breaks nothing: section 4 says what home_url is for and not what may stand in it.
 */
export const remarkHome = (exchange: Exchange): string | undefined => {
  const { kind, refusal, fault } = exchange;
  if (!launches.has(kind) || refusal !== undefined || fault !== undefined) return undefined;
  const { home_url: homeUrl } = hearOperation(exchange).fields as { home_url?: unknown };
  if (typeof homeUrl !== 'string') return undefined;
  if (last?.homeUrl !== homeUrl) last = { homeUrl, remark: remarkOn(homeUrl) };
  return last.remark;
};

/** A casino sends the same one with nearly every launch, and reading a URL is a fiftieth of what a launch costs. */
let last: { readonly homeUrl: string; readonly remark: string | undefined } | undefined;

const remarkOn = (homeUrl: string): string | undefined => {
  const read = readHomeUrl(homeUrl);
  return read.kind === 'link' ? undefined : `home_url ${read.why}: the game shows no Home button.`;
};

const launches: ReadonlySet<Exchange['kind']> = new Set(['get_game_link', 'get_game_link_demo']);
