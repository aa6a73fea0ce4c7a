import type { VNode } from 'preact';
import { Brand } from '../../components/brand.tsx';
import type { HrefOfCall } from '../../components/call-table.tsx';
import { ReportBody } from '../../components/report-body.tsx';
import type { ReportView } from '../../components/report-view.ts';
import { VerdictHead } from '../../components/verdict-head.tsx';
import { LoadSections } from './load-sections.tsx';

/** The report of a run, or of a load: what to fix first, then what was looked at, then what else was seen. */
export const ReportPage = ({
  view,
  hrefOfExchange,
}: {
  readonly view: ReportView;
  readonly hrefOfExchange?: HrefOfCall | undefined;
}): VNode => (
  <main class={view.load === undefined ? 'report' : 'report load'}>
    <p class="kicker">
      <Brand size={22} /> walletproof{' '}
      <span class="quiet">{view.load === undefined ? 'conformance of a wallet agent' : 'many players at once'}</span>
    </p>
    <VerdictHead head={view.head} />
    <ReportBody view={view} hrefOfExchange={hrefOfExchange} />
    {view.load === undefined ? null : <LoadSections load={view.load} />}
    <footer class="quiet">{footerText(view)}</footer>
  </main>
);

/** Where the exchanges are that the report does not have. */
const footerText = ({ load, exchanges, exchangeCount }: ReportView): string => {
  if (load !== undefined) return '--reporter json=load.json keeps every figure, and is what load merge takes.';
  return exchanges.length === 0
    ? `The run has ${exchangeCount} exchanges: --reporter json=report.json keeps them all.`
    : `${exchanges.length} of ${exchangeCount} exchanges are given in full here: those that show what is broken. --reporter json=report.json keeps them all.`;
};
