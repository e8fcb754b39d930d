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
  partition: string;
  handlers: Map<string, Handler>;
  beforeRequest: BeforeRequest | null;
  permissionRequest: Ask | null;
  permissionCheck: ((...details: unknown[]) => boolean) | null;
  devicePermission: ((details: object) => boolean) | null;
  displayMedia: ((request: object, answer: (streams: unknown) => void) => void) | null;
}

const state: SessionState = {
  partition: '',
  handlers: new Map(),
  beforeRequest: null,
  permissionRequest: null,
  permissionCheck: null,
  devicePermission: null,
  displayMedia: null,
};

const theSession = {
  protocol: {
    handle: (scheme: string, handler: Handler) => {
      state.handlers.set(scheme, handler);
    },
  },
  webRequest: {
    onBeforeRequest: (listener: BeforeRequest) => {
      state.beforeRequest = listener;
    },
  },
  setPermissionRequestHandler: (handler: SessionState['permissionRequest']) => {
    state.permissionRequest = handler;
  },
  setPermissionCheckHandler: (handler: SessionState['permissionCheck']) => {
    state.permissionCheck = handler;
  },
  setDevicePermissionHandler: (handler: SessionState['devicePermission']) => {
    state.devicePermission = handler;
  },
  setDisplayMediaRequestHandler: (handler: SessionState['displayMedia']) => {
    state.displayMedia = handler;
  },
  on: (event: string) => write('session.on', event),
};

export const session = {
  fromPartition(partition: string) {
    state.partition = partition;
    return theSession;
  },
};

export const protocol = {
  registerSchemesAsPrivileged: (schemes: object[]) => write('protocol.privileged', schemes),
};

/** Answers an address as the program would: cut off, served by its handler, or (with real Electron) fetched from the network. */
export async function answerAddress(
  url: string,
  method = 'GET',
): Promise<Response | 'cancelled' | 'network'> {
  const cancelled = await new Promise<boolean>((resolve) => {
    if (state.beforeRequest === null) resolve(false);
    else state.beforeRequest({ url }, ({ cancel }) => resolve(cancel === true));
  });
  if (cancelled) return 'cancelled';
  const handler = state.handlers.get(new URL(url).protocol.replace(':', ''));
  return handler === undefined ? 'network' : await handler(new Request(url, { method }));
}

/** What is granted when a page asks for one permission in each of the ways there are. */
export async function grants(permission: string): Promise<boolean[]> {
  const ask = state.permissionRequest;
  const asked = await new Promise<boolean>((resolve) => {
    if (ask === null) resolve(true);
    else ask({}, permission, resolve, {});
  });
  const media = await new Promise<boolean>((resolve) => {
    if (state.displayMedia === null) resolve(true);
    else state.displayMedia({}, (streams) => resolve(streams !== null));
  });
  return [
    asked,
    state.permissionCheck?.({}, permission, '', {}) ?? true,
    state.devicePermission?.({ deviceType: permission }) ?? true,
    media,
  ];
}
