import type { Pack } from '../../platform/create-packs.ts';
import type { Seat } from '../seat.ts';

/** The free spins that are played at this table; none in a demo. */
export const activePack = ({ mode, parlour, launch }: Seat): Pack | undefined =>
  mode === 'real' ? parlour.packs.activeFor(launch) : undefined;
