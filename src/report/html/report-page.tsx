import type { VNode } from 'preact';
import { Brand } from '../../components/brand.tsx';
import type { HrefOfCall } from '../../components/call-table.tsx';
import { ReportBody } from '../../components/report-body.tsx';
import type { ReportView } from '../../components/report-view.ts';
import { VerdictHead } from '../../components/verdict-head.tsx';

/** The report of a run: what to fix first, then what was looked at, then what else was seen. */
export const ReportPage = ({
  view,
  hrefOfExchange,
}: {
  readonly view: ReportView;
  readonly hrefOfExchange?: HrefOfCall | undefined;
}): VNode => (
  <main class="report">
    <p class="kicker">
      <Brand size={22} /> walletproof <span class="quiet">conformance of a wallet agent</span>
    </p>
    <VerdictHead head={view.head} />
    <ReportBody view={view} hrefOfExchange={hrefOfExchange} />
    <footer class="quiet">{footerText(view)}</footer>
  </main>
);

/** Where the exchanges are that the report does not have. */
const footerText = ({ exchanges, exchangeCount }: ReportView): string =>
  exchanges.length === 0
    ? `The run has ${exchangeCount} exchanges: --reporter json=report.json keeps them all.`
    : `${exchanges.length} of ${exchangeCount} exchanges are given in full here: those that show what is broken. --reporter json=report.json keeps them all.`;
