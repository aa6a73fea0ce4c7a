import type { VNode } from 'preact';
import { Brand } from '../../../components/brand.tsx';
import { BreachSections } from '../../../components/breach-section.tsx';
import type { Fact, LoadSection, LoadView } from '../load-view.ts';
import { LoadCharts } from './load-charts.tsx';

/** The report of a load: the verdict, what to fix, then the load second by second and in figures. */
export const LoadPage = ({ view }: { readonly view: LoadView }): VNode => {
  const isFirst = ({ id }: LoadSection): boolean => id === 'goals' || id === 'latency';
  return (
    <main class="report load">
      <p class="kicker">
        <Brand size={22} /> walletproof <span class="quiet">many players at once</span>
      </p>
      <Head view={view} />
      <BreachSections view={{ ...view, untoldNote: 'counted, and not kept' }} />
      {view.sections.filter(isFirst).map((section) => (
        <Section key={section.id} {...section} />
      ))}
      <LoadCharts seconds={view.seconds} rate={view.rate.text} />
      {view.sections
        .filter((section) => !isFirst(section))
        .map((section) => (
          <Section key={section.id} {...section} />
        ))}
      <footer class="quiet">--reporter json=load.json keeps every figure, and is what load merge takes.</footer>
    </main>
  );
};

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
      {view.drifts.map(({ text, isRight }) => (
        <li key={text} class={isRight ? '' : 'failed'}>
          {text}
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

const Section = ({ id, title, columns, notes }: LoadSection): VNode => (
  <section aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {columns.every(({ cells }) => cells.length === 0) ? null : <Table columns={columns} />}
    {notes.map((note) => (
      <p key={note}>{note}</p>
    ))}
  </section>
);

const Table = ({ columns }: Pick<LoadSection, 'columns'>): VNode => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
  <div class="scroll" tabIndex={0}>
    <table>
      <thead>
        <tr>
          {columns.map(({ head, isFigure }) => (
            <th key={head} scope="col" class={isFigure ? 'number' : undefined}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {columns[0]?.cells.map((_, row) => (
          <tr key={columns.map(({ cells }) => cells[row]).join(' ')}>
            {columns.map(({ head, isFigure, cells }) => (
              <td key={head} class={isFigure ? 'number' : undefined}>
                {cells[row]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
