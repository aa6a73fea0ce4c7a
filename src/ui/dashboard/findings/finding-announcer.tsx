import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { FindingView } from '../../../api/schemas/findings.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { store } from '../../parts/store.ts';
import { openFindings } from './open-findings.ts';

/** Says to screen readers what was found since the page was opened, each once, with its sentence. */
export const FindingAnnouncer = (): VNode => {
  const known = useRef<ReadonlySet<string> | undefined>(undefined);
  const [said, setSaid] = useState('');
  const findings = openFindings.value;
  const isRead = store.findings.value !== undefined;
  useEffect(() => {
    if (!isRead) return;
    const fresh = newcomers(findings, known.current);
    known.current = new Set(findings.map(({ id }) => id));
    if (fresh.length > 0) setSaid(announcement(fresh));
  }, [findings, isRead]);
  return (
    <p class="unseen" role="status" aria-label="New findings">
      {visibleText(said)}
    </p>
  );
};

type Told = Pick<FindingView, 'id' | 'title'>;

/** Those that were not known; none at the first reading, which tells what was there before. */
export const newcomers = <F extends Told>(
  findings: readonly F[],
  known: ReadonlySet<string> | undefined,
): readonly F[] => (known === undefined ? [] : findings.filter(({ id }) => !known.has(id)));

const announcement = (fresh: readonly Told[]): string =>
  `Found: ${fresh.map(({ title }) => title).join('. ')}.`.replaceAll('..', '.');
