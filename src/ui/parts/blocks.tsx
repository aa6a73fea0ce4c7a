import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { Button } from './button.tsx';
import { AdminRefusal } from './call-admin.ts';

/** What went wrong and what to do about it; nothing while `error` is undefined. */
export const ErrorNote = ({ error }: { readonly error: unknown }): VNode | null => {
  if (error === undefined) return null;
  const remedy = error instanceof AdminRefusal ? error.remedy : undefined;
  return (
    <div class="error" role="alert">
      <p class="what">
        <span aria-hidden="true">✗</span> {error instanceof Error ? error.message : String(error)}
      </p>
      {remedy === undefined ? null : <p>{remedy}</p>}
    </div>
  );
};

/** What stands where nothing is yet: says why, and what to do first. */
export const EmptyState = ({
  title,
  children,
}: {
  readonly title: string;
  readonly children?: ComponentChildren;
}): VNode => (
  <section class="empty">
    <h2>{title}</h2>
    {children}
  </section>
);

/** A term of a `<dl class="facts">` and what it is. */
export const Fact = ({ title, children }: { readonly title: string; readonly children: ComponentChildren }): VNode => (
  <div>
    <dt>{title}</dt>
    <dd>{children}</dd>
  </div>
);

interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A modal dialog; Escape closes it, and the focus goes back to where it was. */
export const Dialog = ({ title, isOpen, onClose, children }: DialogProps): VNode => {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const element = dialog.current;
    if (element === null || element.open === isOpen) return;
    if (isOpen) element.showModal();
    else element.close();
  }, [isOpen]);
  return (
    <dialog ref={dialog} aria-labelledby={titleId} onClose={onClose}>
      <header class="row">
        <h2 id={titleId}>{title}</h2>
        <Button look="plain" onPress={onClose} label="Close">
          ✕
        </Button>
      </header>
      {isOpen ? children : null}
    </dialog>
  );
};
