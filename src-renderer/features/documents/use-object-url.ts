import { useEffect, useState } from 'react';

/** An address for a blob, for as long as the component shows it. */
export function useObjectUrl(blob: Blob, type: string): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(blob.type === type ? blob : blob.slice(0, blob.size, type));
    setUrl(made);
    return () => {
      setUrl(null);
      URL.revokeObjectURL(made);
    };
  }, [blob, type]);
  return url;
}
