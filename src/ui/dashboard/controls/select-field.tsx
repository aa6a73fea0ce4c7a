import type { VNode } from 'preact';
import { Field } from '../parts/field.tsx';

interface SelectFieldProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly string[];
  readonly onChange: (value: string) => void;
  /** How an option is named, where that is not its value. */
  readonly nameOf?: (option: string) => string;
  readonly help?: string;
}

/** A labelled choice. */
export const SelectField = ({
  label,
  value,
  options,
  onChange,
  nameOf = (option) => option,
  help,
}: SelectFieldProps): VNode => (
  <Field label={label} {...(help === undefined ? {} : { help })}>
    <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
      {options.map((option) => (
        <option key={option} value={option}>
          {nameOf(option)}
        </option>
      ))}
    </select>
  </Field>
);
