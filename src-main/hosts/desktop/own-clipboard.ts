import type { ElectronMain } from './electron-main.ts';

/** The system's clipboard, of which this program takes back what it put there itself, and nothing else. */
export function createOwnClipboard(
  clipboard: Pick<ElectronMain['clipboard'], 'writeText' | 'readText' | 'clear'>,
) {
  let own: string | null = null;
  return {
    write: (text: string): void => {
      clipboard.writeText(text);
      own = text;
    },
    takeBack: async (): Promise<void> => {
      const text = own;
      own = null;
      if (text !== null && (await clipboard.readText()) === text) clipboard.clear();
    },
  };
}
