import { getDocument, type PDFDocumentProxy, type PDFPageProxy } from 'unpdf/pdfjs';

export type PdfFile = PDFDocumentProxy;
export type PdfFault = 'damaged' | 'locked';
type Opened = { readonly ok: true; readonly pdf: PdfFile } | { readonly ok: false; readonly fault: PdfFault };
type Drawn =
  /** `missing`: a picture of the page could not be drawn, so that the page is not all there is. */
  | { readonly ok: true; readonly text: string; readonly missing: boolean }
  /** Without a fault it was stopped. */
  | { readonly ok: false; readonly fault: PdfFault | null };

/** Side of a canvas that every browser still draws. */
const MOST_PIXELS = 8192;

/** Opens a PDF. No code of the document runs, and nothing is fetched for it: the content security policy forbids both. */
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

/** Draws a page `width` CSS pixels wide, and reads its text for those who do not see it. */
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

/** Whether a picture of a page that was drawn could not be decoded; pdf.js leaves such a place white without a word. */
function lacksPicture(page: PDFPageProxy): boolean {
  for (const [id, data] of page.objs) {
    if (data === null && String(id).startsWith('img_')) return true;
  }
  return false;
}
