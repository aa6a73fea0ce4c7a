import { plural } from '../base/quantities.ts';
import type { Difference } from './difference.ts';
import type { OperationPair } from './operation-pair.ts';
import type { Prepared, Standing } from './prepare-request.ts';

/** What the signatures of the recorded requests tell, of tokens and of the dialects that are taken. */
export interface TokenWatch {
  hear(pair: OperationPair, prepared: Prepared): void;
  /** Whether the token of an agent has verified a signature. */
  isKnown(agentId: number | undefined): boolean;
  conclude(): readonly { readonly difference: Difference; readonly place: string }[];
  remarks(): string[];
}

/** `accept`: the dialects that our platform takes. */
export const createTokenWatch = (accept: readonly string[]): TokenWatch => {
  const taken = new Set<string>();
  const refused = new Map<string, string>();
  const agents: Standings = new Map();
  return {
    hear: ({ agentId, error, recorded }, { standing, dialect }) => {
      if (dialect !== undefined) {
        if (error === 'invalid_signature') refused.set(dialect, recorded.place);
        else taken.add(dialect);
      }
      if (agentId !== undefined) countStanding(agents, agentId, standing);
    },
    isKnown: (agentId) => (agents.get(agentId ?? -1)?.signed ?? 0) > 0,
    conclude: () => {
      const foreign = [...refused].filter(([dialect]) => !taken.has(dialect));
      if (taken.size === 0 || !accept.includes('any')) return [];
      return foreign.map(([dialect, place]) => ({
        difference: refusedDialect(dialect, taken),
        place,
      }));
    },
    remarks: () =>
      [...agents].flatMap(([agentId, { signed, unverified }]) =>
        unverified === 0 ? [] : [unverifiedText(agentId, unverified, signed + unverified)],
      ),
  };
};

type Standings = Map<number, { signed: number; unverified: number }>;

const countStanding = (agents: Standings, agentId: number, standing: Standing): void => {
  const heard = agents.get(agentId) ?? { signed: 0, unverified: 0 };
  if (standing === 'signed') heard.signed += 1;
  if (standing === 'unverified') heard.unverified += 1;
  if (agents.size < mostAgents) agents.set(agentId, heard);
};

const mostAgents = 100;

const refusedDialect = (dialect: string, taken: ReadonlySet<string>): Difference => ({
  ...{ of: 'requests', part: 'request', kind: 'signature', field: 'X-Signature' },
  ...{ recorded: `the dialect ${dialect} is refused`, here: 'any known dialect is taken' },
  setting: { kind: 'quirk', name: 'accept', value: [...taken] },
});

const unverifiedText = (agentId: number, unverified: number, total: number): string =>
  `The token of agent ${agentId} does not verify ${unverified} of ${plural(total, 'recorded request')}, which were sent again under a signature of ours. Give the token of the recording: --token, or WALLETPROOF_TOKEN.`;
