import { contextBridge, ipcRenderer, webUtils } from 'electron';
import { BRIDGE_NAME, type Transport } from './contract/bridge.ts';

const invoke: Transport['invoke'] = (name, input, files = []) => {
  // Only Electron knows the path of a file that a person dropped or chose. A file that the page made has an empty path.
  const paths = files.map((file) => webUtils.getPathForFile(file));
  return ipcRenderer.invoke(BRIDGE_NAME, { name, input, paths });
};

const bridge: Transport = {
  invoke,
  onEvent(listener) {
    const forward = (_event: unknown, appEvent: unknown) => listener(appEvent);
    ipcRenderer.on(BRIDGE_NAME, forward);
    void invoke('desktop.listen', {});
    return () => {
      ipcRenderer.off(BRIDGE_NAME, forward);
    };
  },
};

contextBridge.exposeInMainWorld(BRIDGE_NAME, bridge);
