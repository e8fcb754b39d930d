import { FilesDialog } from '../features/files/files-dialog.tsx';
import { OutboxPanel } from '../features/outbox/outbox-panel.tsx';
import { closePanels, usePanels } from '../state/panels.ts';
import { KeySheet } from './key-sheet.tsx';
import { Palette } from './palette.tsx';

/** Whatever lies over the screen. */
export function Panels() {
  const { outbox, files, palette, keys } = usePanels();
  return (
    <>
      {outbox !== null && <OutboxPanel states={outbox} onClose={closePanels} />}
      {files !== null && <FilesDialog {...files} onClose={closePanels} />}
      {palette && <Palette onClose={closePanels} />}
      {keys && <KeySheet onClose={closePanels} />}
    </>
  );
}
