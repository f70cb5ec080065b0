/** The description as it is published: built once the routes and the address are known. */
import { Inject, Injectable } from '@nestjs/common';
import { EdgeAdapter } from '../platform/http/edge-adapter.js';
import { Lasting } from '../platform/http/coding/lasting.js';
import { PublicAddress } from '../platform/http/public-address.js';
import type { JsonObject } from '../shared/json.js';
import { blocksPage } from './blocks-page/blocks-page.js';
import { docsPage } from './docs-page.js';
import { describe } from './openapi/description.js';

@Injectable()
export class PublishedDescription {
  private built: { readonly json: Lasting; readonly page: Lasting } | undefined;
  private builtBlocks: Lasting | undefined;

  constructor(
    @Inject(EdgeAdapter) private readonly adapter: Pick<EdgeAdapter, 'operations'>,
    private readonly address: PublicAddress,
  ) {}

  document(base = this.address.base): JsonObject {
    return describe(this.adapter.operations, base);
  }

  get json(): Lasting {
    return this.build().json;
  }

  /** The documentation, as one page of HTML that needs nothing else. */
  get page(): Lasting {
    return this.build().page;
  }

  /** The catalogue, as such a page: the same for every caller and address. */
  get blocks(): Lasting {
    return (this.builtBlocks ??= new Lasting(Buffer.from(blocksPage())));
  }

  private build(): { readonly json: Lasting; readonly page: Lasting } {
    if (this.built === undefined) {
      const document = this.document();
      this.built = {
        json: new Lasting(Buffer.from(JSON.stringify(document))),
        page: new Lasting(Buffer.from(docsPage(document))),
      };
    }
    return this.built;
  }
}
