import type { ReactNode } from 'react';
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
          <div className="stack gap-4 grow scrolls dialog-body">{children}</div>
          {actions != null && <div className="wrap gap-2 dialog-actions">{actions}</div>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
