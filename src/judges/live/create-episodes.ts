import type { Exchange } from '../../spec/exchange.ts';
import type { LiveStart, Sent } from './reading.ts';

/** A callback that is under way. */
export type Leaving = LiveStart & Pick<Sent, 'intent'>;

/** The end of a call: it can be judged, with all that overlapped it; or not, for a reason. */
export type Ended =
  | { readonly kind: 'quiet'; readonly sent: readonly Sent[] }
  | { readonly kind: 'waiting' }
  /** `spoiled`: those that ended before the reason was there. */
  | { readonly kind: 'spoiled'; readonly reason: string; readonly spoiled: readonly Spoiled[] };

export interface Spoiled {
  readonly leaving: Leaving;
  readonly exchange: Exchange;
}

export interface Episodes {
  /** A call leaves; the function given back takes its answer, once. */
  begin(key: string, leaving: Leaving): (exchange: Exchange) => Ended;
  /** Nothing that is under way can be judged: on one account, or on all. */
  spoil(reason: string, key?: string): void;
}

/** Calls of one account that overlap, one way or another. */
interface Episode {
  readonly startedAt: number;
  readonly sent: Map<number, Sent>;
  leaving: number;
  reason?: string;
}

/** More calls at once than anybody can judge. */
const mostAtOnce = 24;

/** A call that did not end by then never will. */
const longestMs = 600_000;

/** Knows which calls on an account overlap: an episode ends when no call is under way. */
export const createEpisodes = (): Episodes => {
  const episodes = new Map<string, Episode>();
  let moments = 0;
  const episodeAt = (key: string, at: number): Episode => {
    const known = episodes.get(key);
    if (known !== undefined && Math.abs(at - known.startedAt) < longestMs) return known;
    const episode: Episode = { startedAt: at, sent: new Map(), leaving: 0 };
    if (known !== undefined) episode.reason = 'an earlier call on the account never ended';
    episodes.set(key, episode);
    return episode;
  };
  return {
    begin: (key, leaving) => {
      const episode = episodeAt(key, leaving.at);
      moments += 1;
      const begun = moments;
      let isOver = false;
      episode.leaving += 1;
      if (episode.leaving + episode.sent.size > mostAtOnce) {
        episode.reason ??= `more than ${mostAtOnce} calls were under way at once`;
      }
      return (exchange) => {
        if (isOver) return { kind: 'waiting' };
        isOver = true;
        moments += 1;
        episode.sent.set(begun, { ...leaving, exchange, begun, ended: moments });
        episode.leaving -= 1;
        if (episode.leaving === 0 && episodes.get(key) === episode) episodes.delete(key);
        return endOf(episode);
      };
    },
    spoil: (reason, key) => {
      for (const [each, episode] of episodes) {
        if (key === undefined || each === key) episode.reason ??= reason;
      }
    },
  };
};

const endOf = (episode: Episode): Ended => {
  const { sent, reason } = episode;
  if (reason !== undefined) {
    const spoiled = [...sent.values()].map((each) => ({ leaving: each, exchange: each.exchange }));
    sent.clear();
    return { kind: 'spoiled', reason, spoiled };
  }
  if (episode.leaving > 0) return { kind: 'waiting' };
  const ordered = [...sent].toSorted(([one], [other]) => one - other);
  return { kind: 'quiet', sent: ordered.map(([, each]) => each) };
};

/** Which transactions are named by calls that are under way, and in which accounts. */
export interface UnderWay {
  /** Whether a call in another account names it at this moment. */
  begin(transactionId: string, accountKey: string): boolean;
  end(transactionId: string, accountKey: string): void;
}

export const createUnderWay = (): UnderWay => {
  const calls = new Map<string, readonly string[]>();
  return {
    begin: (id, key) => {
      const keys = calls.get(id) ?? [];
      calls.set(id, [...keys, key]);
      return keys.some((each) => each !== key);
    },
    end: (id, key) => {
      const keys = calls.get(id) ?? [];
      const left = keys.toSpliced(keys.indexOf(key), 1);
      if (left.length === 0) calls.delete(id);
      else calls.set(id, left);
    },
  };
};
