import type { ComponentChildren, VNode } from 'preact';

interface ButtonProps {
  readonly children: ComponentChildren;
  readonly onPress?: () => void;
  /** `main`: what one most likely wants; `danger`: cannot be undone; `plain`: looks like a link. */
  readonly look?: 'main' | 'danger' | 'plain';
  readonly type?: 'button' | 'submit';
  readonly disabled?: boolean;
  /** Said instead of the text by screen readers. */
  readonly label?: string;
  /** For a button that is on or off. */
  readonly pressed?: boolean;
  /** A tooltip. */
  readonly hint?: string;
}

/** A button; it stays focusable while it is disabled, so that the keyboard does not lose its place. */
export const Button = ({
  children,
  onPress,
  look,
  type = 'button',
  disabled = false,
  label,
  pressed,
  hint,
}: ButtonProps): VNode => (
  <button
    type={type}
    class={look}
    aria-disabled={disabled ? 'true' : undefined}
    aria-label={label}
    aria-pressed={pressed}
    title={hint}
    onClick={(event) => {
      if (disabled) event.preventDefault();
      else onPress?.();
    }}
  >
    {children}
  </button>
);
