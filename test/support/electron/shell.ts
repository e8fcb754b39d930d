import { EventEmitter } from 'node:events';
import { mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { write } from './record.ts';

/** An event whose listeners may forbid what is about to happen. */
export class Preventable {
  defaultPrevented = false;
  readonly preventDefault = () => {
    this.defaultPrevented = true;
  };
}

/** Asks the listeners of an event, and says whether all of them let it happen. */
export function allowed(emitter: EventEmitter, name: string, details: object = {}): boolean {
  const event = Object.assign(new Preventable(), details);
  emitter.emit(name, event);
  return !event.defaultPrevented;
}

interface Lifecycle {
  begin(): Promise<void>;
  closeWindows(): boolean;
  end(): Promise<void>;
}

class Shell extends EventEmitter {
  readonly isPackaged = false;
  lifecycle: Lifecycle | null = null;
  private paths = new Map<string, string>();
  private lock: string | null = null;
  private ready: Promise<void> | null = null;

  whenReady(): Promise<void> {
    this.ready ??= Promise.resolve(this.lifecycle?.begin()).then(() => {
      write('app.ready');
      this.emit('ready');
    });
    return this.ready;
  }
  enableSandbox(): void {
    write('app.enableSandbox');
  }
  setName(name: string): void {
    write('app.setName', name);
  }
  getLocale(): string {
    return new Intl.DateTimeFormat().resolvedOptions().locale;
  }
  getPath(name: string): string {
    const base = process.env['XDG_CONFIG_HOME'] ?? tmpdir();
    return this.paths.get(name) ?? (name === 'appData' ? base : join(base, name));
  }
  setPath(name: string, path: string): void {
    this.paths.set(name, path);
  }
  requestSingleInstanceLock(): boolean {
    const file = join(this.getPath('userData'), 'stand-in.pid');
    mkdirSync(this.getPath('userData'), { recursive: true });
    try {
      writeSync(openSync(file, 'wx'), String(process.pid));
    } catch {
      const first = Number(readFileSync(file, 'utf8'));
      try {
        process.kill(first, 'SIGUSR2');
        return false;
      } catch {
        rmSync(file);
        return this.requestSingleInstanceLock();
      }
    }
    this.lock = file;
    process.on('SIGUSR2', () => this.emit('second-instance', {}, [], '', {}));
    return true;
  }
  setBadgeCount(count: number): boolean {
    write('app.setBadgeCount', count);
    return true;
  }
  getLoginItemSettings() {
    return { openAtLogin: false };
  }
  setLoginItemSettings(settings: object): void {
    write('app.setLoginItemSettings', settings);
  }
  quit(): void {
    if (!allowed(this, 'before-quit')) return;
    if (this.lifecycle?.closeWindows() === false) return;
    if (!allowed(this, 'will-quit')) return;
    this.exit(0);
  }
  exit(code = 0): void {
    write('app.exit', code);
    if (this.lock !== null) rmSync(this.lock, { force: true });
    void Promise.resolve(this.lifecycle?.end()).finally(() => process.exit(code));
  }
}

export const app = new Shell();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => app.quit());
