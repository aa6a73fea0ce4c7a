import { parseAmount, renderAmount } from '../../money/amount.ts';
import type { Body } from '../../report/read-body.ts';
import type { FreespinsProgress } from '../../spec/callback.ts';

/** The progress of a pack that a getBalance carries; undefined where there is none, or an odd one. */
export const freespinsOf = (body: Body): FreespinsProgress | undefined => {
  if (body.kind !== 'json') return undefined;
  const played = spins(body.field('freespins', 'played')?.text);
  const total = spins(body.field('freespins', 'total')?.text);
  const finish = body.field('freespins', 'is_finish')?.text;
  const win = parseAmount(body.field('freespins', 'accumulated_win')?.text ?? '');
  if (played === undefined || total === undefined || win === undefined) return undefined;
  return { played, total, isFinish: finish === 'true', accumulatedWin: renderAmount(win) };
};

const spins = (text = ''): number | undefined =>
  /^\d{1,9}$/.test(text) ? Number(text) : undefined;
