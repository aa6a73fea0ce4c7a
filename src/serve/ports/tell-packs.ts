import type { Platform } from '../../platform/create-platform.ts';
import type { EventHub } from '../telling/create-event-hub.ts';
import { packView } from './pack-view.ts';

/** Tells the packs as they are now. */
export const tellPacks = (
  { tell, isHeard }: Pick<EventHub, 'tell' | 'isHeard'>,
  { packs }: Pick<Platform, 'packs'>,
): void => {
  if (isHeard()) tell({ kind: 'packs', packs: packs.list().map(packView) });
};
