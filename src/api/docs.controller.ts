/** The published description and its pages, outside the interface and without a key. No other host is asked for anything. */
import { Controller, Get } from '@nestjs/common';
import { ok, type Answer, type Headers } from '../platform/http/answer.js';
import { OpenRoute } from '../platform/http/operation.js';
import { PublishedDescription } from './published-description.js';

const SAFE: Headers = {
  'Cache-Control': 'public, max-age=300',
  'X-Content-Type-Options': 'nosniff',
};

const PAGE: Headers = {
  ...SAFE,
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
  'Referrer-Policy': 'no-referrer',
};

@Controller()
export class DocsController {
  constructor(private readonly description: PublishedDescription) {}

  @Get('openapi.json')
  @OpenRoute()
  document(): Answer {
    return ok(this.description.json, { headers: SAFE });
  }

  @Get('docs')
  @OpenRoute()
  page(): Answer {
    return ok(this.description.page, { headers: PAGE });
  }

  @Get('docs/blocks')
  @OpenRoute()
  blocks(): Answer {
    return ok(this.description.blocks, { headers: PAGE });
  }
}
