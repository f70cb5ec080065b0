/**
 * Google Places API (New) on loopback, as its reference describes `POST /v1/places:searchText`
 * (https://developers.google.com/maps/documentation/places/web-service/text-search): the key and the field mask in headers,
 * 400 without a mask or a query, only the fields that the mask names, and `{}` where nothing is found.
 */
import { ProviderServer, type ProviderAsked, type ProviderReply } from './provider-server.js';

export interface ListedBusiness {
  readonly name: string;
  readonly street: string;
  readonly town: string;
  readonly postcode: string;
  readonly website?: string;
}

const refused = (code: number, status: string, message: string): ProviderReply => ({
  status: code,
  body: { error: { code, message, status } },
});

const component = (text: string, type: string, shortText = text) => ({
  longText: text,
  shortText,
  types: [type],
  languageCode: 'en',
});

const placeOf = ({ name, street, town, postcode, website }: ListedBusiness): Record<string, unknown> => ({
  id: `ChIJ${postcode.replace(' ', '')}`,
  displayName: { text: name, languageCode: 'en' },
  formattedAddress: `${street}, ${town} ${postcode}, UK`,
  addressComponents: [
    component(street, 'route'),
    component(town, 'postal_town'),
    component('United Kingdom', 'country', 'GB'),
    component(postcode, 'postal_code'),
  ],
  googleMapsUri: 'https://maps.google.com/?cid=17',
  ...(website !== undefined && { websiteUri: website }),
  businessStatus: 'OPERATIONAL',
});

export class PlacesServer extends ProviderServer {
  static readonly key = 'AIza-places-key';
  private readonly businesses = new Map<string, readonly ListedBusiness[]>();

  private constructor() {
    super((asked) => this.found(asked));
  }

  static async started(): Promise<PlacesServer> {
    return new PlacesServer().listen();
  }

  /** Who searches for these words finds these businesses. */
  finds(words: string, ...businesses: readonly ListedBusiness[]): void {
    this.businesses.set(words, businesses);
  }

  private found({ method, path, headers, body }: ProviderAsked): ProviderReply {
    if (method !== 'POST' || path !== '/v1/places:searchText')
      return refused(404, 'NOT_FOUND', 'Requested entity was not found.');
    if (headers['x-goog-api-key'] !== PlacesServer.key)
      return refused(403, 'PERMISSION_DENIED', 'The caller does not have permission');
    const mask = headers['x-goog-fieldmask'];
    if (typeof mask !== 'string')
      return refused(400, 'INVALID_ARGUMENT', 'FieldMask is a required parameter.');
    const { textQuery } = body as { textQuery?: string };
    if (textQuery === undefined) return refused(400, 'INVALID_ARGUMENT', 'Empty text_query.');
    const fields = mask.split(',').map((field) => field.replace('places.', ''));
    const found = [...this.businesses].flatMap(([words, all]) => (textQuery.includes(words) ? all : []));
    const places = found.map((business) => {
      const place = placeOf(business);
      return Object.fromEntries(fields.flatMap((field) => (field in place ? [[field, place[field]]] : [])));
    });
    return { gzip: true, body: places.length === 0 ? {} : { places } };
  }
}
