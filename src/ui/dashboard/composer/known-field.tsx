import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { visibleText } from '../../../base/visible-text.ts';
import { Field } from '../../parts/field.tsx';

interface KnownFieldProps {
  readonly label: string;
  readonly value: string;
  readonly known: readonly string[];
  /** What stands for an empty value. */
  readonly empty: string;
  readonly nameOf?: (value: string) => string;
  readonly onChange: (value: string) => void;
}

const another = '\u0000another';

/** A choice among what is known, or any other text. */
export const KnownField = (props: KnownFieldProps): VNode => {
  const { label, value, known, empty, nameOf = (id) => id, onChange } = props;
  const [isFree, setFree] = useState(false);
  if (isFree) {
    return (
      <Field label={label}>
        <input
          value={value}
          autocomplete="off"
          spellcheck={false}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
          onBlur={() => setFree(value !== '')}
        />
      </Field>
    );
  }
  const listed = value === '' || known.includes(value) ? known : [value, ...known];
  const isAsEmpty = (id: string): boolean => nameOf(id) === empty;
  return (
    <Field label={label}>
      <select
        value={isAsEmpty(value) ? '' : value}
        onChange={({ currentTarget: { value: chosen } }) => {
          setFree(chosen === another);
          onChange(chosen === another ? '' : chosen);
        }}
      >
        <option value="">{visibleText(empty)}</option>
        {listed
          .filter((id) => !isAsEmpty(id))
          .map((id) => (
            <option key={id} value={id}>
              {visibleText(nameOf(id))}
            </option>
          ))}
        <option value={another}>another…</option>
      </select>
    </Field>
  );
};
