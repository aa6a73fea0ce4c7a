import type { VNode } from 'preact';
import type { RunView } from '../../../spec/admin/views.ts';
import { callAdmin } from '../call-admin.ts';
import { Button } from '../parts/button.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { useAction } from '../parts/use-action.ts';
import { VerdictMark } from '../parts/verdict-mark.tsx';
import { hrefOf } from '../routes.ts';

/** A run that is under way: how far it is, what it plays, and what failed so far. */
export const RunProgress = ({ run }: { readonly run: RunView }): VNode => {
  const { id, title, done, total, current, scenarios } = run;
  const [act, { busy, error }] = useAction();
  const interrupt = (): void =>
    act(async () => {
      await callAdmin<unknown>('DELETE', '/runs/current');
    });
  const bad = scenarios.filter(isBad);
  return (
    <section class="card run-progress" aria-label="The run under way">
      <header class="row">
        <h2>
          Running: <a href={hrefOf('runs', id)}>{title}</a>
        </h2>
        <Button look="danger" onPress={interrupt} disabled={busy}>
          Interrupt
        </Button>
      </header>
      <progress max={Math.max(1, total)} value={done} aria-label="Scenarios played" />
      <p>
        {done} of {total} scenarios.{' '}
        <span class="quiet">{current === undefined ? '' : `Now: ${current}`}</span>
      </p>
      <p role="status">
        {bad.length === 0 ? 'Nothing failed so far.' : `${bad.length} not passed so far:`}
      </p>
      <ul class="failures">
        {bad.map(({ file, title: name, verdict, reason }) => (
          <li key={file}>
            <VerdictMark verdict={verdict} /> {name} <span class="quiet">{reason ?? ''}</span>
          </li>
        ))}
      </ul>
      <ErrorNote error={error} />
    </section>
  );
};

const isBad = ({ verdict }: RunView['scenarios'][number]): boolean =>
  ['failed', 'warned', 'inconclusive', 'blocked'].includes(verdict);
