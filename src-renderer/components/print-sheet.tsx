import { type ReactNode, useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import './print-sheet.css';

interface PrintSheetProps {
  /** Called after the print dialog is closed. */
  onDone(): void;
  readonly children: ReactNode;
}

/** Content that is visible only on paper. After the images of the content are decoded, the print dialog opens. */
export function PrintSheet({ onDone, children }: PrintSheetProps) {
  const sheet = useRef<HTMLDivElement>(null);
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  });
  useEffect(() => {
    let wanted = true;
    const finish = () => done.current();
    window.addEventListener('afterprint', finish, { once: true });
    const pictures = [...(sheet.current?.querySelectorAll('img') ?? [])];
    void Promise.allSettled(pictures.map((picture) => picture.decode())).then(() => wanted && window.print());
    return () => {
      wanted = false;
      window.removeEventListener('afterprint', finish);
    };
  }, []);
  return createPortal(
    <div ref={sheet} className="print-sheet">
      {children}
    </div>,
    document.body,
  );
}
