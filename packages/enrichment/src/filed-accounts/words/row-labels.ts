/** Reads the label of an amount: the line of the statement, and whether the label means a negative. Pure. */
import type { FigureKey } from '../accounts-record.js';
import { LINE_LABELS, type StatementLine } from '../pdf/statement-lines.js';

type OtherLine =
  | 'part_of_fixed_assets'
  | 'part_of_debtors'
  | 'part_of_creditors'
  | 'share_capital'
  | 'part_of_equity'
  | 'assets_and_capital'
  | 'not_of_statements';
export type NamedLine = StatementLine | OtherLine;

/** Further spellings, and lines that aren't figures. The patterns match whole labels by `plainLabel`. */
const OTHERS: readonly (readonly [NamedLine, RegExp])[] = [
  ['fixed_assets', /^total (?:tangible )?fixed assets$/],
  ['debtors', /^debtors(?: amounts)? (?:falling )?due within one year$|^total (?:debtors|receivables)$/],
  [
    'cash',
    /^(?:total )?cash(?: and bank balances| at bank and on hand| and cash in hand)?$|^bank(?: and cash)?$/,
  ],
  [
    'creditors_within_one_year',
    /^(?:amounts )?(?:falling )?(?:due )?within one year$|^(?:total )?current liabilities$/,
  ],
  [
    'creditors_after_one_year',
    /^(?:amounts )?(?:falling )?(?:due )?after (?:more than )?one year$|^(?:total )?non-current liabilities$/,
  ],
  [
    'net_assets',
    /^total net (?:assets|liabilities)$|^net assets or liabilities$|^net assets attributable to members$/,
  ],
  [
    'funds',
    /^total funds$|^(?:total )?(?:shareholders?'?|members'?) (?:funds|deficit|interests|equity)$|^equity$|^total capital and reserves$|^deficit on shareholders'? funds$/,
  ],
  ['turnover', /^(?:total )?(?:turnover|revenue|sales)$/],
  [
    'profit_after_tax',
    /^(?:profit|loss|surplus|deficit)(?: or loss)? for the (?:financial )?(?:year|period)$/,
  ],
  ['administration', /^administrat(?:ive|ion) (?:expenses|costs)$/],
  ['provisions', /^(?:deferred tax(?:ation)?|provisions?.*)$/],
  [
    'part_of_fixed_assets',
    /^(?:(?:in)?tangible (?:fixed )?assets|property,? plant and equipment|goodwill|(?:fixed asset )?investments?(?: propert(?:y|ies))?|heritage assets)$/,
  ],
  ['part_of_debtors', /^(?:trade|other|sundry) (?:debtors|receivables)$/],
  [
    'part_of_creditors',
    /^(?:trade|other|sundry) (?:creditors|payables)$|^bank (?:loans|overdrafts?|loans and overdrafts?)$/,
  ],
  ['share_capital', /^(?:called up )?(?:share capital|ordinary shares)$/],
  [
    'part_of_equity',
    /^(?:share premium(?: account)?|profit and loss (?:account|reserve)|retained (?:earnings|profits?)|revaluation reserve)$/,
  ],
  ['assets_and_capital', /^total (?:equity and liabilities|liabilities and equity)$/],
  [
    'not_of_statements',
    /^(?:(?:average )?number of )?directors?$|^(?:wages and salaries|staff costs|social security costs|dividends(?: paid)?|directors'? (?:remuneration|emoluments|salaries)|depreciation(?: charge)?|total liabilities|accruals|prepayments|work in progress|auditors'? remuneration|pension costs)$/,
  ],
];
const ALL: readonly (readonly [NamedLine, RegExp])[] = [...LINE_LABELS, ...OTHERS];

/** The other lines that may state a figure, such as the only part of a total. */
const ALSO: Readonly<Partial<Record<FigureKey, readonly NamedLine[]>>> = {
  fixed_assets: ['part_of_fixed_assets'],
  debtors: ['part_of_debtors'],
  creditors_within_one_year: ['part_of_creditors'],
  creditors_after_one_year: ['part_of_creditors'],
  total_assets: ['assets_and_capital'],
  // Share capital in place of equity is withheld for another reason.
  net_assets: ['funds', 'share_capital'],
};

/** The label in lower case, without signs, brackets, amounts and note numbers. */
const plainLabel = (label: string): string =>
  label
    .toLowerCase()
    .replaceAll(/[’‘`]/g, "'")
    .replaceAll('&', 'and')
    .replaceAll(/[()[\]/:;.,_|*£$€]|\s[-–—]|[-–—]\s/g, ' ')
    .replaceAll(/^[\s\d]+|(?<![\s\d])[\s\d]+$/g, '')
    .replaceAll(/\s+/g, ' ')
    .replace(/ notes?$/, '')
    .trim();

/** The line that a label names; null: no known line. */
const lineNamed = (label: string): NamedLine | null => {
  const plain = plainLabel(label);
  return ALL.find(([, name]) => name.test(plain))?.[0] ?? null;
};

/** The lines that a page prints, each with the digits of its untagged amounts. */
export type PrintedLines = ReadonlyMap<NamedLine, readonly string[]>;

/** The lines that these labels name, with their amounts. */
export function linesNamed(
  labels: Iterable<readonly [label: string, amounts: readonly string[]]>,
): PrintedLines {
  const amountsByLine = new Map<NamedLine, string[]>();
  for (const [label, amounts] of labels) {
    const line = lineNamed(label);
    if (line === null) continue;
    const all = amountsByLine.get(line) ?? [];
    amountsByLine.set(line, all);
    all.push(...amounts);
  }
  return amountsByLine;
}

/** Matches words for cash, which isn't lent or owed. */
const OF_CASH =
  /\b(?:cash|banks?|deposits?|building societ\w+|(?:current|savings) accounts?|monies|paypal|liquid|treasury|arian|banc)\b/;
const OF_PEOPLE =
  /\b(?:employees?|employed|staff|persons?|people|personnel|headcount|work(?:ers?|force)|fte|gweithwyr|weithwyr|cyflogeion|gyflogeion|bobl)\b/;
const OF_PAY =
  /\b(?:wages?|salar\w+|costs?|pay|payroll|remuneration|emoluments|pensions?|taxation|cyflogau)\b/;
const OF_COUNT = /\b(?:(?:number|no|nifer) of|numbers?|headcount|nifer)\b/;
/** Matches words of labels that count some people: earners of an amount, or members of a scheme. */
const OF_SOME = /\b(?:pensions?|emoluments|remuneration|salar\w+|earn\w*)\b/;
/** Matches words about directors being included or excluded. */
const WITH_DIRECTORS =
  /\b(?:inc|incl|including|inclusive of|exc|excl|excluding) (?:the )?(?:executive )?directors?\b|\bdirectors? (?:included|excluded)\b/;
/** Matches words for other things that are counted: people who needn't be employees, and objects. */
const OF_OTHER_COUNTS =
  /\b(?:directors?|shares?|shareholders?|trustees?|members?|partners?|officers?|volunteers?|propert\w+)\b|^(?:total |average |monthly )*(?:number|no) of\b/;

/** Returns true if a label names the figure; null: unknown. A label without a word for cash isn't cash. */
export function namesFigure(label: string, field: FigureKey): boolean | null {
  const line = lineNamed(label);
  if (line !== null) return line === field || (ALSO[field] ?? []).includes(line);
  const plain = plainLabel(label);
  return field === 'cash' && /\p{L}{3}/u.test(plain) && !OF_CASH.test(plain) ? false : null;
}

/** Returns true if the label names something other than employees, such as pay, directors or shares. */
export function isOfNoPeople(label: string): boolean {
  const plain = plainLabel(label).replace(WITH_DIRECTORS, ' ').trim();
  const isOfPay = (OF_COUNT.test(plain) ? OF_SOME : OF_PAY).test(plain);
  return lineNamed(label) !== null || isOfPay || (!OF_PEOPLE.test(plain) && OF_OTHER_COUNTS.test(plain));
}

/** Returns true if the label makes the amount negative: a loss, a deficit, excess liabilities. */
export function saysNegative(label: string): boolean {
  const plain = plainLabel(label).replace(
    /\b(?:excess|surplus) of liabilities over (?:\w+ )?assets\b|\bdeficiency (?:of|in) (?:\w+ )?assets\b/,
    'deficiency',
  );
  const isLoss = /\b(?:loss(?:es)?|deficits?|deficiency|net (?:current )?liabilities)\b/.test(plain);
  return isLoss && !/\b(?:profits?|gains?|surplus|assets|and loss(?:es)?|attributable)\b/.test(plain);
}
