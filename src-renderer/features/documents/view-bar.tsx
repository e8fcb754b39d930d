import { useEffect, useRef } from 'react';
import { Button, IconButton } from '../../components/input/button.tsx';
import { isTyping } from '../../components/input/is-typing.ts';
import { t } from '../../strings/translate.ts';

/** The zoom and the rotation with which the viewer shows a page. `turn` changes only the view, and never the document. */
export interface View {
  /** A number is a factor: at 1, the page is as wide as its frame. `page` makes the whole page visible. */
  readonly zoom: number | 'page';
  readonly turn: 0 | 90 | 180 | 270;
}

export const FLAT: View = { zoom: 1, turn: 0 };

/**
 * The parts of the app that the viewer uses. The viewer gets these parts as properties and does not import them, because the viewer is in
 * the same chunk as pdf.js, and this chunk must not contain a schema.
 */
export interface ViewTools {
  readonly singleKeys: boolean;
  /** Writes an audit entry before a person prints a page; null means all pages. Resolves to false if the entry cannot be written. */
  notePrinted(page: number | null): Promise<boolean>;
}

const STEPS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4];
const NEXT = { 0: 90, 90: 180, 180: 270, 270: 0 } as const;

interface ViewBarProps extends Pick<ViewTools, 'singleKeys'> {
  readonly view: View;
  /** The current zoom as a number, even if `view.zoom` is `page`. */
  readonly zoom: number;
  onView(view: View): void;
}

/** Buttons and keyboard shortcuts that change the zoom and rotate the page. */
export function ViewBar({ view, zoom, onView, singleKeys }: ViewBarProps) {
  // A page that fits into its frame may have a zoom between two steps. A step that differs by less than 0.01 is skipped, because the change
  // would be invisible.
  const smaller = STEPS.findLast((step) => step < zoom - 0.01);
  const larger = STEPS.find((step) => step > zoom + 0.01);
  const zoomTo = (wanted: View['zoom'] | undefined) =>
    wanted !== undefined && onView({ ...view, zoom: wanted });
  const turn = () => onView({ ...view, turn: NEXT[view.turn] });
  useDocumentKeys(singleKeys, {
    '+': () => zoomTo(larger),
    '-': () => zoomTo(smaller),
    '0': () => zoomTo(1),
    '9': () => zoomTo('page'),
    r: turn,
  });
  return (
    <span className="middle gap-2 document-tools">
      <IconButton
        label={t('document.zoomOut')}
        isDisabled={smaller === undefined}
        onPress={() => zoomTo(smaller)}
        sign="−"
      />
      <span className="numbers document-zoom" role="status">
        {t('document.zoom', { percent: Math.round(zoom * 100) })}
      </span>
      <IconButton
        label={t('document.zoomIn')}
        isDisabled={larger === undefined}
        onPress={() => zoomTo(larger)}
        sign="+"
      />
      <Button size="small" onPress={() => zoomTo(1)}>
        {t('document.fitWidth')}
      </Button>
      <Button size="small" onPress={() => zoomTo('page')}>
        {t('document.fitPage')}
      </Button>
      <Button size="small" onPress={turn}>
        {t('document.rotate')}
      </Button>
    </span>
  );
}

/**
 * Calls the function in `actions` whose key a person presses. Ignores keys while the person types in a field, and while a menu or another
 * dialog is open over the document.
 */
export function useDocumentKeys(on: boolean, actions: Readonly<Record<string, () => unknown>>): void {
  const current = useRef(actions);
  useEffect(() => {
    current.current = actions;
  });
  useEffect(() => {
    if (!on) return;
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return;
      if (document.querySelectorAll('[role="dialog"], [role="menu"]').length > 1) return;
      const action = Object.hasOwn(current.current, event.key) ? current.current[event.key] : undefined;
      if (action === undefined) return;
      event.preventDefault();
      action();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [on]);
}
