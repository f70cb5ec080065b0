/** Statements that are signed with the service's key and say what no statement says. */
import { hash } from 'node:crypto';
import {
  canonicalJson,
  type AdjustmentFact,
  type ChargeFact,
  type CreditFact,
  type FactKind,
  type MonthRuleFact,
} from '../../../packages/statement-check/src/format/facts.js';
import type { StatementFormat } from '../../../packages/statement-check/src/format/head.js';
import { leafOf } from '../../../packages/statement-check/src/format/leaf.js';
import { Totals } from '../../../packages/statement-check/src/format/totals.js';
import { Locators } from '../../../packages/statement-check/src/format/locators.js';
import { treeFrom } from '../../../packages/statement-check/src/merkle/compact-range.js';
import { parseHashes } from '../../../packages/statement-check/src/merkle/tree-hash.js';
import { KEY_OF_TESTS, fileOf } from './statements.js';

type Json = Record<string, unknown>;
export interface Entry {
  readonly kind: FactKind;
  fact: Json;
  salt: string;
}

/** A statement apart, to be changed. */
export interface Parts {
  header: Json & { previous: { tree_size: number; root: string; frontier: string[] } };
  entries: Entry[];
  /** Null: the sums of the entries. */
  totals: Json | null;
  head: Json;
  /** Of what is signed at last. */
  sealed: (head: Json) => Json;
}

const jsonOf = (line: string | undefined): Json => JSON.parse(line ?? 'null') as Json;

export function partsOf(lines: readonly string[]): Parts {
  const entries = lines.slice(1, -2).map((line): Entry => {
    const { salt, index: _index, leaf: _leaf, ...named } = jsonOf(line);
    const [[kind, fact] = []] = Object.entries(named);
    return { kind: kind as FactKind, fact: fact as Json, salt: salt as string };
  });
  const { header } = jsonOf(lines[0]);
  const { head } = jsonOf(lines.at(-1));
  return {
    header: header as Parts['header'],
    entries,
    totals: null,
    head: head as Json,
    sealed: (of) => of,
  };
}

/**
 * The line of totals, in canonical JSON. It is empty where a fact is so wrong that it can't be counted, or
 * where a sum is beyond what JSON can say: then the line of that fact is refused, whatever the totals are.
 */
function sumsOf(entries: readonly Entry[], format: unknown): string {
  const totals = new Totals();
  try {
    for (const { kind, fact } of entries)
      if (kind === 'charge') totals.addCharge(totals.sumsOf(fact as unknown as ChargeFact));
      else if (kind === 'adjustment') totals.addAdjustment(fact as unknown as AdjustmentFact);
      else if (kind === 'credit') totals.addCredit(fact as unknown as CreditFact);
      else totals.addMonthRule(fact as unknown as MonthRuleFact);
    return canonicalJson(totals.line(format as StatementFormat));
  } catch {
    return canonicalJson({ totals: {} });
  }
}

/** The file of these parts, with whatever follows from them made to agree, and signed. */
export function signedAnew({ header, entries, totals, head, sealed }: Parts): string {
  const tree = treeFrom(header.previous.tree_size, parseHashes(header.previous.frontier) ?? []);
  if (tree === null) throw new Error('the frontier is of another tree');
  const locators = new Locators();
  const lines = entries.map(({ kind, fact, salt }) => {
    const leaf = leafOf(kind, canonicalJson(fact), salt);
    const line = canonicalJson({ [kind]: fact, index: tree.end, leaf: leaf.toString('hex'), salt });
    tree.push(leaf);
    locators.add(leaf);
    return line;
  });
  const body = [
    canonicalJson({ header }),
    ...lines,
    totals === null ? sumsOf(entries, header['format']) : canonicalJson({ totals }),
  ];
  const signed = sealed({
    ...head,
    entries: entries.length,
    tree_size: tree.end,
    root: tree.root().toString('hex'),
    locators: locators.texts(),
    body_sha256: hash('sha256', fileOf(body), 'hex'),
  });
  const signature = KEY_OF_TESTS.sign(Buffer.from(canonicalJson(signed), 'utf8'));
  return fileOf([...body, canonicalJson({ head: signed, signature })]);
}
