import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { ErrorNote } from './blocks.tsx';
import { Button } from './button.tsx';
import { AdminRefusal } from './call-admin.ts';
import { type ControlProps, ExceptField, LinesField, Segments, SelectField, TextField } from './field.tsx';
import {
  type Draft,
  type FormField,
  isDecimal,
  membersOf,
  type OrderSchema,
  orderOf,
  ownName,
  shapeOf,
  useOrderSchema,
} from './order-schema.ts';
import { useAction } from './requests.ts';
import { store } from './store.ts';

interface OrderFormProps<Order> {
  /** Its name in the admin API's document. */
  readonly schema: string;
  readonly fields: readonly FormField[];
  /** Fields that are seldom changed, below the others. */
  readonly folded?: { readonly title: string; readonly fields: readonly FormField[] };
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
  /** What stood there at first: only what differs from it is sent. */
  readonly was?: Draft;
  readonly send: (order: Order) => Promise<void>;
  /** What the button says. */
  readonly submit: ComponentChildren;
  /** Buttons beside it. */
  readonly others?: ComponentChildren;
  /** What stands between the fields and the button. */
  readonly children?: ComponentChildren;
}

/** A form of an order, drawn from the schema that the admin API checks it with. */
export const OrderForm = <Order,>(props: OrderFormProps<Order>): VNode => {
  const { fields, folded = { title: '', fields: [] }, draft, onChange, was, send, submit, others, children } = props;
  const { schema, error: unread } = useOrderSchema(props.schema);
  const [act, { busy, error }] = useAction();
  const all = [...fields, ...folded.fields];
  const wrong = namedIn(error, all);
  const fold = useRef<HTMLDetailsElement>(null);
  const isFolded = wrong !== undefined && folded.fields.includes(wrong);
  useEffect(() => {
    if (isFolded && fold.current !== null) fold.current.open = true;
  }, [isFolded]);
  // Nothing is sent before it is known whose it would be.
  const isReady = schema !== undefined && store.setup.value !== undefined;
  const drawn = (shown: readonly FormField[]): VNode | null =>
    schema === undefined ? null : (
      <Fields
        schema={schema}
        fields={shown}
        draft={draft}
        onChange={(change) => onChange({ ...draft, ...change })}
        errorOf={(field) => (field === wrong ? <ErrorNote error={error} /> : null)}
      />
    );
  return (
    <form
      class="order"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) act(() => send(orderOf(schema, all, draft, was) as Order));
      }}
    >
      {drawn(fields)}
      {folded.fields.length === 0 ? null : (
        <details ref={fold}>
          <summary>{folded.title}</summary>
          {drawn(folded.fields)}
        </details>
      )}
      {children}
      <div class="row">
        <Button type="submit" look="main" disabled={busy || !isReady}>
          {submit}
        </Button>
        {others}
      </div>
      <ErrorNote error={wrong === undefined ? (error ?? (isReady ? undefined : unread)) : undefined} />
    </form>
  );
};

/** The field that a refusal names: `The field freespins.total is wrong`, `bet: too fine`. */
const namedIn = (error: unknown, fields: readonly FormField[]): FormField | undefined => {
  if (!(error instanceof AdminRefusal)) return undefined;
  const [, name] = /^(?:The field )?(\w+)[\w.]*(?: is |: )/.exec(error.message) ?? [];
  return fields.find((field) => field.name === name);
};

interface FieldsProps {
  readonly schema: OrderSchema;
  readonly fields: readonly FormField[];
  readonly draft: Draft;
  readonly onChange: (change: Draft) => void;
  readonly errorOf?: (field: FormField) => VNode | null;
}

const Fields = ({ schema, fields, draft, onChange, errorOf }: FieldsProps): VNode => (
  <div class="fields">
    {fields.map((field) => (
      <DrawnField
        key={field.name}
        field={field}
        shape={shapeOf(schema, field)}
        isRequired={field.required ?? schema.required?.includes(field.name) ?? false}
        draft={draft}
        onChange={onChange}
        error={errorOf?.(field)}
      />
    ))}
  </div>
);

interface DrawnFieldProps extends Pick<FieldsProps, 'draft' | 'onChange'> {
  readonly field: FormField;
  readonly shape: OrderSchema;
  readonly isRequired: boolean;
  readonly error: ComponentChildren;
}

/** The control that the schema of a field asks for. */
const DrawnField = ({ field, shape, isRequired, draft, onChange, error }: DrawnFieldProps): VNode => {
  const { name, label = inWords(ownName(name)), look } = field;
  const options = optionsOf(field, shape);
  // Choices and what must be filled in explain themselves.
  const help = field.help ?? (options !== undefined || isRequired ? '' : shape.description);
  const value = draft[name] || field.standing || '';
  const change = (text: string): void => onChange({ [name]: text, ...field.also?.(text) });
  const control = { label, help, error, value, onChange: change };
  if (options !== undefined) return <Choice {...{ field, shape, options, control }} />;
  if (shape.type === 'object') return <Group {...{ field, control, shape, draft, onChange }} />;
  if (look === 'lines') return <LinesField {...control} />;
  return (
    <TextField
      {...control}
      whole={shape.type === 'integer' ? { min: shape.minimum, max: shape.maximum } : undefined}
      inputMode={isDecimal(shape) ? 'decimal' : undefined}
      required={isRequired}
    />
  );
};

const optionsOf = (field: FormField, shape: OrderSchema): readonly string[] | undefined =>
  field.options ?? shape.enum ?? (shape.type === 'boolean' ? ['true', 'false'] : undefined);

interface ChoiceProps extends Pick<DrawnFieldProps, 'field' | 'shape'> {
  readonly options: readonly string[];
  readonly control: ControlProps;
}

const Choice = ({ field: { nameOf, empty, look }, shape, options, control }: ChoiceProps): VNode => {
  const named = nameOf ?? (shape.type === 'boolean' ? flagName : (option: string) => option);
  const choice = { ...control, options, nameOf: named, empty };
  if (look === 'except') return <ExceptField {...choice} />;
  if (look === 'segments') return <Segments {...choice} />;
  return <SelectField {...choice} isOpen={shape.type === 'string' && shape.enum === undefined} />;
};

const flagName = (value: string): string => (value === 'true' ? 'yes' : 'no');

/** `accumulatedWin`: `Accumulated win`. */
const inWords = (name: string): string =>
  name
    .replace(/^./, (first) => first.toUpperCase())
    .replace(/[A-Z]/g, (letter, at) => (at === 0 ? letter : ` ${letter.toLowerCase()}`));

interface GroupProps extends Pick<DrawnFieldProps, 'field' | 'shape' | 'draft' | 'onChange'> {
  readonly control: ControlProps;
}

/** An object in the order: a switch, and its fields once that is on. */
const Group = ({ field, control, shape, draft, onChange }: GroupProps): VNode => (
  <fieldset class="switched">
    <label>
      <input
        type="checkbox"
        checked={control.value !== ''}
        onChange={({ currentTarget }) => control.onChange(currentTarget.checked ? 'with' : '')}
      />
      <span class="label">{control.label}</span>
    </label>
    <p class="quiet">{control.help}</p>
    {control.value === '' ? null : <Fields schema={shape} fields={membersOf(field, shape)} {...{ draft, onChange }} />}
    {control.error}
  </fieldset>
);
