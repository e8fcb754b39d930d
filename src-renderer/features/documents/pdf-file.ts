import { getDocument, type PDFDocumentProxy, type PDFPageProxy } from 'unpdf/pdfjs';

export type PdfFile = PDFDocumentProxy;
export type PdfPage = PDFPageProxy;
export type PdfFault = 'damaged' | 'locked';
type Opened = { readonly ok: true; readonly pdf: PdfFile } | { readonly ok: false; readonly fault: PdfFault };
type Drawn =
  /** The page was drawn. `text` is the text of the page. `missing` is true if pdf.js could not draw an image of the page. */
  | { readonly ok: true; readonly text: string; readonly missing: boolean }
  /** The page was not drawn. `fault` is null if `stop` ended the drawing. */
  | { readonly ok: false; readonly fault: PdfFault | null };

/** The maximum width and height of a canvas, in pixels, that every browser supports. */
const MOST_PIXELS = 8192;

/** The resolution of a printed page, in dots per inch. The unit of length in a PDF is 1/72 inch. */
const PAPER_DPI = 200;

// Opens a PDF that may be malicious. The options and the content security policy prevent scripts in the PDF from running, and prevent the
// PDF from sending requests.
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

/**
 * Returns the viewport of a page that is turned by `turn` degrees in addition to its own rotation. If a side of the page would be longer
 * than `MOST_PIXELS`, the viewport has a smaller scale than `scale`.
 */
export function viewportOf(page: PdfPage, turn: number, scale = 1) {
  const rotation = (page.rotate + turn) % 360;
  const { width, height } = page.getViewport({ scale: 1, rotation });
  const most = MOST_PIXELS / Math.max(width, height);
  return page.getViewport({ scale: Math.min(scale, most), rotation });
}

/** Draws a page with a width of `width` CSS pixels. `done` resolves to the text of the page, which screen readers need, or to a fault. */
export function drawPage(
  page: PdfPage,
  canvas: HTMLCanvasElement,
  width: number,
  turn: number,
): { readonly done: Promise<Drawn>; stop(): void } {
  let stopped = false;
  let stop = () => {};
  const draw = async (): Promise<Drawn> => {
    try {
      const scale = (width * window.devicePixelRatio) / viewportOf(page, turn).width;
      const viewport = viewportOf(page, turn, scale);
      setSize(canvas, viewport);
      canvas.style.width = `${width}px`;
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

/** Returns a page as a JPEG image with the resolution for paper. */
export async function pictureOf(pdf: PdfFile, number: number): Promise<Blob> {
  const canvas = document.createElement('canvas');
  const page = await pdf.getPage(number);
  const viewport = viewportOf(page, 0, PAPER_DPI / 72);
  setSize(canvas, viewport);
  await page.render({ canvas, viewport, intent: 'print' }).promise;
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9));
  // Setting the size to 0 frees the memory of the canvas at once.
  setSize(canvas, { width: 0, height: 0 });
  if (blob === null) throw new Error('the browser made no picture of the page');
  return blob;
}

function setSize(canvas: HTMLCanvasElement, { width, height }: { width: number; height: number }): void {
  canvas.width = Math.floor(width);
  canvas.height = Math.floor(height);
}

async function textOf(page: PdfPage): Promise<string> {
  const { items } = await page.getTextContent();
  return items.map((item) => ('str' in item ? item.str : '')).join(' ');
}

/**
 * Whether the drawn page lacks an image. If pdf.js cannot decode an image, pdf.js reports no error and leaves the area of the image blank.
 */
function lacksPicture(page: PdfPage): boolean {
  for (const [id, data] of page.objs) {
    if (data === null && String(id).startsWith('img_')) return true;
  }
  return false;
}
