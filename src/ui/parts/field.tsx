import type { ComponentChildren, VNode } from 'preact';

/** A labelled control: the label stands around it, a word of help below. */
export const Field = ({
  label,
  help,
  children,
}: {
  readonly label: string;
  readonly help?: string | undefined;
  readonly children: ComponentChildren;
}): VNode => (
  <div class="field">
    {/* biome-ignore lint/a11y/noLabelWithoutControl: the control is among the children */}
    <label>
      <span class="label">{label}</span>
      {children}
    </label>
    {help === undefined ? null : <p class="quiet">{help}</p>}
  </div>
);

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly help?: string;
  /** Given for a field of whole numbers. */
  readonly number?: { readonly least: number; readonly most: number };
  /** Given for a field of an amount: figures, sent as they are written. */
  readonly amount?: true;
  readonly required?: boolean;
}

/** A labelled line of text or a number. */
export const TextField = (props: TextFieldProps): VNode => {
  const { label, value, onChange, help, number, amount, required } = props;
  const kind =
    number === undefined
      ? ({ type: 'text' } as const)
      : ({ type: 'number', min: number.least, max: number.most } as const);
  return (
    <Field label={label} help={help}>
      <input
        {...kind}
        inputMode={amount === true ? 'decimal' : undefined}
        value={value}
        required={required ?? false}
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    </Field>
  );
};

interface SelectFieldProps<Option extends string> {
  readonly label: string;
  readonly value: Option;
  readonly options: readonly Option[];
  readonly onChange: (value: Option) => void;
  /** How an option is named, where that is not its value. */
  readonly nameOf?: (option: Option) => string;
  readonly help?: string;
}

/** A labelled choice. */
export const SelectField = <Option extends string>({
  label,
  value,
  options,
  onChange,
  nameOf = (option) => option,
  help,
}: SelectFieldProps<Option>): VNode => (
  <Field label={label} help={help}>
    <select value={value} onChange={(event) => onChange(event.currentTarget.value as Option)}>
      {options.map((option) => (
        <option key={option} value={option}>
          {nameOf(option)}
        </option>
      ))}
    </select>
  </Field>
);
