import { contextBridge, ipcRenderer, webUtils } from 'electron';
import { BRIDGE_NAME, type Bridge } from './contract/bridge.ts';
import { CHANNELS, verbChannel } from './hosts/desktop/channels.ts';
import { pageVerbRecord } from './hosts/desktop/page-verbs.ts';

/** What the system said was dropped on this page, the latest last. A page can make no drop that is trusted. */
const dropped = new Set<string>();
window.addEventListener(
  'drop',
  ({ isTrusted, dataTransfer }) => {
    if (!isTrusted) return;
    for (const file of dataTransfer?.files ?? []) {
      const place = webUtils.getPathForFile(file);
      dropped.delete(place);
      dropped.add(place);
    }
  },
  { capture: true },
);

const bridge: Bridge = {
  verbs: pageVerbRecord((name) => (input) => ipcRenderer.invoke(verbChannel(name), input)),
  onEvent(listener) {
    const hear = (_event: unknown, told: unknown) => listener(told);
    ipcRenderer.on(CHANNELS.event, hear);
    void ipcRenderer.invoke(CHANNELS.listen);
    return () => {
      ipcRenderer.off(CHANNELS.event, hear);
    };
  },
  addFiles(drop, files) {
    const placed = files.map(({ path, file }) => ({
      place: webUtils.getPathForFile(file),
      chosen: file.webkitRelativePath,
      inFolder: path.includes('/'),
    }));
    return ipcRenderer.invoke(CHANNELS.addFiles, { drop, files: placed, dropped: [...dropped] });
  },
  saveDocument: (task, item, name) => ipcRenderer.invoke(CHANNELS.saveDocument, { task, item, name }),
  saveMade: (file, name) => ipcRenderer.invoke(CHANNELS.saveMade, { file, name }),
  readDocument: (task, item) => ipcRenderer.invoke(CHANNELS.readDocument, { task, item }),
  chooseFolder: () => ipcRenderer.invoke(CHANNELS.chooseFolder),
  copyText: (text) => ipcRenderer.invoke(CHANNELS.copyText, { text }),
};

contextBridge.exposeInMainWorld(BRIDGE_NAME, bridge);
