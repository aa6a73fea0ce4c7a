import type { VNode } from 'preact';
import { Field } from '../parts/field.tsx';

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly help?: string;
  /** Given for a field of whole numbers. */
  readonly number?: { readonly min: number; readonly max: number };
  /** Given for a field of an amount: figures, sent as they are written. */
  readonly amount?: true;
  readonly required?: boolean;
  /** Values to choose from, besides any other. */
  readonly suggestions?: readonly string[];
}

/** A labelled line of text or a number. */
export const TextField = (props: TextFieldProps): VNode => {
  const { label, value, onChange, help, number, amount, required, suggestions } = props;
  const list = suggestions === undefined ? undefined : `suggested ${label}`.replaceAll(' ', '-');
  return (
    <Field label={label} {...(help === undefined ? {} : { help })}>
      <input
        type={number === undefined ? 'text' : 'number'}
        inputMode={amount === true ? 'decimal' : undefined}
        list={list}
        value={value}
        required={required ?? false}
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => onChange(event.currentTarget.value)}
        {...number}
      />
      {suggestions === undefined ? null : (
        <datalist id={list}>
          {suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      )}
    </Field>
  );
};
