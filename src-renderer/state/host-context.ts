import { createContext, useContext } from 'react';
import type { Host } from '../host/host.ts';

export const HostContext = createContext<Host | null>(null);

export function useHost(): Host {
  const host = useContext(HostContext);
  if (host === null) throw new Error('this component needs a surrounding host');
  return host;
}
