import type { Run } from '../formats/run.ts';
import { plural } from '../text/quantity-text.ts';
import { newBreaches } from './run-view.ts';
import { butForKnown } from './verdict-label.ts';

/** A badge for shields.io: its endpoint schema, version 1. */
export const renderBadge = (run: Run): string => {
  const message = `${words(run)}${run.partial === true ? ' (interrupted)' : ''}`;
  const badge = { schemaVersion: 1, label: 'walletproof', message, color: colourOf(run) };
  return `${JSON.stringify(badge)}\n`;
};

/** Known breaches do not count: they do not make the run nonconformant. */
const words = (run: Run): string => {
  const { verdict, summary, causes } = run;
  const broken = newBreaches(run);
  const [cause] = causes.filter(({ requirements }) => requirements.length > 0);
  if (verdict === 'inconclusive') return `inconclusive${cause === undefined ? '' : `: ${cause.code}`}`;
  if (verdict === 'conformant') return `conformant${butForKnown(run)}, ${summary.passed} passed`;
  return broken.length === 0 ? 'not conformant' : `${plural(broken.length, 'requirement')} broken`;
};

const colourOf = ({ verdict, partial, summary }: Run): string => {
  if (verdict === 'nonconformant') return 'red';
  if (verdict === 'inconclusive' || partial === true) return 'lightgrey';
  return summary.warned === 0 && summary.failed === 0 ? 'brightgreen' : 'yellowgreen';
};
