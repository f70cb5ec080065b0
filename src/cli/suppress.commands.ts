/** The commands `suppress` and `suppressed`: hide values from all answers, and list them. */
import { Option } from 'commander';
import {
  findSuppressed,
  liftSuppressions,
  listSuppressions,
  suppressValues,
  type ChangedSuppression,
  type SuppressionAnswer,
  SUPPRESSION_COLUMNS,
} from '../operator/suppressions/suppressions.js';
import { cell, type SheetColumns } from '../../packages/words/src/sheet/sheet.js';
import { SUPPRESSED_KINDS, type SuppressedKind } from '../../packages/contract/src/suppression/suppressed.js';
import type { ProgramCommand } from './command-line.js';

const kindOption = (): Option =>
  new Option('--kind <kind>', 'the kind of the values, where they do not show it').choices(SUPPRESSED_KINDS);

interface KindOption {
  readonly kind?: SuppressedKind;
}

export function suppressCommands(program: ProgramCommand): void {
  program
    .command('suppress')
    .description('hides these values from all answers, in every block; only a keyed hash of each is kept')
    .argument(
      '<values...>',
      'e-mail addresses, phone numbers, domains, person numbers, company numbers, or names such as "Jane Doe born 1970-05"',
    )
    .addOption<KindOption>(kindOption())
    .option('--lift', 'show them again; takes also ids that suppressed lists')
    .does(async (cli, values, { kind = null, lift = false }) => {
      const change = lift ? liftSuppressions : suppressValues;
      const changes = await change(await cli.operator(), values, kind);
      const participle = lift ? 'shown again' : 'suppressed';
      cli.out.document({ values: changes }, () => changes.map((value) => changeSentence(value, participle)));
    });
  program
    .command('suppressed')
    .description('lists suppressions without values, or tells whether given values are suppressed')
    .argument('[values...]', 'values to look up')
    .addOption<KindOption>(kindOption())
    .does(async (cli, values, { kind = null }) => {
      const operator = await cli.operator();
      if (values.length === 0)
        return cli.out.list(await listSuppressions(operator), SUPPRESSION_COLUMNS, 'Nothing is suppressed.');
      const lookups = await findSuppressed(operator, values, kind);
      if (lookups.some(({ suppressed_at }) => suppressed_at === null)) cli.markFailed();
      return cli.out.list(lookups, LOOKUP_COLUMNS, '');
    });
}

const changeSentence = ({ value, kind, changed }: ChangedSuppression, participle: string): string =>
  changed
    ? `${value} (${kind}) is ${participle} from now on, in every process.`
    : `${value} (${kind}) is ${participle === 'suppressed' ? 'already suppressed' : 'not suppressed'}.`;

const LOOKUP_COLUMNS: SheetColumns<SuppressionAnswer> = {
  value: ({ value }) => cell.client(value),
  id: ({ id }) => id,
  kind: ({ kind }) => kind,
  'suppressed since': ({ suppressed_at }) => cell.time(suppressed_at) ?? 'no',
};
