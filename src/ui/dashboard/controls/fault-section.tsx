import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { ActiveFault } from '../../../spec/fault.ts';
import { callbackFaults, operationFaults } from '../../../spec/fault.ts';
import { callAdmin } from '../call-admin.ts';
import { Button } from '../parts/button.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { useAction } from '../parts/use-action.ts';
import { ActiveFaults } from './active-faults.tsx';
import type { FaultDraft } from './fault-draft.ts';
import { emptyFaultDraft, faultOrderOf } from './fault-draft.ts';
import { FaultFields } from './fault-fields.tsx';
import { callbackLessons, operationLessons } from './fault-lessons.ts';

/** Faults in either direction: what is on, and a form that switches one on. */
export const FaultSection = (): VNode => {
  const [draft, setDraft] = useState<FaultDraft>(emptyFaultDraft);
  const [act, { busy, error }] = useAction();
  const add = (): void =>
    act(async () => {
      await callAdmin<ActiveFault>('POST', '/faults', faultOrderOf(draft));
    });
  return (
    <section class="card" aria-labelledby="faults">
      <h2 id="faults">Faults</h2>
      <p>
        Networks fail and platforms misbehave. Switch a fault on, play, and see whether the agent
        keeps the money right.
      </p>
      <ActiveFaults />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <FaultFields draft={draft} onChange={setDraft} />
        <Lesson draft={draft} />
        <Button type="submit" look="main" disabled={busy}>
          Switch on
        </Button>
        <ErrorNote error={error} />
      </form>
    </section>
  );
};

const Lesson = ({ draft: { direction, fault } }: { readonly draft: FaultDraft }): VNode => {
  const lessons: Readonly<Record<string, string>> =
    direction === 'callback' ? callbackLessons : operationLessons;
  const told: Readonly<Record<string, string>> =
    direction === 'callback' ? callbackFaults : operationFaults;
  return (
    <dl class="facts lesson">
      <div>
        <dt>what happens</dt>
        <dd>{told[fault]}</dd>
      </div>
      <div>
        <dt>the agent</dt>
        <dd>{lessons[fault]}</dd>
      </div>
    </dl>
  );
};
