import type { VNode } from 'preact';
import type { ExchangeDetail } from '../../../api/schemas/exchanges.ts';
import { visibleText } from '../../../base/visible-text.ts';
import { ErrorNote } from '../../parts/blocks.tsx';
import { callAdmin } from '../../parts/call-admin.ts';
import { againText } from '../../parts/exchange-rows.ts';
import { useLoaded } from '../../parts/requests.ts';
import { markedExchanges } from '../traffic/marked.ts';
import { hrefOfCall } from '../traffic/traffic-session.ts';
import { type ComparedField, compareFields } from './compare-fields.ts';

/** A call beside another: the one that is marked, or else its previous attempt. */
export const CallCompare = ({ detail }: { readonly detail: ExchangeDetail }): VNode => {
  const pair = pairOf(detail, markedExchanges.value);
  if (pair === undefined) {
    return (
      <p class="quiet">
        It was sent once. Press <kbd>x</kbd> on this call and on another: they stand side by side here, field by field.
      </p>
    );
  }
  return <Compared key={pair.join(' ')} ids={pair} />;
};

/** The two that are compared, the older first where it is the same callback. */
export const pairOf = (
  { id, seq, kind, related }: Pick<ExchangeDetail, 'id' | 'seq' | 'kind' | 'related'>,
  marked: readonly string[],
): readonly [one: string, other: string] | undefined => {
  const [first, second] = marked;
  if (first !== undefined && second !== undefined) return [first, second];
  if (first !== undefined && first !== id) return [first, id];
  const before = related.findLast((row) => row.kind === kind && row.seq < seq);
  return before === undefined ? undefined : [before.id, id];
};

const Compared = ({ ids }: { readonly ids: readonly [string, string] }): VNode => {
  const loaded = useLoaded(
    (signal) =>
      Promise.all(
        ids.map((id) => callAdmin<ExchangeDetail>('GET', `/exchanges/${encodeURIComponent(id)}`, undefined, signal)),
      ),
    ids.join(' '),
  );
  if (loaded.kind === 'failed') return <ErrorNote error={loaded.error} />;
  if (loaded.kind === 'loading') return <p class="quiet">Reading both…</p>;
  const [one, other] = loaded.value;
  if (one === undefined || other === undefined) return <p class="quiet">One of them is gone.</p>;
  return <ComparedView one={one} other={other} />;
};

interface ComparedViewProps {
  readonly one: ExchangeDetail;
  readonly other: ExchangeDetail;
}

/** Both side by side; what differs is marked, by more than a colour. */
export const ComparedView = ({ one, other }: ComparedViewProps): VNode => (
  <div class="scroll">
    <table class="compared">
      <thead>
        <tr>
          <th>Field</th>
          <th class="sign">
            <span class="unseen">Differs</span>
          </th>
          <NameOf detail={one} />
          <NameOf detail={other} />
        </tr>
      </thead>
      {compareFields(one, other).map(({ title, fields }) =>
        fields.length === 0 ? null : (
          <tbody key={title}>
            <tr>
              <th colSpan={4} scope="rowgroup">
                {title}
                {fields.every(isSame) ? <span class="quiet"> the same</span> : null}
              </th>
            </tr>
            {fields.map((field) => (
              <FieldRow key={field.name} field={field} />
            ))}
          </tbody>
        ),
      )}
    </table>
  </div>
);

const NameOf = ({ detail }: { readonly detail: ExchangeDetail }) => (
  <th>
    <a href={hrefOfCall(detail.id)}>
      {detail.kind}
      {againText(detail)}
    </a>
  </th>
);

const isSame = ({ one, other }: ComparedField): boolean => one === other;

const FieldRow = ({ field }: { readonly field: ComparedField }): VNode => (
  <tr class={isSame(field) ? 'same' : 'differs'}>
    <td class="id">{visibleText(field.name)}</td>
    <td class="sign">{isSame(field) ? '' : <span title="differs">≠</span>}</td>
    <ValueCell value={field.one} />
    <ValueCell value={field.other} />
  </tr>
);

const ValueCell = ({ value }: { readonly value: string | undefined }): VNode => (
  <td class="id">{value === undefined ? <span class="quiet">none</span> : visibleText(value)}</td>
);
