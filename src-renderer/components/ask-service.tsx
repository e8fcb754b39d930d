import { type ReactNode, useState } from 'react';
import { askForTask } from '../state/asked-task.ts';
import { useHost } from '../state/host-context.ts';
import { Button } from './input/button.tsx';

interface AskServiceProps {
  /** The uuid or external_id of the Task. */
  readonly reference: string;
  readonly size?: 'normal' | 'small';
  readonly children: ReactNode;
}

/** A button that looks a Task up at the service, and opens the Task. */
export function AskService({ reference, size = 'normal', children }: AskServiceProps) {
  const host = useHost();
  const [busy, setBusy] = useState(false);
  const ask = async () => {
    setBusy(true);
    await askForTask(host, reference);
    setBusy(false);
  };
  return (
    <Button size={size} isDisabled={busy} onPress={() => void ask()}>
      {children}
    </Button>
  );
}
