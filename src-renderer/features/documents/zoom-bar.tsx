import { IconButton } from '../../components/input/button.tsx';
import { t } from '../../strings/translate.ts';

export type Zoomed = number;

const STEPS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4];

/** Buttons that change the zoom. At zoom 1, a page or image is at most as wide as the area that shows it. */
export function ZoomBar({ zoom, onZoom }: { readonly zoom: Zoomed; onZoom(zoom: Zoomed): void }) {
  const smaller = STEPS.findLast((step) => step < zoom);
  const larger = STEPS.find((step) => step > zoom);
  return (
    <span className="middle gap-2 document-tools">
      <IconButton
        label={t('document.zoomOut')}
        isDisabled={smaller === undefined}
        onPress={() => smaller !== undefined && onZoom(smaller)}
        sign="−"
      />
      <span className="numbers document-zoom" role="status">
        {t('document.zoom', { percent: Math.round(zoom * 100) })}
      </span>
      <IconButton
        label={t('document.zoomIn')}
        isDisabled={larger === undefined}
        onPress={() => larger !== undefined && onZoom(larger)}
        sign="+"
      />
    </span>
  );
}
