import type { ComponentChildren, VNode } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { visibleText } from '../../base/visible-text.ts';

interface FieldProps {
  readonly label: string;
  readonly help?: string | undefined;
  /** What is wrong with it; stands below. */
  readonly error?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A labelled control: the label stands around it, a word of help below. */
export const Field = ({ label, help = '', error, children }: FieldProps): VNode => (
  <div class="field">
    {/* biome-ignore lint/a11y/noLabelWithoutControl: the control is among the children */}
    <label>
      <span class="label">{label}</span>
      {children}
    </label>
    {help === '' ? null : <p class="quiet">{help}</p>}
    {error}
  </div>
);

/** What every control is given: its field, the text that stands in it, and who hears of another. */
export interface ControlProps extends Omit<FieldProps, 'children'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

interface TextFieldProps extends ControlProps {
  /** Given for a field of whole numbers. */
  readonly whole?: { readonly min: number | undefined; readonly max: number | undefined } | undefined;
  readonly inputMode?: 'decimal' | undefined;
  readonly required?: boolean;
}

/** A labelled line of text or a number. */
export const TextField = (props: TextFieldProps): VNode => {
  const { value, onChange, whole, inputMode, required = false } = props;
  const kind = whole === undefined ? ({ type: 'text' } as const) : ({ type: 'number', ...whole } as const);
  return (
    <Field {...props}>
      <input
        {...kind}
        inputMode={inputMode}
        value={value}
        required={required}
        autocomplete="off"
        spellcheck={false}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </Field>
  );
};

/** A labelled text of several lines. */
export const LinesField = (props: ControlProps): VNode => (
  <Field {...props}>
    <textarea
      rows={3}
      value={props.value}
      spellcheck={false}
      onInput={({ currentTarget }) => props.onChange(currentTarget.value)}
    />
  </Field>
);

interface ChoiceProps extends ControlProps {
  readonly options: readonly string[];
  /** How an option is worded, where that is not its value. */
  readonly nameOf: (option: string) => string;
  /** How it is worded that nothing is chosen; absent where something must be. */
  readonly empty?: string | undefined;
}

const another = '\u0000another';

/** A labelled choice among what is known; `isOpen` where any other text will do. */
export const SelectField = (props: ChoiceProps & { readonly isOpen?: boolean }): VNode => {
  const { value, options, nameOf, empty, isOpen = false, onChange } = props;
  const [written, setWritten] = useState<string>();
  // What the form holds instead is somebody else's choice.
  const isWritten = written === '' || written === value;
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => input.current?.focus(), [isWritten]);
  if (isWritten) {
    return (
      <Field {...props}>
        <input
          ref={input}
          value={written}
          autocomplete="off"
          spellcheck={false}
          onInput={({ currentTarget }) => {
            setWritten(currentTarget.value);
            onChange(currentTarget.value);
          }}
          onBlur={() => setWritten(written || undefined)}
        />
      </Field>
    );
  }
  // What is worded as nothing chosen is the same choice.
  const isAsEmpty = (option: string): boolean => option === '' || nameOf(option) === empty;
  const listed = options.includes(value) ? options : [value, ...options];
  return (
    <Field {...props}>
      <select
        value={isAsEmpty(value) ? '' : value}
        onChange={({ currentTarget: { value: chosen } }) => {
          setWritten(chosen === another ? '' : undefined);
          onChange(chosen === another ? '' : chosen);
        }}
      >
        {empty === undefined && value !== '' ? null : <option value="">{visibleText(empty ?? 'choose…')}</option>}
        {listed
          .filter((option) => !isAsEmpty(option))
          .map((option) => (
            <option key={option} value={option}>
              {visibleText(nameOf(option))}
            </option>
          ))}
        {isOpen ? <option value={another}>another…</option> : null}
      </select>
    </Field>
  );
};

/** A choice among few, all of them in sight. */
export const Segments = ({ label, value, options, nameOf, onChange }: ChoiceProps): VNode => {
  const name = useId();
  return (
    <fieldset class="segments">
      <legend class="unseen">{label}</legend>
      {options.map((option) => (
        <label key={option}>
          <input type="radio" name={name} checked={value === option} onChange={() => onChange(option)} />
          <span>{nameOf(option)}</span>
        </label>
      ))}
    </fieldset>
  );
};

/** Known values, each with a tick; what is not ticked is the value, a list with commas. */
export const ExceptField = ({ label, help = '', error, value, options, nameOf, onChange }: ChoiceProps): VNode => {
  const listed = value === '' ? [] : value.split(',');
  const toggled = (option: string): readonly string[] =>
    listed.includes(option) ? listed.filter((each) => each !== option) : [...listed, option];
  return (
    <fieldset class="ticks">
      <legend class="label">{label}</legend>
      {help === '' ? null : <p class="quiet">{help}</p>}
      <div>
        {options.map((option) => (
          <label key={option}>
            <input
              type="checkbox"
              checked={!listed.includes(option)}
              onChange={() => onChange(toggled(option).join())}
            />
            <span>{visibleText(nameOf(option))}</span>
          </label>
        ))}
      </div>
      {error}
    </fieldset>
  );
};
