/**
 * `npm run measure:trades`: how often the trade that a text tells is of a section that its company filed. Argument:
 * `--data DIR`, a data folder with companies and accounts in force; or `--texts FILE`, a JSON object a line:
 * `{"name", "sic": ["86230"], "text"}`, the text as it stands in accounts where they tell the principal activity.
 * Companies of which every filed code is generic, or of 2003, can't be measured. Prints those that differ.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { filedTrade, tellsAnother, type FiledTrade } from '../src/blocks/trade/filed-trade.js';
import { tradeOfText } from '../src/blocks/trade/trade-of-text.js';
import { descriptionOf } from '../src/filed-accounts/statement/description.js';
import { heldAccounts } from '../src/sources/accounts/standing-accounts.js';
import { activeEdition, editionPath } from '../src/sources/kit/editions/edition.js';
import { sourceNamed } from '../src/sources/index.js';
import { table } from './support/figures.js';

interface Told {
  readonly name: string;
  readonly filed: FiledTrade;
  readonly text: string;
}

function* inFile(path: string): Generator<Told> {
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    if (line.trim() === '') continue;
    const { name, sic, text } = JSON.parse(line) as { name: string; sic: string[]; text: string };
    const description = descriptionOf(new Map(), [text]);
    if (description !== null) yield { name, filed: filedTrade(sic), text: description };
  }
}

function* inForce(dataDir: string): Generator<Told> {
  const [ofAccounts, ofCompanies] = [activeEdition(dataDir, 'accounts'), activeEdition(dataDir, 'companies')];
  if (ofAccounts === null || ofCompanies === null) throw new Error('accounts and companies must be in force');
  const accounts = sourceNamed('accounts').open(editionPath(dataDir, 'accounts', ofAccounts));
  const companies = sourceNamed('companies').open(editionPath(dataDir, 'companies', ofCompanies));
  try {
    for (const { number, name, sic } of companies.each()) {
      const records = accounts.byNumbers([number]).get(number) ?? null;
      const told = heldAccounts(records).read.find(({ record }) => record.description !== null);
      if (told?.record.description != null)
        yield { name, filed: filedTrade(sic), text: told.record.description };
    }
  } finally {
    accounts.close();
    companies.close();
  }
}

const share = (part: number, whole: number): string => (whole === 0 ? '-' : (part / whole).toFixed(3));

function run(): void {
  const { values } = parseArgs({ options: { data: { type: 'string' }, texts: { type: 'string' } } });
  const { data, texts } = values;
  if ((data === undefined) === (texts === undefined)) throw new Error('give --data DIR or --texts FILE');
  const counts = { texts: 0, told: 0, right: 0, codes: 0, codesRight: 0, contradictions: 0 };
  for (const { name, filed, text } of texts === undefined ? inForce(data ?? '') : inFile(texts)) {
    if (!filed.comparable) continue;
    const told = tradeOfText(text, [name]);
    counts.texts += 1;
    if (told === null) continue;
    counts.told += 1;
    const isRight = filed.sections.has(told.section);
    if (isRight) counts.right += 1;
    else process.stdout.write(`${told.code ?? told.section}, filed ${filed.codes.join(' ')}: ${text}\n`);
    if (tellsAnother(text, told, filed)) counts.contradictions += 1;
    if (told.code === null) continue;
    counts.codes += 1;
    if (filed.codes.includes(told.code)) counts.codesRight += 1;
  }
  const { texts: all, told, right, codes, codesRight, contradictions } = counts;
  const rows = [
    ['texts', String(all), ''],
    ['a section is told', String(told), share(told, all)],
    ['of these, a section that was filed', String(right), share(right, told)],
    ['a code is told', String(codes), share(codes, all)],
    ['of these, a code that was filed', String(codesRight), share(codesRight, codes)],
    ['advised to contradict', String(contradictions), share(contradictions, all)],
  ];
  process.stdout.write(`${table(['what', 'texts', 'share'], rows)}\n`);
}

run();
