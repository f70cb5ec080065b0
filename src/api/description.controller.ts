/** Redirects /v1/openapi and /v1/openapi.json to the OpenAPI document (Spec 5.1). */
import { Controller, Get } from '@nestjs/common';
import { PublishedOperation } from '../access/gate/api-operation.js';
import { Answer } from '../../packages/platform/src/http/answer.js';
import { PublicAddress } from '../../packages/platform/src/http/public-address.js';

/** The path of the published document, outside /v1. */
const DESCRIPTION_PATH = '/openapi.json';

@Controller('v1')
export class DescriptionController {
  constructor(private readonly address: PublicAddress) {}

  @Get('openapi.json')
  @PublishedOperation({ id: 'getDescription', scope: null, rateLimits: [], body: 'none' })
  description(): Answer {
    return this.redirect();
  }

  @Get('openapi')
  @PublishedOperation({ id: 'getDescriptionAlias', scope: null, rateLimits: [], body: 'none' })
  alias(): Answer {
    return this.redirect();
  }

  private redirect(): Answer {
    const location = this.address.link(DESCRIPTION_PATH);
    return new Answer({ status: 302, body: { location }, headers: { Location: location } });
  }
}
