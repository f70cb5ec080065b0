/** The published description and its pages, outside the interface and without a key. No other host is asked for anything. */
import { Controller, Get } from '@nestjs/common';
import { ok, type Answer, type Headers } from '../platform/http/answer.js';
import { OpenRoute } from '../platform/http/operation.js';
import { docsAsset, type DocsAsset } from './docs-assets.js';
import { PublishedDescription } from './published-description.js';

const SAFE: Headers = {
  'Cache-Control': 'public, max-age=300',
  'X-Content-Type-Options': 'nosniff',
};

/** A key may stand in a field of the page: no script but ours, no other host, no frame around it. */
const PAGE: Headers = {
  ...SAFE,
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

function asset(name: DocsAsset): Answer {
  const { type, body } = docsAsset(name);
  const headers = { ...SAFE, 'Content-Type': type, 'Cross-Origin-Resource-Policy': 'same-origin' };
  return ok(body, { headers });
}

@Controller()
export class DocsController {
  constructor(private readonly description: PublishedDescription) {}

  @Get('openapi.json')
  @OpenRoute()
  async document(): Promise<Answer> {
    return ok(await this.description.json(), { headers: SAFE });
  }

  @Get('docs')
  @OpenRoute()
  async page(): Promise<Answer> {
    return ok(await this.description.page(), { headers: PAGE });
  }

  @Get('docs/blocks')
  @OpenRoute()
  async blocks(): Promise<Answer> {
    return ok(await this.description.blocksPage(), { headers: PAGE });
  }

  @Get('docs/assets/docs.css')
  @OpenRoute()
  style(): Answer {
    return asset('docs.css');
  }

  @Get('docs/assets/call.mjs')
  @OpenRoute()
  call(): Answer {
    return asset('call.mjs');
  }

  @Get('docs/assets/try-call.mjs')
  @OpenRoute()
  tryCall(): Answer {
    return asset('try-call.mjs');
  }
}
