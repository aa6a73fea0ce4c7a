import type { VNode } from 'preact';
import type { FindingView } from '../../../api/schemas/findings.ts';
import { plural } from '../../../base/quantities.ts';
import { visibleText } from '../../../base/visible-text.ts';
import { hrefOf } from '../../parts/routes.ts';
import { clockText } from '../../parts/time.tsx';

/** Each time that a finding was seen: what the agent said then, and the way to the call or the run. */
export const Sightings = ({ finding: { count, sightings } }: { readonly finding: FindingView }): VNode => (
  <details>
    <summary>Seen {plural(count, 'time')}</summary>
    <ol class="sightings">
      {sightings.map((sighting) => (
        <li key={`${sighting.at} ${sighting.exchanges.join(' ')}`}>
          <time dateTime={sighting.at}>{clockText(sighting.at)}</time> <Place sighting={sighting} />{' '}
          {visibleText(sighting.message)}
        </li>
      ))}
    </ol>
    {count > sightings.length ? (
      <p class="quiet">{count - sightings.length} earlier ones are counted, not kept.</p>
    ) : null}
  </details>
);

const Place = ({
  sighting: { run, exchanges },
}: {
  readonly sighting: FindingView['sightings'][number];
}): VNode | null => {
  const last = exchanges.at(-1);
  if (run !== undefined) {
    const line = run.line === undefined ? '' : `:${run.line}`;
    return (
      <a href={hrefOf('runs', run.id)}>
        {visibleText(run.title)}, {visibleText(run.scenario)}
        {line}
      </a>
    );
  }
  return last === undefined ? null : <a href={hrefOf('exchanges', last)}>live</a>;
};
