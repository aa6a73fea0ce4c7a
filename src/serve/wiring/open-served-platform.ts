import type { Platform } from '../../platform/create-platform.ts';
import { createPlatform } from '../../platform/create-platform.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { sessionView } from '../ports/session-view.ts';
import { tellPacks } from '../ports/tell-packs.ts';
import type { House } from './house.ts';

/** The request API: what the agent asks is recorded, judged and shown to a run that watches. */
export const openServedPlatform = ({
  configuration,
  launches,
  witness,
  hub,
  ...house
}: House): Platform => {
  const platform = createPlatform({
    ...house,
    agents: configuration.agents,
    quirks: configuration.quirks,
    explain: house.explain ?? 'afterwards',
    operationFault: launches.operationFault,
    record: (exchange) => {
      witness.record(exchange);
      launches.show(exchange);
      if (isAboutPacks(exchange)) tellPacks(hub, platform);
    },
    onSession: (session) => {
      if (!hub.isHeard()) return;
      const { catalogue } = platform;
      hub.tell({ kind: 'session', session: sessionView({ session, state: 'active', catalogue }) });
    },
  });
  return platform;
};

const isAboutPacks = ({ kind, refusal }: Exchange): boolean =>
  refusal === undefined && (kind === 'freespins_grant' || kind === 'freespins_delete');
