import type { ComponentChildren, VNode } from 'preact';
import { Brand } from '../../../components/brand.tsx';
import { BreachSections } from '../../../components/breach-section.tsx';
import { groupDigits } from '../../../components/money.tsx';
import type { Percentiles } from '../histograms.ts';
import { type Fact, type LatencyRow, type LoadView, shortMs, whole } from '../load-view.ts';
import { LoadCharts } from './load-charts.tsx';

/** The report of a load: the verdict, what to fix, then the load second by second and in figures. */
export const LoadPage = ({ view }: { readonly view: LoadView }): VNode => (
  <main class="report load">
    <p class="kicker">
      <Brand size={22} /> walletproof <span class="quiet">many players at once</span>
    </p>
    <Head view={view} />
    <BreachSections view={{ ...view, untoldNote: 'counted, and not kept' }} />
    <Goals goals={view.goals} />
    <LatencySection view={view} />
    <LoadCharts seconds={view.seconds} rate={view.rate.text} />
    <Errors errors={view.errors} />
    <Money view={view} />
    <Doubts doubts={view.doubts} />
    <Played view={view} />
    <Generator view={view} />
    <footer class="quiet">--reporter json=load.json keeps every figure, and is what load merge takes.</footer>
  </main>
);

const Head = ({ view }: { readonly view: LoadView }): VNode => (
  <header class={`verdict ${view.verdict}`}>
    <h1>{view.title}</h1>
    <p class="lead">{view.sentence}</p>
    {view.reasons.length === 0 ? null : (
      <ul class="reasons">
        {view.reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    )}
    <ul class="counts">
      <li>{view.rate.text}</li>
      {view.money.map(({ currency, drift, isRight }) => (
        <li key={currency} class={isRight ? '' : 'failed'}>
          drift {groupDigits(drift)} {currency}
        </li>
      ))}
    </ul>
    <Facts facts={view.facts} />
  </header>
);

const Facts = ({ facts }: { readonly facts: readonly Fact[] }): VNode => (
  <dl class="facts">
    {facts.map(({ name, text }) => (
      <div key={name}>
        <dt>{`${name.charAt(0).toUpperCase()}${name.slice(1)}`}</dt>
        <dd>{text}</dd>
      </div>
    ))}
  </dl>
);

/** A part of the page, with its heading; `id` names it. */
const Part = ({
  id,
  title,
  children,
}: {
  readonly id: string;
  readonly title: string;
  readonly children: ComponentChildren;
}): VNode => (
  <section aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {children}
  </section>
);

/** Rows of texts below their heads; columns from `numbers` on are right-aligned. */
const Table = ({
  heads,
  rows,
  numbers,
}: {
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly numbers: readonly number[];
}): VNode => {
  const lookOf = (column: number): string | undefined => (numbers.includes(column) ? 'number' : undefined);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <div class="scroll" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {heads.map((head, column) => (
              <th key={head} scope="col" class={lookOf(column)}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells) => (
            <tr key={cells.join(' ')}>
              {cells.map((cell, column) => (
                <td key={heads[column]} class={lookOf(column)}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

const goalWords = { met: '✓ met', missed: '✗ missed', 'not-judged': '– not judged' } as const;

const Goals = ({ goals }: Pick<LoadView, 'goals'>): VNode | null =>
  goals.length === 0 ? null : (
    <Part id="goals" title="Goals">
      <Table
        heads={['Goal', 'Result', 'Actual']}
        rows={goals.map(({ goal, result, actual, reason }) => [
          goal,
          goalWords[result],
          reason === undefined ? actual : `${actual}: ${reason}`,
        ])}
        numbers={[]}
      />
    </Part>
  );

const LatencySection = ({ view }: { readonly view: LoadView }): VNode => (
  <Part id="latency" title="How long the answers took">
    {view.latency.length === 0 ? (
      <p>No callback was answered.</p>
    ) : (
      <Table
        heads={['Callback', 'Measured', 'Answers', 'p50', 'p90', 'p99', 'p99.9', 'Max']}
        rows={view.latency.flatMap(latencyRows)}
        numbers={[2, 3, 4, 5, 6, 7]}
      />
    )}
    <p class="quiet">
      From the time when a callback was due: what waited behind a slow answer counts. From its sending: the answer
      alone.
    </p>
    {view.tooLate === undefined ? null : <p class="notice">No latency is held against the agent: {view.tooLate}.</p>}
  </Part>
);

const latencyRows = ({ type, latency, service }: LatencyRow): string[][] => [
  ...(latency === undefined ? [] : [[type, 'from when it was due', ...figures(latency)]]),
  ...(service === undefined ? [] : [[type, 'from its sending', ...figures(service)]]),
];

const figures = ({ count, p50, p90, p99, p999, max }: Percentiles): string[] => [
  whole(count),
  ...[p50, p90, p99, p999, max].map(shortMs),
];

const Errors = ({ errors }: Pick<LoadView, 'errors'>): VNode | null =>
  errors.length === 0 ? null : (
    <Part id="errors" title="Answers that say nothing of the wallet">
      <Table
        heads={['Callback', 'What came', 'Times']}
        rows={errors.map(({ type, said, count }) => [type, said, count])}
        numbers={[2]}
      />
    </Part>
  );

const Money = ({ view }: { readonly view: LoadView }): VNode => (
  <Part id="money" title="Money">
    {view.money.length === 0 ? (
      <p>No account was opened.</p>
    ) : (
      <Table
        heads={['Currency', 'Players', 'Staked', 'Won', 'Rolled back', 'Drift']}
        rows={view.money.map((row) => [
          row.currency,
          whole(row.players),
          ...[row.staked, row.won, row.rolledBack, row.drift].map(groupDigits),
        ])}
        numbers={[1, 2, 3, 4, 5]}
      />
    )}
    <p class="quiet">
      Drift: what all accounts have in the end, less what they must have. Of a right agent it is 0.00.
    </p>
    {view.residues.length === 0 ? null : (
      <>
        <p>Could not be given back:</p>
        <Lines texts={view.residues} />
      </>
    )}
  </Part>
);

const Lines = ({ texts }: { readonly texts: readonly string[] }): VNode => (
  <ul>
    {texts.map((text) => (
      <li key={text}>{text}</li>
    ))}
  </ul>
);

const Doubts = ({ doubts }: Pick<LoadView, 'doubts'>): VNode | null =>
  doubts.length === 0 ? null : (
    <Part id="doubts" title="What could not be explained">
      <Lines texts={doubts} />
    </Part>
  );

const Played = ({ view: { activities, struck, scenarioFiles } }: { readonly view: LoadView }): VNode | null =>
  activities.length === 0 && struck.length === 0 ? null : (
    <Part id="played" title="What was played">
      <div class="beside">
        <Table heads={['Activity', 'Times']} rows={activities.map(({ name, text }) => [name, text])} numbers={[1]} />
        {struck.length === 0 ? null : (
          <Table
            heads={['Fault that struck', 'Times']}
            rows={struck.map(({ name, text }) => [name, text])}
            numbers={[1]}
          />
        )}
      </div>
      {scenarioFiles.length === 0 ? null : (
        <>
          <p>Scenarios that play the breaches again:</p>
          <Lines texts={scenarioFiles} />
        </>
      )}
    </Part>
  );

const Generator = ({ view: { health } }: { readonly view: LoadView }): VNode => (
  <Part id="generator" title="The generator itself">
    <Facts facts={health} />
  </Part>
);
