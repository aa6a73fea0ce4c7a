import type { VNode } from 'preact';
import { plural } from '../base/quantities.ts';
import { visibleText } from '../base/visible-text.ts';
import { Arithmetic, Badges, BreachCard } from './breach-card.tsx';
import type { BreachView } from './breach-view.ts';
import { CallTable, type HrefOfCall } from './call-table.tsx';
import { CommandBlock, ExchangeDetails } from './exchange-details.tsx';
import type { AlsoView, ReportedBreach, ReportView, SightingView, SourceView } from './report-view.ts';

type Standing = ReportedBreach['standing'];

interface BreachSectionProps {
  readonly view: Pick<ReportView, 'breaches' | 'exchanges'> & {
    /** What became of the times that are not listed; report.json has them when absent. */
    readonly untoldNote?: string;
  };
  /** The address of an exchange; what has none may be in the report in full. */
  readonly hrefOfExchange?: HrefOfCall | undefined;
}

/** Every root cause as a card: what fails the run, what only warns, what the baseline excuses. */
export const BreachSections = (props: BreachSectionProps): VNode => (
  <>
    {(['fails', 'warns', 'known'] as const).map((standing) => (
      <BreachSection key={standing} {...props} standing={standing} />
    ))}
  </>
);

const headings: Readonly<Record<Standing, (count: number) => string>> = {
  fails: (count) => (count === 1 ? 'What to fix' : `What to fix: ${count} things, in this order`),
  warns: (count) => `${plural(count, 'warning')}: no must is broken by ${count === 1 ? 'it' : 'them'}`,
  known: (count) => `${plural(count, 'known breach', 'known breaches')}, excused by the baseline`,
};

const BreachSection = ({
  view,
  hrefOfExchange,
  standing,
}: BreachSectionProps & { readonly standing: Standing }): VNode | null => {
  const breaches = view.breaches.filter((breach) => breach.standing === standing);
  if (breaches.length === 0) return null;
  const given = new Set(view.exchanges.map(({ id }) => id));
  const hrefOfCall: HrefOfCall = (id) => hrefOfExchange?.(id) ?? (given.has(id) ? `#exchange-${id}` : undefined);
  return (
    <section class="breaches" aria-labelledby={standing}>
      <h2 id={standing}>{headings[standing](breaches.length)}</h2>
      {breaches.map((reported) => (
        <Card key={reported.id} {...{ reported, view, hrefOfCall }} />
      ))}
    </section>
  );
};

interface CardProps {
  readonly reported: ReportedBreach;
  readonly view: BreachSectionProps['view'];
  readonly hrefOfCall: HrefOfCall;
}

const Card = ({ reported, view, hrefOfCall }: CardProps): VNode => {
  const { id, breach, source, others, untold, also, rerun } = reported;
  const count = 1 + others.length + untold;
  return (
    <BreachCard
      id={id}
      breach={breach}
      hrefOfCall={hrefOfCall}
      aside={
        <>
          {count === 1 ? '' : `${count} times, as `}
          <code>{breach.code}</code>
        </>
      }
      more={
        <>
          <InFull calls={breach.calls} exchanges={view.exchanges} />
          <Source source={source} />
          {others.length === 0 ? null : (
            <details class="told">
              <summary>Seen {plural(count - 1, 'more time')}</summary>
              <Others {...{ others, untold, view, hrefOfCall }} />
            </details>
          )}
          {rerun === undefined ? null : (
            <details class="told">
              <summary>Play it alone</summary>
              <CommandBlock label="Plays only the scenarios that show it" command={rerun} />
            </details>
          )}
          {also.map((each) => (
            <Also key={each.id} {...{ also: each, view, hrefOfCall }} />
          ))}
        </>
      }
    />
  );
};

/** What else the mistake shows as: gone with it, and all there to read until then. */
const Also = ({
  also: { id, code, title, requirements, change, others, untold },
  ...places
}: { readonly also: AlsoView } & Omit<CardProps, 'reported'>): VNode => (
  <details class="also told" id={id}>
    <summary>
      It also shows as <code>{code}</code>: {visibleText(title)}
    </summary>
    <Badges requirements={requirements} />
    <Others {...{ others, untold, ...places }} />
    <p class="quiet">Where it stays after that: {visibleText(change)}</p>
  </details>
);

/** Requests and answers, where the report itself has them. */
const InFull = ({ calls, exchanges }: Pick<BreachView, 'calls'> & Pick<ReportView, 'exchanges'>): VNode | null => {
  const given = calls.flatMap((call) => {
    const exchange = exchanges.find(({ id }) => id === call.exchangeId);
    return exchange === undefined ? [] : [{ call, exchange }];
  });
  return given.length === 0 ? null : (
    <details>
      <summary>Requests and answers</summary>
      <div class="exchanges">
        {given.map(({ call, exchange }) => (
          <ExchangeDetails key={exchange.id} call={call} exchange={exchange} />
        ))}
      </div>
    </details>
  );
};

const Others = ({
  others,
  untold,
  view,
  hrefOfCall,
}: Pick<ReportedBreach, 'others' | 'untold'> & Omit<CardProps, 'reported'>): VNode => (
  <ul class="others">
    {others.map((sighting) => (
      <li key={`${sighting.source.place} ${sighting.message}`}>
        <Other {...{ sighting, view, hrefOfCall }} />
      </li>
    ))}
    {untold === 0 ? null : (
      <li class="quiet">
        and {plural(untold, 'more time')}: {view.untoldNote ?? 'report.json has them'}.
      </li>
    )}
  </ul>
);

const Other = ({
  sighting: { message, source, calls, leftOut, before, arithmetic, cause },
  view,
  hrefOfCall,
}: { readonly sighting: SightingView } & Omit<CardProps, 'reported'>): VNode => {
  const line = (
    <>
      {message} <span class="place">{source.place}</span>
    </>
  );
  if (calls.length === 0) return line;
  return (
    <details>
      <summary>{line}</summary>
      <CallTable {...{ calls, leftOut, hrefOfCall }} {...(before === undefined ? {} : { before })} />
      {arithmetic === undefined ? null : <Arithmetic text={arithmetic} />}
      {cause === undefined ? null : <p>{cause}</p>}
      <InFull calls={calls} exchanges={view.exchanges} />
      <Source source={source} />
    </details>
  );
};

/** The step of the scenario that shows it, with the lines around it. */
const Source = ({ source: { place, title, lines } }: { readonly source: SourceView }): VNode => (
  <details>
    <summary>The scenario</summary>
    <figure class="code">
      <figcaption>
        <span class="place">{place}</span>
        {title === undefined ? '' : `, ${title}`}
      </figcaption>
      {lines.length === 0 ? null : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        <pre class="scroll source" tabIndex={0}>
          {lines.map(({ number, text, isMarked, note }) => (
            <span key={number} class={isMarked ? 'line marked' : 'line'}>
              <span class="gutter">
                {isMarked ? '▸' : ' '}
                {String(number).padStart(3)}
              </span>{' '}
              {text}
              {note === undefined ? '' : <span class="asked">{`  ← ${note}`}</span>}
              {'\n'}
            </span>
          ))}
        </pre>
      )}
    </figure>
  </details>
);
