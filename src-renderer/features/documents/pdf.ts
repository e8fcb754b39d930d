import { getDocument, type PDFDocumentProxy, type PDFPageProxy } from 'unpdf/pdfjs';

export type PdfFile = PDFDocumentProxy;
export type PdfFault = 'damaged' | 'locked';
type Opened = { readonly ok: true; readonly pdf: PdfFile } | { readonly ok: false; readonly fault: PdfFault };
type Drawn =
  /** `missing`: at least one image of the page could not be drawn. */
  | { readonly ok: true; readonly text: string; readonly missing: boolean }
  /** A null fault means that drawing was stopped. */
  | { readonly ok: false; readonly fault: PdfFault | null };

/** The canvas side that every browser supports. */
const MOST_PIXELS = 8192;

/** Opens a PDF. No code in the document runs and nothing is fetched; the content security policy forbids both. */
export async function openPdf(blob: Blob): Promise<Opened> {
  try {
    const pdf = await getDocument({
      data: new Uint8Array(await blob.arrayBuffer()),
      isEvalSupported: false,
      useWasm: false,
      useWorkerFetch: false,
      enableXfa: false,
      stopAtErrors: false,
      verbosity: 0,
    }).promise;
    return { ok: true, pdf };
  } catch (error) {
    const locked = error instanceof Error && error.name === 'PasswordException';
    return { ok: false, fault: locked ? 'locked' : 'damaged' };
  }
}

/** Draws a page `width` CSS pixels wide, and returns its text for screen readers. */
export function drawPage(
  pdf: PdfFile,
  number: number,
  canvas: HTMLCanvasElement,
  width: number,
): { readonly done: Promise<Drawn>; stop(): void } {
  let stopped = false;
  let stop = () => {};
  const draw = async (): Promise<Drawn> => {
    try {
      const page = await pdf.getPage(number);
      if (stopped) return { ok: false, fault: null };
      const natural = page.getViewport({ scale: 1 });
      const longest = Math.max(natural.width, natural.height);
      const scale = (width * window.devicePixelRatio) / natural.width;
      const viewport = page.getViewport({ scale: Math.min(scale, MOST_PIXELS / longest) });
      canvas.width = Math.max(1, Math.floor(viewport.width));
      canvas.height = Math.max(1, Math.floor(viewport.height));
      canvas.style.width = `${Math.floor(width)}px`;
      const task = page.render({ canvas, viewport });
      stop = () => task.cancel();
      await task.promise;
      return { ok: true, text: await textOf(page), missing: lacksPicture(page) };
    } catch {
      return { ok: false, fault: stopped ? null : 'damaged' };
    }
  };
  return {
    done: draw(),
    stop: () => {
      stopped = true;
      stop();
    },
  };
}

async function textOf(page: PDFPageProxy): Promise<string> {
  const { items } = await page.getTextContent();
  return items.map((item) => ('str' in item ? item.str : '')).join(' ');
}

/** Whether an image of a drawn page could not be decoded; pdf.js leaves such an image blank without an error. */
function lacksPicture(page: PDFPageProxy): boolean {
  for (const [id, data] of page.objs) {
    if (data === null && String(id).startsWith('img_')) return true;
  }
  return false;
}
