type DocumentKind = 'pdf' | 'image' | 'audio' | 'json' | 'text' | 'other';

const BY_ENDING: Readonly<Record<string, { readonly kind: DocumentKind; readonly type: string }>> = {
  pdf: { kind: 'pdf', type: 'application/pdf' },
  png: { kind: 'image', type: 'image/png' },
  jpg: { kind: 'image', type: 'image/jpeg' },
  jpeg: { kind: 'image', type: 'image/jpeg' },
  gif: { kind: 'image', type: 'image/gif' },
  webp: { kind: 'image', type: 'image/webp' },
  bmp: { kind: 'image', type: 'image/bmp' },
  mp3: { kind: 'audio', type: 'audio/mpeg' },
  wav: { kind: 'audio', type: 'audio/wav' },
  m4a: { kind: 'audio', type: 'audio/mp4' },
  ogg: { kind: 'audio', type: 'audio/ogg' },
  opus: { kind: 'audio', type: 'audio/ogg' },
  flac: { kind: 'audio', type: 'audio/flac' },
  json: { kind: 'json', type: 'application/json' },
  txt: { kind: 'text', type: 'text/plain' },
  csv: { kind: 'text', type: 'text/csv' },
  md: { kind: 'text', type: 'text/plain' },
  xml: { kind: 'text', type: 'text/plain' },
};

/** Returns how the page shows a document. The media type decides. If the media type is missing or generic, the file extension decides. */
export function documentKind(type: string, name: string): { kind: DocumentKind; type: string } {
  const essence = type.split(';')[0]?.trim().toLowerCase() ?? '';
  if (essence === 'application/pdf') return { kind: 'pdf', type: essence };
  if (essence === 'application/json' || essence.endsWith('+json')) return { kind: 'json', type: essence };
  // Most browsers cannot show TIFF images.
  if (essence.startsWith('image/') && !essence.startsWith('image/tif'))
    return { kind: 'image', type: essence };
  if (essence.startsWith('audio/')) return { kind: 'audio', type: essence };
  if (essence.startsWith('text/')) return { kind: 'text', type: essence };
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  const unsaid =
    essence === '' || essence === 'application/octet-stream' || essence === 'binary/octet-stream';
  const known = unsaid && Object.hasOwn(BY_ENDING, ending) ? BY_ENDING[ending] : undefined;
  return known ?? { kind: 'other', type: essence === '' ? 'application/octet-stream' : essence };
}
