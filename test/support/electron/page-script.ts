/** The script that runs in every page before its own: Electron's renderer side, then the real preload script. */
export function pageScript(preload: string): string {
  return `(() => {
    if (window !== window.top) return;
    const listeners = new Map();
    const files = (window.__standInFiles = []);
    window.__standInTell = (channel, payload) => {
      for (const listener of listeners.get(channel) ?? []) listener({}, payload);
    };
    window.open = (url) => {
      window.__standIn({ kind: 'open', url: String(url ?? '') });
      return null;
    };
    const freeze = (value) => {
      if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(freeze);
      return value;
    };
    const electron = {
      contextBridge: {
        exposeInMainWorld: (name, api) => Object.defineProperty(window, name, { value: freeze(api) }),
      },
      ipcRenderer: {
        invoke: (channel, input) => window.__standIn({ kind: 'invoke', channel, input }),
        on: (channel, listener) => listeners.set(channel, [...(listeners.get(channel) ?? []), listener]),
        off: (channel, listener) =>
          listeners.set(channel, (listeners.get(channel) ?? []).filter((one) => one !== listener)),
      },
      webUtils: { getPathForFile: (file) => 'stand-in-file:' + (files.push(file) - 1) },
    };
    const load = (name) => {
      if (name !== 'electron') throw new Error('a sandboxed preload script cannot load ' + name);
      return electron;
    };
    const module = { exports: {} };
    (function (require, module, exports, process, Buffer) {
${preload}
    })(load, module, module.exports);
  })();`;
}
