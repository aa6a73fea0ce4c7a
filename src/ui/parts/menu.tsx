import type { ComponentChildren, VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';

/** A button that opens a panel below it; Escape, or going elsewhere, closes it. */
export const Menu = ({
  title,
  label,
  children,
}: {
  readonly title: ComponentChildren;
  /** Said instead of the title by screen readers. */
  readonly label?: string;
  readonly children: ComponentChildren;
}): VNode => {
  const menu = useRef<HTMLDetailsElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = (): void => {
    if (menu.current !== null) menu.current.open = false;
  };
  return (
    <details
      class="menu"
      ref={menu}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      onFocusOut={({ currentTarget, relatedTarget }) => {
        if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) close();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        event.stopPropagation();
        close();
        menu.current?.querySelector('summary')?.focus();
      }}
    >
      <summary aria-label={label}>
        {title} <span aria-hidden="true">▾</span>
      </summary>
      {isOpen ? <div class="panel">{children}</div> : null}
    </details>
  );
};
