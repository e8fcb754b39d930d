import { type ReactNode, useEffect, useRef } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import './dialog.css';

interface DialogProps {
  readonly title: string;
  onClose(): void;
  readonly size?: 'normal' | 'wide' | 'full' | 'side';
  readonly mustDecide?: boolean;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
  readonly corner?: ReactNode;
}

/** A modal dialog. Escape and a click outside close the dialog, unless `mustDecide` is true. */
export function Dialog({
  title,
  onClose,
  size = 'normal',
  mustDecide = false,
  children,
  actions,
  corner,
}: DialogProps) {
  return (
    <ModalOverlay
      isOpen
      onOpenChange={(open) => !open && onClose()}
      isDismissable={!mustDecide}
      isKeyboardDismissDisabled={mustDecide}
      className={size === 'side' ? 'dialog-overlay dialog-overlay-side' : 'dialog-overlay'}
    >
      <Modal className={`dialog-modal dialog-${size}`}>
        <AriaDialog className="dialog">
          <div className="row gap-3 dialog-head">
            <Heading slot="title" className="min-0 break dialog-title">
              {title}
            </Heading>
            {corner}
          </div>
          <DialogBody>{children}</DialogBody>
          {actions != null && <div className="wrap gap-2 dialog-actions">{actions}</div>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

function DialogBody({ children }: { readonly children: ReactNode }) {
  const body = useRef<HTMLDivElement>(null);
  // A browser scrolls only what contains the focus. A new dialog itself has the focus, and later a button below the text can have the focus.
  useEffect(() => {
    const dialog = body.current?.closest<HTMLElement>('[role="dialog"], [role="alertdialog"]');
    const press = (event: KeyboardEvent) => {
      const pages = PAGES[event.key];
      const part = dialog?.querySelector('[tabindex="0"].scrolls') ?? body.current;
      const isAction = event.target instanceof Element && event.target.closest('.dialog-actions') !== null;
      // The arrow keys open a menu below a button.
      const isFree = event.target === dialog || (isAction && !event.key.startsWith('Arrow'));
      if (pages === undefined || part === null || !isFree) return;
      event.preventDefault();
      part.scrollBy({ top: pages * part.clientHeight });
    };
    dialog?.addEventListener('keydown', press);
    return () => dialog?.removeEventListener('keydown', press);
  }, []);
  return (
    <div ref={body} className="stack gap-4 grow scrolls dialog-body">
      {children}
    </div>
  );
}

/** The part of the visible height by which a key scrolls a dialog. */
const PAGES: Readonly<Record<string, number>> = {
  PageDown: 0.9,
  PageUp: -0.9,
  ArrowDown: 0.1,
  ArrowUp: -0.1,
  End: Number.MAX_SAFE_INTEGER,
  Home: -Number.MAX_SAFE_INTEGER,
};
