import type { ComponentChildren, VNode } from 'preact';

/** A labelled control: the label stands around it, a word of help below. */
export const Field = ({
  label,
  help,
  children,
}: {
  readonly label: string;
  readonly help?: string;
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
