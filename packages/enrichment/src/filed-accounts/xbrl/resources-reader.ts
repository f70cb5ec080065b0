/** Reads the contexts, units and schema references of a document. */
import { daysBefore, parseIsoDate, type IsoDate } from '../../../../words/src/calendar.js';
import { UnreadableDocument, type Context, type Dimension } from './document.js';
import { DOCUMENT_LIMITS } from './limits.js';
import type { Attributes } from './xml-events.js';
import type { Namespaces, XmlName } from './xml-names.js';

export const XBRLI = 'http://www.xbrl.org/2003/instance';
const XBRLDI = 'http://xbrl.org/2006/xbrldi';
const LINK = 'http://www.xbrl.org/2003/linkbase';
const ISO_4217 = 'http://www.xbrl.org/2003/iso4217';

/** The last day of a period. An instant at the beginning of a day means the end of the previous day. */
function endOfPeriod(text: string): IsoDate | null {
  const day = parseIsoDate(text.slice(0, 10));
  if (day === null || !/^.{10}T00:00(?::00(?:\.0+)?)?(?:Z|[+-]\d\d:\d\d)?$/.test(text)) return day;
  return daysBefore(day, 1);
}

interface ContextDraft {
  readonly id: string;
  scheme: string;
  identifier: string;
  start: IsoDate | null;
  end: IsoDate | null;
  /** True if a date is invalid, so the period is unknown. */
  hasInvalidDate: boolean;
  readonly dimensions: Dimension[];
}

interface UnitDraft {
  readonly id: string;
  measures: number;
  inDenominator: boolean;
  currency: string | null;
}

export class ResourcesReader {
  readonly contexts = new Map<string, Context>();
  /** The currencies (ISO 4217) by unit; null: a unit other than money. */
  readonly units = new Map<string, string | null>();
  readonly schemas: string[] = [];
  private context: ContextDraft | null = null;
  private unit: UnitDraft | null = null;
  /** The name of the open typed dimension; null: none is open. */
  private typed: string | null = null;
  private explicit = '';
  private leaf = '';
  /** The number of finished contexts and units. */
  private finished = 0;

  constructor(private readonly names: Namespaces) {}

  /** True if a context or a unit is open, whose text is needed. */
  get isOpen(): boolean {
    return this.context !== null || this.unit !== null;
  }

  open({ namespace, local }: XmlName, attributes: Attributes): void {
    if (namespace === LINK && local === 'schemaRef') this.schema(attributes);
    const id = attributes['id'] ?? '';
    if (namespace === XBRLI && local === 'context')
      this.context = {
        id,
        scheme: '',
        identifier: '',
        start: null,
        end: null,
        hasInvalidDate: false,
        dimensions: [],
      };
    if (namespace === XBRLI && local === 'unit')
      this.unit = { id, measures: 0, inDenominator: false, currency: null };
    if (!this.isOpen) return;
    this.leaf = '';
    if (this.context !== null && local === 'identifier') this.context.scheme = attributes['scheme'] ?? '';
    if (this.unit !== null && local === 'unitDenominator') this.unit.inDenominator = true;
    if (namespace !== XBRLDI) return;
    const dimension = this.names.nameOf(attributes['dimension'] ?? '').local;
    if (local === 'typedMember') this.typed = dimension;
    else this.explicit = dimension;
  }

  text(text: string): void {
    if (this.leaf.length < DOCUMENT_LIMITS.leafCharacters)
      this.leaf += text.slice(0, DOCUMENT_LIMITS.leafCharacters - this.leaf.length);
  }

  close({ namespace, local }: XmlName): void {
    if (this.context !== null) this.closeInContext(this.context, namespace, local);
    else if (this.unit !== null) this.closeInUnit(this.unit, local);
  }

  private schema(attributes: Attributes): void {
    const href = Object.entries(attributes).find(([name]) => name === 'href' || name.endsWith(':href'))?.[1];
    if (href !== undefined && this.schemas.length < DOCUMENT_LIMITS.schemas)
      this.schemas.push(href.slice(0, 300));
  }

  private closeInContext(context: ContextDraft, namespace: string, local: string): void {
    const text = this.leaf.trim();
    if (namespace === XBRLDI) {
      if (local === 'explicitMember')
        this.dimension(context, { name: this.explicit, member: this.names.nameOf(text).local, typed: false });
      if (local === 'typedMember') {
        this.dimension(context, { name: this.typed ?? '', member: text, typed: true });
        this.typed = null;
      }
      return;
    }
    if (namespace !== XBRLI) {
      // Other elements in a segment or scenario, as in older documents, also divide the whole.
      if (this.typed === null) this.dimension(context, { name: local, member: text, typed: true });
      return;
    }
    if (local === 'identifier') context.identifier = text;
    else if (local === 'startDate') context.start = parseIsoDate(text.slice(0, 10));
    else if (local === 'instant' || local === 'endDate') context.end = endOfPeriod(text);
    else if (local === 'context') this.finishContext(context);
    if ((local === 'startDate' && context.start === null) || (local === 'endDate' && context.end === null))
      context.hasInvalidDate = true;
  }

  private dimension({ dimensions }: ContextDraft, dimension: Dimension): void {
    if (dimensions.length >= DOCUMENT_LIMITS.dimensions) throw new UnreadableDocument('too_costly');
    dimensions.push(dimension);
  }

  private finishContext({
    id,
    scheme,
    identifier,
    start,
    end,
    hasInvalidDate,
    dimensions,
  }: ContextDraft): void {
    this.context = null;
    this.finished += 1;
    if (this.finished > DOCUMENT_LIMITS.contexts) throw new UnreadableDocument('too_costly');
    dimensions.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
    const period = hasInvalidDate ? { start: null, end: null } : { start, end };
    this.contexts.set(id, { scheme, identifier, ...period, dimensions });
  }

  private closeInUnit(unit: UnitDraft, local: string): void {
    if (local === 'measure') {
      const measure = this.leaf.trim();
      if (this.names.isUndeclared(measure)) throw new UnreadableDocument('undeclared_prefix');
      const { namespace, local: name } = this.names.nameOf(measure);
      const isCurrency = namespace === ISO_4217 && /^[A-Za-z]{3}$/.test(name);
      if (isCurrency && !unit.inDenominator) unit.currency = name.toUpperCase();
      unit.measures += 1;
    }
    if (local !== 'unit') return;
    this.unit = null;
    this.finished += 1;
    if (this.finished > DOCUMENT_LIMITS.contexts) throw new UnreadableDocument('too_costly');
    this.units.set(unit.id, unit.measures === 1 ? unit.currency : null);
  }
}
