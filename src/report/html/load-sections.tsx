import type { VNode } from 'preact';
import type { LoadFigures, SectionView } from '../../components/report-view.ts';
import { TimeChart } from './time-chart.tsx';

/** How fast a load was, second by second and in figures, and what became of the money. */
export const LoadSections = ({ load: { sections, charts } }: { readonly load: LoadFigures }): VNode => {
  const isFirst = ({ id }: SectionView): boolean => id === 'goals' || id === 'latency';
  return (
    <>
      {sections.filter(isFirst).map((section) => (
        <Section key={section.id} {...section} />
      ))}
      <section aria-labelledby="seconds">
        <h2 id="seconds">Second by second</h2>
        {charts.length === 0 ? (
          <p>The load ended before its first second was over: there is nothing to draw.</p>
        ) : (
          charts.map((chart) => <TimeChart key={chart.title} {...chart} />)
        )}
      </section>
      {sections
        .filter((section) => !isFirst(section))
        .map((section) => (
          <Section key={section.id} {...section} />
        ))}
    </>
  );
};

const Section = ({ id, title, columns, notes }: SectionView): VNode => (
  <section aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {columns.every(({ cells }) => cells.length === 0) ? null : <Table columns={columns} />}
    {notes.map((note) => (
      <p key={note}>{note}</p>
    ))}
  </section>
);

const Table = ({ columns }: Pick<SectionView, 'columns'>): VNode => (
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
