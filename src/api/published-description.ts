/** The description and its pages as they are published: made once, when the routes and the address are known. */
import { Inject, Injectable } from '@nestjs/common';
import { EdgeAdapter } from '../platform/http/edge-adapter.js';
import { Lasting } from '../platform/http/coding/lasting.js';
import { PublicAddress } from '../platform/http/public-address.js';

interface Described {
  readonly json: Lasting;
  readonly page: Lasting;
}

const lasting = (text: string): Lasting => new Lasting(Buffer.from(text));

@Injectable()
export class PublishedDescription {
  private described: Promise<Described> | undefined;
  private blocks: Promise<Lasting> | undefined;

  constructor(
    @Inject(EdgeAdapter) private readonly adapter: Pick<EdgeAdapter, 'operations'>,
    private readonly address: PublicAddress,
  ) {}

  async json(): Promise<Lasting> {
    return (await this.description()).json;
  }

  /** The documentation, as one page of HTML that needs nothing else. */
  async page(): Promise<Lasting> {
    return (await this.description()).page;
  }

  /** The catalogue, as such a page: the same for every caller and address. */
  blocksPage(): Promise<Lasting> {
    return (this.blocks ??= import('./blocks-page/blocks-page.js').then(({ blocksPage }) =>
      lasting(blocksPage()),
    ));
  }

  private description(): Promise<Described> {
    return (this.described ??= this.describe());
  }

  /** Loads what describes once it is asked for: a start needn't wait for it. */
  private async describe(): Promise<Described> {
    const { describe } = await import('./openapi/description.js');
    const { docsPage } = await import('./docs-page.js');
    const document = describe(this.adapter.operations, this.address.base);
    return { json: lasting(JSON.stringify(document)), page: lasting(docsPage(document)) };
  }
}
