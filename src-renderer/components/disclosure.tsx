import { type ReactNode, useState } from 'react';
import { Disclosure as AriaDisclosure, Button, DisclosurePanel, Heading } from 'react-aria-components';
import './disclosure.css';

interface DisclosureProps {
  readonly title: ReactNode;
  readonly children: ReactNode;
  readonly startsOpen?: boolean;
}

/** A part of a screen that a person can open and close. The contents are rendered only while the part is open. */
export function Disclosure({ title, children, startsOpen = false }: DisclosureProps) {
  const [open, setOpen] = useState(startsOpen);
  return (
    <AriaDisclosure className="disclosure" isExpanded={open} onExpandedChange={setOpen}>
      <Heading level={3} className="disclosure-heading">
        <Button slot="trigger" className="bare gap-2 left disclosure-button">
          <span aria-hidden="true" className="disclosure-arrow" />
          <span className="min-0 break disclosure-title">{title}</span>
        </Button>
      </Heading>
      <DisclosurePanel className="disclosure-panel">{open && children}</DisclosurePanel>
    </AriaDisclosure>
  );
}

export function FoldTitle({ title, note }: { readonly title: string; readonly note: string }) {
  return (
    <>
      {title} <span className="quiet fold-note">{note}</span>
    </>
  );
}
