import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { visibleText } from '../../../base/visible-text.ts';
import type { ActiveFault, FaultOrder } from '../../../formats/fault.ts';
import { callbackTypes } from '../../../spec/callback.ts';
import { namesOf } from '../../../spec/closed-list.ts';
import { callbackFaults, type FaultRecord, faultLimits, operationFaults } from '../../../spec/fault.ts';
import { operationNames } from '../../../spec/operation.ts';
import { refusals, type SpecifiedRefusal } from '../../../spec/refusal.ts';
import { ErrorNote, Fact } from '../../parts/blocks.tsx';
import { Button } from '../../parts/button.tsx';
import { callAdmin } from '../../parts/call-admin.ts';
import { OrderForm } from '../../parts/order-form.tsx';
import type { Draft, FormField } from '../../parts/order-schema.ts';
import { useAction } from '../../parts/requests.ts';
import { store } from '../../parts/store.ts';

export const emptyFault: Draft = {
  ...{ direction: 'callback', fault: 'answer-lost', times: '1' },
  ...{ code: faultLimits.code.byDefault, delayMs: String(faultLimits.delayMs.byDefault) },
};

/** Faults in either direction: what is on, and a form that switches one on. */
export const FaultSection = (): VNode => {
  const [draft, setDraft] = useState(emptyFault);
  const fault = faultsOf(draft['direction'])[draft['fault'] ?? ''];
  return (
    <section class="card" aria-labelledby="faults">
      <h2 id="faults">Faults</h2>
      <ActiveFaults />
      <OrderForm
        schema="FaultOrder"
        fields={faultFields(draft)}
        draft={draft}
        onChange={setDraft}
        send={async (order: FaultOrder) => {
          await callAdmin<ActiveFault>('POST', '/faults', order);
        }}
        submit="Switch on"
      >
        <dl class="facts">
          <Fact title="what happens">{fault?.meaning}</Fact>
          <Fact title="the agent">{fault?.lesson}</Fact>
        </dl>
      </OrderForm>
    </section>
  );
};

/** The fields of a fault; those that this fault has not are not there. */
export const faultFields = ({ direction, fault = '', code }: Draft): readonly FormField<keyof FaultOrder>[] => {
  const [which, on] = direction === 'callback' ? ['callback', callbackTypes] : ['request', operationNames];
  const { status, meaning } = refusals[code as SpecifiedRefusal];
  return [
    {
      ...{ name: 'direction', label: 'Where', options: namesOf(directions), look: 'segments' },
      nameOf: (each) => directions[each as FaultOrder['direction']],
      also: (each) => turned(fault, each),
    },
    { name: 'fault', options: namesOf(faultsOf(direction)) },
    { name: 'on', label: `On which ${which}`, empty: 'every one', options: on },
    ...(fault === 'refused' ? [{ name: 'code', help: `HTTP ${status}. ${meaning}` } as const] : []),
    ...(fault === 'delayed' ? [{ name: 'delayMs', label: 'Wait, ms' } as const] : []),
    { name: 'times', label: 'How many times', help: 'Empty: until it is switched off.' },
  ];
};

const directions = { callback: 'in callbacks', operation: 'in answers' } as const;

/** The form for the other direction: with a fault that it has, on every call. */
const turned = (fault: string, direction: string): Draft => {
  const known = namesOf(faultsOf(direction));
  return { fault: known.includes(fault) ? fault : (known[0] ?? ''), on: '' };
};

/** The faults that are on, each with a button that ends it. */
const ActiveFaults = (): VNode => {
  const faults = store.faults.value;
  const [act, { busy, error }] = useAction();
  const remove = (path: string): void => act(() => callAdmin<void>('DELETE', path));
  if (faults.length === 0) return <p class="states">None is on.</p>;
  return (
    <>
      <ul class="states on">
        {faults.map((fault) => (
          <li key={fault.id} class="row">
            <span>
              <span aria-hidden="true">●</span> {visibleText(faultText(fault))}
            </span>
            <Button
              disabled={busy}
              label={`Switch off: ${faultText(fault)}`}
              onPress={() => remove(`/faults/${encodeURIComponent(fault.id)}`)}
            >
              Switch off
            </Button>
          </li>
        ))}
      </ul>
      {faults.length < 2 ? null : (
        <Button disabled={busy} onPress={() => remove('/faults')}>
          Switch all off
        </Button>
      )}
      <ErrorNote error={error} />
    </>
  );
};

/** The faults of a direction: what they do, and what a right agent makes of them. */
const faultsOf = (direction: string | undefined): Readonly<Record<string, FaultRecord>> =>
  direction === 'callback' ? callbackFaults : operationFaults;

/** A fault that is on, in words: `the next callback's answer is lost`. */
export const faultText = ({ direction, fault, on, code, delayMs, times }: FaultOrder): string => {
  const [one, many] = faultsOf(direction)[fault]?.told ?? [` ${fault}`, `s ${fault}`];
  const call = direction === 'callback' ? (on ?? 'callback') : on === undefined ? 'request' : `${on} request`;
  const next = direction === 'callback' ? 'the next' : "the agent's next";
  const how = [
    ...(fault === 'delayed' ? [` ${delayMs ?? faultLimits.delayMs.byDefault} ms`] : []),
    ...(code === undefined ? [] : [` with ${code}`]),
  ].join('');
  if (times === undefined) return `every ${call}${one}${how} until it is switched off`;
  return times === 1 ? `${next} ${call}${one}${how}` : `${next} ${times} ${call}${many}${how}`;
};
