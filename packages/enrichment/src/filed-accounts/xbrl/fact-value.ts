/** Reads the value of a fact from its printed text. Pure. */
import type { Fact, FactProblem, XbrlDocument } from './document.js';
import { negated, scaledDecimal, plainNumber, transformed, type Transformed } from './transformations.js';
import { wholeText, type Capture, type FactDraft } from './fact-drafts.js';
import { collapsed } from './page-text.js';
import type { PrintedScale } from './printed-units.js';
import type { StatedUnits } from './stated-units.js';

/** The maximum length of text that is transformed, above that of printed numbers and dates. */
const MAX_TRANSFORMED = 200;

interface Resources extends Pick<XbrlDocument, 'contexts' | 'units'> {
  readonly continuations: ReadonlyMap<string, Capture>;
  readonly statedUnits: StatedUnits;
}

function numberOf({ format, attributes, kind }: FactDraft, text: string): Transformed {
  // Invisible characters are not part of a number.
  const printed = text.replaceAll(/\p{Cf}+/gu, '').trim();
  if (kind === 'fraction' || printed.length > MAX_TRANSFORMED) return { problem: 'not_a_number' };
  const plain = format === null ? plainNumber(printed) : transformed(format, printed);
  if ('problem' in plain) return plain;
  if (!/^-?\d/.test(plain.value)) return { problem: 'not_a_number' };
  const scale = attributes['scale']?.trim() ?? '0';
  const value = /^[+-]?\d{1,3}$/.test(scale) ? scaledDecimal(plain.value, Number(scale)) : null;
  if (value === null) return { problem: 'scale_out_of_range' };
  return { value: attributes['sign']?.trim() === '-' ? negated(value) : value };
}

function textOf({ format }: FactDraft, printed: string): Transformed {
  if (format === null) return { value: printed };
  return printed.length > MAX_TRANSFORMED ? { value: printed } : transformed(format, printed);
}

function problemOf(draft: FactDraft, { contexts, units }: Resources): FactProblem | null {
  if (!contexts.has(draft.attributes['contextRef'] ?? '')) return 'no_context';
  if (draft.kind !== 'text' && !units.has(draft.attributes['unitRef'] ?? '')) return 'no_unit';
  return null;
}

function isNil(attributes: FactDraft['attributes']): boolean {
  for (const name in attributes)
    if (name.endsWith(':nil') && /^\s*(?:true|1)\s*$/.test(attributes[name] ?? '')) return true;
  return false;
}

/** Returns true if the scale is that of the heading above and of the page's statement; null: unknown. */
function isScaledAsPrinted(
  { printedScale, attributes, hidden }: FactDraft,
  statedScale: PrintedScale,
): boolean | null {
  const scale = Number(attributes['scale'] ?? '0');
  // A statement that all amounts are in pounds is only a phrase of software if a heading has another scale.
  if (hidden || statedScale === null || (statedScale === 0 && printedScale !== null))
    return printedScale === null ? null : scale === printedScale;
  return scale === statedScale && (printedScale === null || printedScale === statedScale);
}

export function factOf(draft: FactDraft, resources: Resources): Fact {
  const { attributes, concept, kind, hidden } = draft;
  const printed = collapsed(wholeText(draft, resources.continuations));
  const hasNil = isNil(attributes);
  const transformedValue: Transformed = hasNil
    ? { value: '' }
    : kind === 'text'
      ? textOf(draft, printed)
      : numberOf(draft, printed);
  const problem =
    problemOf(draft, resources) ?? ('problem' in transformedValue ? transformedValue.problem : null);
  return {
    namespace: concept.namespace,
    name: concept.local,
    contextRef: attributes['contextRef'] ?? '',
    unitRef: kind === 'text' ? null : (attributes['unitRef'] ?? ''),
    printed,
    value: hasNil || problem !== null || !('value' in transformedValue) ? null : transformedValue.value,
    problem,
    decimals: attributes['decimals'] ?? null,
    hidden,
    scaledAsPrinted: isScaledAsPrinted(draft, resources.statedUnits.scale),
    place: draft.place,
    printedCurrencies: hidden
      ? []
      : [draft.printedCurrency, ...resources.statedUnits.currencies].filter((sign) => sign !== null),
    printedNegative: draft.printedNegative || /^[-\u2212(]/.test(printed),
  };
}
