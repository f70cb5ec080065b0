/** The base of every link that the service gives out. */

export interface AddressSettings {
  /** Base of links, without a closing slash; null: the address that the service listens on. */
  readonly publicUrl: string | null;
  readonly host: string;
  readonly port: number;
}

export class PublicAddress {
  private listening: string | null = null;

  constructor(private readonly settings: AddressSettings) {}

  /** Called once the port is known: it may have been any free one. */
  listensAt(port: number): void {
    const { host } = this.settings;
    // A wildcard address can't be called.
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
