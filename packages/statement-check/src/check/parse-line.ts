/**
 * Parses the lines of a statement for a verifier. Each line must be the canonical JSON of its values, so that
 * every byte matters (`docs/statements.md`, "Lines").
 */
import {
  canonicalJson,
  type AdjustmentFact,
  type ChargeFact,
  type CreditFact,
  type LineFact,
  type MonthRuleFact,
} from '../format/facts.js';
import { headText, type StatementHeader, type StatementHead } from '../format/head.js';
import { leafOf, lineText } from '../format/leaf.js';
import type { TreeHash } from '../merkle/tree-hash.js';
import {
  isAdjustmentLine,
  isChargeLine,
  isCreditLine,
  isHeadLine,
  isHeaderLine,
  isMonthRuleLine,
  isObject,
  isTotalsLine,
  parsedJson,
  type JsonFields,
} from './shapes.js';

export type ParsedFact = LineFact & {
  readonly index: number;
  /** The leaf that the fact and its salt give. */
  readonly hash: TreeHash;
  /** The leaf that the line names. */
  readonly leaf: string;
  readonly salt: string;
};

export type ParsedLine =
  | { readonly kind: 'header'; readonly header: StatementHeader }
  | ParsedFact
  | { readonly kind: 'totals' }
  | { readonly kind: 'head'; readonly head: StatementHead; readonly signature: string };

/** The parsed line; null for a text that no statement has. Lines of different kinds have different keys. */
export function parseStatementLine(text: string): ParsedLine | null {
  const value = parsedJson(text);
  if (!isObject(value)) return null;
  if (isHeadLine(value)) return headIn(value, text);
  if (isHeaderLine(value)) return headerIn(value, text);
  if (isTotalsLine(value)) return isCanonical(value, text) ? { kind: 'totals' } : null;
  return factIn(value, text);
}

/** Whether the text is the canonical JSON of the value. A value nested too deeply to be written is not. */
function isCanonical(value: JsonFields, text: string): boolean {
  try {
    return canonicalJson(value) === text;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Reads a head. Its shape was checked, so the types hold. */
function headIn({ head, signature }: JsonFields, text: string): ParsedLine | null {
  const line = { kind: 'head' as const, head: head as StatementHead, signature: signature as string };
  return headText(line.head, line.signature) === text ? line : null;
}

function headerIn(value: JsonFields, text: string): ParsedLine | null {
  return canonicalJson(value) === text
    ? { kind: 'header', header: value['header'] as StatementHeader }
    : null;
}

/** A line of a charge, an adjustment or a credit. */
export function factIn(value: JsonFields, text: string): ParsedFact | null {
  const { index, leaf, salt } = value as { index: number; leaf: string; salt: string };
  const fact = lineFactIn(value);
  if (fact === null) return null;
  const canonical = canonicalJson(fact.fact);
  if (lineText({ kind: fact.kind, text: canonical, index, leaf, salt }) !== text) return null;
  return { ...fact, index, leaf, salt, hash: leafOf(fact.kind, canonical, salt) };
}

function lineFactIn(value: JsonFields): LineFact | null {
  if (isChargeLine(value)) return { kind: 'charge', fact: value['charge'] as ChargeFact };
  if (isAdjustmentLine(value)) return { kind: 'adjustment', fact: value['adjustment'] as AdjustmentFact };
  if (isCreditLine(value)) return { kind: 'credit', fact: value['credit'] as CreditFact };
  if (isMonthRuleLine(value)) return { kind: 'month_rule', fact: value['month_rule'] as MonthRuleFact };
  return null;
}
