/** The base of every link that the service gives out. */
import { httpUrl } from './listening.js';

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
    this.listening = httpUrl(this.settings.host, port);
  }

  /** Without a closing slash. */
  get base(): string {
    const { publicUrl, host, port } = this.settings;
    return publicUrl ?? this.listening ?? httpUrl(host, port);
  }

  link(path: string): string {
    return `${this.base}${path}`;
  }
}
