import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { FindingsView, FindingView, MuteOrder } from '../../../api/schemas/findings.ts';
import type { RunView } from '../../../api/schemas/runs.ts';
import { visibleText } from '../../../base/visible-text.ts';
import { Dialog, ErrorNote } from '../../parts/blocks.tsx';
import { Button } from '../../parts/button.tsx';
import { callAdmin } from '../../parts/call-admin.ts';
import { Field, TextField } from '../../parts/field.tsx';
import { useAction } from '../../parts/requests.ts';
import { hrefOf } from '../../parts/routes.ts';
import { store } from '../../parts/store.ts';
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

/** What can be done about a finding. */
export const FindingActions = ({ finding }: FindingProps): VNode => {
  const [act, { busy, error }] = useAction();
  const [run, setRun] = useState<string>();
  const [open, setOpen] = useState<'record' | 'mute'>();
  const { id, muted, calls } = finding;
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
          <Unmute finding={finding} />
        )}
      </p>
      <Played finding={finding} runId={run} />
      <ErrorNote error={error} />
      <Dialog title="Save as scenario" isOpen={open === 'record'} onClose={() => setOpen(undefined)}>
        <Saving finding={finding} />
      </Dialog>
      <Dialog title="Mute this finding" isOpen={open === 'mute'} onClose={() => setOpen(undefined)}>
        <MuteForm finding={finding} onDone={() => setOpen(undefined)} />
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

const showFindings = (view: FindingsView): void => {
  store.findings.value = view;
};

/** Asks for the reason, which goes into the baseline file with it. */
const MuteForm = ({ finding: { id }, onDone }: FindingProps & { readonly onDone: () => void }): VNode => {
  const [reason, setReason] = useState('');
  const [expires, setExpires] = useState('');
  const [act, { busy, error }] = useAction();
  const order: MuteOrder = expires === '' ? { reason } : { reason, expires };
  return (
    <form
      class="mute"
      onSubmit={(event) => {
        event.preventDefault();
        act(async () => {
          showFindings(await callAdmin<FindingsView>('POST', `${pathOf(id)}/mute`, order));
          onDone();
        });
      }}
    >
      <p>
        It stays in the list, folded, and counts no more. It is written to{' '}
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
      <Field label="Until (optional)" help="The last day, UTC, on which it counts.">
        <input type="date" value={expires} onInput={({ currentTarget }) => setExpires(currentTarget.value)} />
      </Field>
      <Button type="submit" look="main" disabled={busy}>
        Mute
      </Button>
      <ErrorNote error={error} />
    </form>
  );
};

const Unmute = ({ finding: { id } }: FindingProps): VNode => {
  const [act, { busy, error }] = useAction();
  const unmute = (): void =>
    act(async () => showFindings(await callAdmin<FindingsView>('DELETE', `${pathOf(id)}/mute`)));
  return (
    <>
      <Button disabled={busy} onPress={unmute}>
        Unmute
      </Button>
      <ErrorNote error={error} />
    </>
  );
};
