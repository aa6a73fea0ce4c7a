import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { Button } from './button.tsx';

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
