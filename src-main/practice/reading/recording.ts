/** The length of a recording in whole seconds, or null where its format does not tell. WAV files are read. */
export function secondsOf(bytes: Uint8Array): number | null {
  return wavSeconds(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}

const FIRST_CHUNK = 12;
const CHUNK_HEADER = 8;

/** A WAV file is a row of chunks: `fmt ` says how many bytes a second takes, `data` holds the sound. */
function wavSeconds(file: DataView): number | null {
  if (fourLetters(file, 0) !== 'RIFF' || fourLetters(file, 8) !== 'WAVE') return null;
  let bytesPerSecond = 0;
  for (let at = FIRST_CHUNK; at + CHUNK_HEADER <= file.byteLength; ) {
    const content = at + CHUNK_HEADER;
    const size = file.getUint32(at + 4, true);
    const name = fourLetters(file, at);
    if (name === 'fmt ' && content + 12 <= file.byteLength)
      bytesPerSecond = file.getUint32(content + 8, true);
    if (name === 'data') {
      // A recorder that was cut off leaves a size that is not so; the file ends where the sound does.
      const sound = Math.min(size === 0 ? Number.POSITIVE_INFINITY : size, file.byteLength - content);
      return bytesPerSecond === 0 || sound === 0 ? null : Math.ceil(sound / bytesPerSecond);
    }
    // Chunks begin at even places.
    at = content + size + (size % 2);
  }
  return null;
}

function fourLetters(file: DataView, at: number): string | null {
  if (at + 4 > file.byteLength) return null;
  return String.fromCharCode(...new Uint8Array(file.buffer, file.byteOffset + at, 4));
}
