import type { Router } from 'express';
import { createGames } from '../../games/create-games.ts';
import type { Platform } from '../../platform/create-platform.ts';
import { createSendCallback } from '../lines/create-send-callback.ts';
import type { AgentLines } from '../lines/open-agent-lines.ts';
import { sessionView } from '../ports/session-view.ts';
import { tellPacks } from '../ports/tell-packs.ts';
import type { House } from './house.ts';

/** The games: their callbacks go over the lines, with the faults that are switched on. */
export const openServedGames = (
  { hub, faults, witness, closing, ...house }: House,
  platform: Platform,
  lines: AgentLines,
): Router => {
  const dice = house.dice.fork('games');
  return createGames({
    platform,
    quirks: house.configuration.quirks,
    dice,
    sendCallback: createSendCallback({
      ...{ ...house, dice, lines },
      deviate: faults.takeCallback,
      judgementOf: witness.judgementOf,
      mask: house.recorder.mask,
      signal: closing.signal,
    }),
    onEvent: {
      packs: () => tellPacks(hub, platform),
      session: (sessionId) => {
        const session = hub.isHeard() ? platform.sessions.find(sessionId) : undefined;
        if (session === undefined) return;
        const { catalogue } = platform;
        hub.tell({
          kind: 'session',
          session: sessionView({ session, state: 'active', catalogue }),
        });
      },
    },
    onError: house.onError,
  });
};
