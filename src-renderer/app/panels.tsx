import { OutboxPanel } from '../features/outbox/outbox-panel.tsx';
import { closePanels, usePanels } from '../state/panels.ts';
import { KeySheet } from './key-sheet.tsx';
import { Palette } from './palette.tsx';

/** Whatever lies over the screen. */
export function Panels() {
  const { outbox, palette, keys } = usePanels();
  return (
    <>
      {outbox !== null && <OutboxPanel states={outbox} onClose={closePanels} />}
      {palette && <Palette onClose={closePanels} />}
      {keys && <KeySheet onClose={closePanels} />}
    </>
  );
}
