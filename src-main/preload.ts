import { contextBridge, ipcRenderer, webUtils } from 'electron';
import { BRIDGE_NAME, type Bridge } from './contract/bridge.ts';
import { CHANNELS, pageVerbRecord, verbChannel } from './hosts/desktop/channels.ts';

const bridge: Bridge = {
  verbs: pageVerbRecord((name) => (input) => ipcRenderer.invoke(verbChannel(name), input)),
  onEvent(listener) {
    const forward = (_event: unknown, appEvent: unknown) => listener(appEvent);
    ipcRenderer.on(CHANNELS.event, forward);
    void ipcRenderer.invoke(CHANNELS.listen);
    return () => {
      ipcRenderer.off(CHANNELS.event, forward);
    };
  },
  addFiles(drop, files, folders) {
    // Only Electron knows the path of a file that a person dropped or chose. A file that the page made has an empty path.
    const paths = files.map((file) => webUtils.getPathForFile(file));
    return ipcRenderer.invoke(CHANNELS.addFiles, { drop, files: paths, folders });
  },
  saveDocument: (task, item, name) => ipcRenderer.invoke(CHANNELS.saveDocument, { task, item, name }),
  saveMade: (file, name) => ipcRenderer.invoke(CHANNELS.saveMade, { file, name }),
  readDocument: (task, item) => ipcRenderer.invoke(CHANNELS.readDocument, { task, item }),
  chooseFolder: () => ipcRenderer.invoke(CHANNELS.chooseFolder),
  copyText: (text) => ipcRenderer.invoke(CHANNELS.copyText, { text }),
};

contextBridge.exposeInMainWorld(BRIDGE_NAME, bridge);
