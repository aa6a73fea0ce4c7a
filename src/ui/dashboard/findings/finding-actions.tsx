import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { FindingsView, FindingView } from '../../../api/schemas/findings.ts';
import type { RunView } from '../../../api/schemas/runs.ts';
import { plural } from '../../../base/quantities.ts';
import { visibleText } from '../../../base/visible-text.ts';
import { amountsIn } from '../../../components/money.tsx';
import { Dialog, ErrorNote } from '../../parts/blocks.tsx';
import { Button } from '../../parts/button.tsx';
import { callAdmin } from '../../parts/call-admin.ts';
import { TextField } from '../../parts/field.tsx';
import { useAction } from '../../parts/requests.ts';
import { hrefOf } from '../../parts/routes.ts';
import { store } from '../../parts/store.ts';
import { clockText } from '../../parts/time.tsx';
import { RecordView } from '../sessions/recording.tsx';
import { hrefOfTraffic } from '../traffic/traffic-filter.ts';

interface FindingProps {
  readonly finding: FindingView;
}

const pathOf = (id: string): string => `/findings/${encodeURIComponent(id)}`;

/** Plays what showed it once more: its scenarios, or its recorded calls. */
export const playAgain = async (id: string): Promise<RunView> => await callAdmin<RunView>('POST', `${pathOf(id)}/play`);

/** Where the calls that show it stand together: those of its transaction, or the one that is wrong. */
export const callsAddress = ({ calls }: FindingView): string => {
  const ids = new Set(calls.flatMap(({ transactionId }) => transactionId ?? []));
  const [only] = ids;
  if (ids.size === 1 && only !== undefined) {
    return hrefOfTraffic({ transactionId: only, runs: 'show' });
  }
  const wrong = calls.find(({ isWrong }) => isWrong) ?? calls.at(-1);
  return wrong === undefined ? hrefOf('traffic') : hrefOf('exchanges', wrong.exchangeId);
};

const setMuted = async (id: string, reason: string | undefined): Promise<void> => {
  const [method, order] = reason === undefined ? (['DELETE'] as const) : (['POST', { reason }] as const);
  store.findings.value = await callAdmin<FindingsView>(method, `${pathOf(id)}/mute`, order);
};

/** What can be done about a finding. */
export const FindingActions = ({ finding }: FindingProps): VNode => {
  const [act, { busy, error }] = useAction();
  const [run, setRun] = useState<string>();
  const [open, setOpen] = useState<'record' | 'mute'>();
  const { id, muted, calls } = finding;
  const close = (): void => setOpen(undefined);
  return (
    <div class="finding-actions">
      <p class="row">
        <Button
          disabled={busy}
          onPress={() => act(async () => setRun((await playAgain(id)).id))}
          hint="sends the same calls, and judges the answers"
        >
          Play again <kbd>p</kbd>
        </Button>
        <Button onPress={() => setOpen('record')}>Save as scenario</Button>
        <a class="button" href={callsAddress(finding)}>
          {calls.length === 2 ? 'Both calls' : 'The calls'} <kbd>↵</kbd>
        </a>
        {store.findings.value?.baselineFile === undefined ? null : muted === undefined ? (
          <Button onPress={() => setOpen('mute')}>Mute…</Button>
        ) : (
          <Button disabled={busy} onPress={() => act(() => setMuted(id, undefined))}>
            Unmute
          </Button>
        )}
      </p>
      <Played finding={finding} runId={run} />
      <ErrorNote error={error} />
      <Dialog title="Save as scenario" isOpen={open === 'record'} onClose={close}>
        <Saving finding={finding} />
      </Dialog>
      <Dialog title="Mute this finding" isOpen={open === 'mute'} onClose={close}>
        <MuteForm finding={finding} onDone={close} />
      </Dialog>
    </div>
  );
};

const outcomes = {
  shown: ['✗', 'bad', 'It is still there'],
  gone: ['✓', 'good', 'It is gone'],
  unclear: ['?', 'unsure', 'Nobody can tell'],
} as const;

/** What came of playing it again; while it is under way, how far it is. */
const Played = ({ finding: { lastPlay }, runId }: FindingProps & { readonly runId: string | undefined }): VNode => {
  const run = store.runs.value.find(({ id }) => id === runId);
  const link = runId === undefined ? null : <a href={hrefOf('runs', runId)}>the run</a>;
  if (run?.state === 'running') {
    return (
      <p role="status">
        Playing it again: {run.done} of {run.total}, {link}
      </p>
    );
  }
  if (run?.state === 'failed') return <ErrorNote error={new Error(run.error ?? 'No run came')} />;
  if (lastPlay === undefined) return <p role="status">{link}</p>;
  const [sign, tone, words] = outcomes[lastPlay];
  return (
    <p role="status" class={`tone-${tone}`}>
      <span aria-hidden="true">{sign}</span> {words}, as it was played last. {link}
    </p>
  );
};

/** What runs showed is in scenarios already; only what live traffic showed can be one of its own. */
const Saving = ({ finding: { scenarios, sightings, title } }: FindingProps): VNode => {
  const live = sightings.find(({ run }) => run === undefined);
  return (
    <>
      {scenarios.length === 0 ? null : (
        <p>
          These scenarios show it already: <code>{visibleText(scenarios.join(', '))}</code>
        </p>
      )}
      {live === undefined ? null : <RecordView order={{ exchangeIds: live.exchanges, title }} />}
    </>
  );
};

/** Asks for the reason, which goes into the baseline file with it. */
const MuteForm = ({ finding: { id }, onDone }: FindingProps & { readonly onDone: () => void }): VNode => {
  const [reason, setReason] = useState('');
  const [act, { busy, error }] = useAction();
  return (
    <form
      class="mute"
      onSubmit={(event) => {
        event.preventDefault();
        act(async () => {
          await setMuted(id, reason);
          onDone();
        });
      }}
    >
      <p>
        It stays in the list, folded, and counts no more until it is unmuted. It is written to{' '}
        <code>{visibleText(store.findings.value?.baselineFile ?? '')}</code>, which <code>--baseline</code> of{' '}
        <code>test</code> takes.
      </p>
      <TextField
        label="Why it is known"
        value={reason}
        onChange={setReason}
        help="Such as a ticket: PAY-17."
        required
      />
      <Button type="submit" look="main" disabled={busy}>
        Mute
      </Button>
      <ErrorNote error={error} />
    </form>
  );
};

type Sighting = FindingView['sightings'][number];

/** Each time that a finding was seen: what the agent said then, and the way to the call or the run. */
export const Sightings = ({ finding: { count, sightings } }: FindingProps): VNode => (
  <details>
    <summary>Seen {plural(count, 'time')}</summary>
    <ol class="sightings">
      {sightings.map((sighting) => (
        <li key={`${sighting.at} ${sighting.exchanges.join(' ')}`}>
          <time dateTime={sighting.at}>{clockText(sighting.at)}</time> <Place sighting={sighting} />{' '}
          {amountsIn(visibleText(sighting.message))}
        </li>
      ))}
    </ol>
    {count > sightings.length ? (
      <p class="quiet">{count - sightings.length} earlier ones are counted, not kept.</p>
    ) : null}
  </details>
);

const Place = ({ sighting: { run, exchanges } }: { readonly sighting: Sighting }): VNode | null => {
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
