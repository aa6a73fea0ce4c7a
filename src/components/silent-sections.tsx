import type { VNode } from 'preact';
import type { ReportView } from './report-view.ts';

/** What counts for nothing: what the agent does where the specification is silent, how it was signed, what stayed with the players. */
export const SilentSections = ({
  view: { observations, dialect, residue },
}: {
  readonly view: Pick<ReportView, 'observations' | 'dialect' | 'residue'>;
}): VNode => (
  <>
    {observations.length === 0 ? null : <Observations observations={observations} />}
    {dialect === undefined ? null : <Dialect {...dialect} />}
    {residue === undefined ? null : <Residue {...residue} />}
  </>
);

const Observations = ({ observations }: Pick<ReportView, 'observations'>): VNode => (
  <section aria-labelledby="observations">
    <h2 id="observations">Where the specification is silent</h2>
    <p class="quiet">What this agent does there. None of it counts for or against it.</p>
    <dl class="observations">
      {observations.map(({ id, title, messages }) => (
        <div key={id}>
          <dt>
            <a href={`#requirement-${id}`}>{id}</a> {title}
          </dt>
          {messages.map((message) => (
            <dd key={message}>{message}</dd>
          ))}
        </div>
      ))}
    </dl>
  </section>
);

const Dialect = ({ name, how, sentence, warnings }: NonNullable<ReportView['dialect']>): VNode => (
  <section aria-labelledby="dialect">
    <h2 id="dialect">Signatures</h2>
    <p>
      Signed as <code>{name}</code>, {how}. {sentence}
    </p>
    {warnings.length === 0 ? null : (
      <ul>
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    )}
  </section>
);

const Residue = ({ sentence, accounts }: NonNullable<ReportView['residue']>): VNode => (
  <section aria-labelledby="residue">
    <h2 id="residue">Left with the players</h2>
    <p class="quiet">{sentence}</p>
    <ul>
      {accounts.map(({ file, account }) => (
        <li key={`${file} ${account}`}>
          {account} <span class="place">{file}</span>
        </li>
      ))}
    </ul>
  </section>
);
