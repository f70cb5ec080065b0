/** Reads the registrar's notes on a company's entry (`corporate_annotation` of its profile). */
import type { IsoDate } from '../../../../words/src/calendar.js';
import { isoDayOf, oneOrMore, textOf } from '../kit/records/values.js';

export interface Annotation {
  /** The register's key: `overseas-entity-dissolved-wound-up-or-ceased-to-exist`. */
  readonly type: string;
  /** The registrar's own words. */
  readonly description: string | null;
  readonly created_on: IsoDate | null;
}

const FALSE_BASIS = 'strike-off-under-section-1002a-of-the-companies-act-2006';

/**
 * Words for notes that speak against the company (Companies Act 2006 s1002A; Economic Crime Act 2022). They
 * fit before and after the strike-off.
 */
const WORDS: ReadonlyMap<string, string> = new Map([
  [`${FALSE_BASIS}-incorporation`, 'a strike-off because it was incorporated on a false basis'],
  [`${FALSE_BASIS}-restoration`, 'a strike-off because it was restored on a false basis'],
  [
    'overseas-entity-dissolved-wound-up-or-ceased-to-exist',
    'the overseas entity was dissolved or wound up, or has ceased to exist',
  ],
]);

/** Returns true if the note speaks against the company. Every note of a false basis does. */
export const isGrave = ({ type }: Pick<Annotation, 'type'>): boolean =>
  WORDS.has(type) || type.startsWith(FALSE_BASIS);

/** The note in the words of `WORDS`, else in the registrar's words. */
export const annotationWords = ({ type, description }: Annotation): string =>
  WORDS.get(type) ?? description ?? type.replaceAll('-', ' ');

const MAX_ANNOTATIONS = 50;

export const annotationsOf = (filed: unknown): Annotation[] =>
  oneOrMore(filed)
    .flatMap((annotation) => {
      const [type, description] = [textOf(annotation['type']), textOf(annotation['description'])];
      if (type === null && description === null) return [];
      return [{ type: type ?? 'other', description, created_on: isoDayOf(annotation['created_on']) }];
    })
    .slice(0, MAX_ANNOTATIONS);
