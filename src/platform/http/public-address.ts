/** The base of every link that the service gives out. */
import type { Settings } from '../settings.js';

export class PublicAddress {
  private listening: string | null = null;

  constructor(private readonly settings: Pick<Settings, 'publicUrl' | 'host' | 'port'>) {}

  /** Known once the port is: it may have been any free one. */
  listensAt(port: number): void {
    const { host } = this.settings;
    // A wildcard is no address that anyone can call.
    const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
    this.listening = `http://${name}:${port}`;
  }

  /** Without a closing slash. */
  get base(): string {
    return this.settings.publicUrl ?? this.listening ?? `http://${this.settings.host}:${this.settings.port}`;
  }

  link(path: string): string {
    return `${this.base}${path}`;
  }
}
