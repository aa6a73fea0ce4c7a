import { dialects } from '../signing/dialects.ts';
import { sameSignature, signBody } from '../signing/sign.ts';
import type { Difference } from './difference.ts';
import { headerOf, type RecordedRequest } from './recorded.ts';

/** How the recorded callbacks of an agent are signed. */
export interface SignatureWatch {
  /** A difference that one callback shows: its signature is written otherwise. */
  hear(callback: HeardCallback): Difference[];
  /** What all of them show together. */
  conclude(): readonly ConcludedSignature[];
  /** How many callbacks of each agent no dialect fits under its token. */
  unverified(): ReadonlyMap<number, { readonly fits: number; readonly fails: number }>;
}

export interface HeardCallback {
  readonly type: string;
  readonly request: RecordedRequest;
  readonly agentId: number;
  readonly token: string;
  /** The dialect in which we sign callbacks to this agent. */
  readonly dialect: string;
  readonly place: string;
}

export interface ConcludedSignature {
  readonly difference: Difference;
  readonly place: string;
}

interface AgentSignatures {
  readonly dialect: string;
  /** Dialects that fit every callback so far. */
  common: readonly string[] | undefined;
  fits: number;
  fails: number;
  readonly failed: { readonly place: string; readonly type: string }[];
  place: string;
}

/** Looks for the dialect that signs them all. */
export const watchSignatures = (): SignatureWatch => {
  const agents = new Map<number, AgentSignatures>();
  return {
    hear: (callback) => hear(agents, callback),
    conclude: () => [...agents].flatMap(([agentId, heard]) => conclude(agentId, heard)),
    unverified: () => agents,
  };
};

const mostFailed = 3;

const hear = (agents: Map<number, AgentSignatures>, callback: HeardCallback): Difference[] => {
  const { type, request, agentId, token, dialect, place } = callback;
  const header = headerOf(request.headers, 'x-signature');
  if (header === undefined || request.body === undefined) return [];
  const heard = agents.get(agentId) ?? {
    ...{ dialect, common: undefined, fits: 0, fails: 0, failed: [], place },
  };
  agents.set(agentId, heard);
  const text = Buffer.from(request.body).toString();
  const fitting = fittingDialects(text, header.toLowerCase().trim(), token);
  if (fitting.length === 0) {
    heard.fails += 1;
    if (heard.failed.length < mostFailed) heard.failed.push({ place, type });
    return [];
  }
  heard.fits += 1;
  heard.common = (heard.common ?? fitting).filter((name) => fitting.includes(name));
  return /[A-F]/.test(header) ? [upperCase(type)] : [];
};

const upperCase = (type: string): Difference => ({
  ...{ of: type, part: 'callback', kind: 'format', field: 'X-Signature' },
  ...{ recorded: 'upper-case hexadecimal', here: 'lower-case hexadecimal' },
});

/** A body that is larger is no callback of section 6, and would be signed in each dialect. */
const largest = 65_536;

const fittingDialects = (text: string, header: string, token: string): string[] => {
  if (text.length > largest) return [];
  return dialects.flatMap(({ name }) => {
    try {
      return sameSignature(header, signBody(text, name, token)) ? [name] : [];
    } catch {
      return [];
    }
  });
};

const conclude = (agentId: number, heard: AgentSignatures): ConcludedSignature[] => {
  const { common = [], fits, failed, dialect, place } = heard;
  // A token that fits nothing is another token: it says nothing of the signatures.
  if (fits === 0) return [];
  const wrong = failed.map(({ place: where, type }) => ({
    difference: {
      ...{ of: type, part: 'callback' as const, kind: 'signature' as const, field: 'X-Signature' },
      ...{ recorded: 'no known dialect fits', here: 'signed as the other callbacks' },
    },
    place: where,
  }));
  const [found] = common;
  if (found === undefined || common.includes(dialect)) return wrong;
  const difference: Difference = {
    ...{ of: 'callbacks', part: 'callback', kind: 'signature', field: 'X-Signature' },
    ...{ recorded: `the dialect ${found}`, here: `the dialect ${dialect}` },
    setting: { kind: 'dialect', agentId, dialect: found },
  };
  return [...wrong, { difference, place }];
};
