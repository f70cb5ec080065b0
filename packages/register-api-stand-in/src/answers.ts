/** What the stand-in knows: sample answers by company and resource, and events by stream. */
import { readFileSync } from 'node:fs';

export type Document = Readonly<Record<string, unknown>>;

export const isDocument = (value: unknown): value is Document =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function lines(file: string): Document[] {
  const texts = readFileSync(file, 'utf8').split('\n');
  return texts.filter((text) => text.trim() !== '').map((text) => documentOf(JSON.parse(text), file));
}

function documentOf(value: unknown, file: string): Document {
  if (!isDocument(value)) throw new Error(`${file} holds a line that is no object`);
  return value;
}

export const itemsOf = (answer: Document): readonly unknown[] | null =>
  Array.isArray(answer['items']) ? (answer['items'] as unknown[]) : null;

/** A list that came in several answers is one again. */
const joined = (first: Document | undefined, next: Document): Document =>
  first === undefined ? next : { ...first, items: [...(itemsOf(first) ?? []), ...(itemsOf(next) ?? [])] };

/** `{company_number, resource, data}` a line, as `register fetch` writes them. */
export class Answers {
  private readonly byPlace = new Map<string, Document>();

  constructor(files: readonly string[]) {
    for (const file of files)
      for (const line of lines(file)) {
        const place = placeOf(String(line['company_number']), String(line['resource']));
        this.byPlace.set(place, joined(this.byPlace.get(place), documentOf(line['data'], file)));
      }
  }

  of(company: string, resource: string): Document | undefined {
    return this.byPlace.get(placeOf(company, resource));
  }

  /** The register learns something: from then on it answers so. */
  put(company: string, resource: string, data: Document): void {
    this.byPlace.set(placeOf(company, resource), data);
  }
}

const placeOf = (company: string, resource: string): string => `${company}/${resource}`;

/** The stream that tells of each kind, by the beginning of the kind. */
const STREAM_OF_KIND: readonly (readonly [kind: string, stream: string])[] = [
  ['company-profile', 'companies'],
  ['company-officers', 'officers'],
  ['company-psc-statement', 'persons-with-significant-control-statements'],
  ['persons-with-significant-control-statement', 'persons-with-significant-control-statements'],
  ['company-exemptions', 'company-exemptions'],
  ['company-psc', 'persons-with-significant-control'],
  ['company-charges', 'charges'],
  ['filing-history', 'filings'],
  ['company-insolvency', 'insolvency-cases'],
];
export const STREAMS: ReadonlySet<string> = new Set(STREAM_OF_KIND.map(([, stream]) => stream));

export interface StreamEvent {
  readonly stream: string;
  readonly timepoint: number;
  readonly line: string;
}

/** An event of the streaming API: `{resource_kind, resource_uri, resource_id, data, event}`. */
export function streamEvent(event: Document): StreamEvent {
  const kind = String(event['resource_kind']);
  const stream = STREAM_OF_KIND.find(([beginning]) => kind.startsWith(beginning))?.[1];
  const told = event['event'];
  const timepoint = isDocument(told) ? told['timepoint'] : undefined;
  if (stream === undefined || typeof timepoint !== 'number') throw new Error(`no stream tells of ${kind}`);
  return { stream, timepoint, line: JSON.stringify(event) };
}

export const eventsIn = (file: string): StreamEvent[] => lines(file).map(streamEvent);
