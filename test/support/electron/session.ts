import { write } from './record.ts';

type Handler = (request: Request) => Response | Promise<Response>;
type BeforeRequest = (details: { url: string }, answer: (answer: { cancel?: boolean }) => void) => void;
type Ask = (
  contents: unknown,
  permission: string,
  answer: (granted: boolean) => void,
  details: object,
) => void;

/** What the program set on its session. */
interface SessionState {
  beforeRequest?: BeforeRequest;
  permissionRequest?: Ask | null;
  permissionCheck?: ((...details: unknown[]) => boolean) | null;
  devicePermission?: ((details: object) => boolean) | null;
  displayMedia?: ((request: object, answer: (streams: unknown) => void) => void) | null;
}

const state: SessionState = {};
const handlers = new Map<string, Handler>();

const keeps =
  <K extends keyof SessionState>(name: K) =>
  (handler: SessionState[K]): void => {
    state[name] = handler;
  };

const theSession = {
  protocol: { handle: (scheme: string, handler: Handler) => void handlers.set(scheme, handler) },
  webRequest: { onBeforeRequest: keeps('beforeRequest') },
  setPermissionRequestHandler: keeps('permissionRequest'),
  setPermissionCheckHandler: keeps('permissionCheck'),
  setDevicePermissionHandler: keeps('devicePermission'),
  setDisplayMediaRequestHandler: keeps('displayMedia'),
  on: (event: string) => write('session.on', event),
};

export const session = { fromPartition: (_name: string) => theSession };

export const protocol = {
  registerSchemesAsPrivileged: (schemes: object[]) => write('protocol.privileged', schemes),
};

/** Answers an address as the program would: cut off, served by its handler, or (with real Electron) fetched from the network. */
export async function answerAddress(
  url: string,
  method = 'GET',
): Promise<Response | 'cancelled' | 'network'> {
  const cancelled = await new Promise<boolean>((resolve) => {
    if (state.beforeRequest === undefined) resolve(false);
    else state.beforeRequest({ url }, ({ cancel }) => resolve(cancel === true));
  });
  if (cancelled) return 'cancelled';
  const handler = handlers.get(new URL(url).protocol.replace(':', ''));
  return handler === undefined ? 'network' : await handler(new Request(url, { method }));
}

/** What is granted when a page asks for one permission in each of the ways there are. */
export async function grants(permission: string): Promise<boolean[]> {
  const { permissionRequest: ask, displayMedia } = state;
  const asked = await new Promise<boolean>((resolve) => {
    if (ask) ask({}, permission, resolve, {});
    else resolve(true);
  });
  const media = await new Promise<boolean>((resolve) => {
    if (displayMedia) displayMedia({}, (streams) => resolve(streams !== null));
    else resolve(true);
  });
  return [
    asked,
    state.permissionCheck?.({}, permission, '', {}) ?? true,
    state.devicePermission?.({ deviceType: permission }) ?? true,
    media,
  ];
}
