/** The commands `suppress` and `suppressed`: hide values from all answers, and list them. */
import { Option } from 'commander';
import {
  findSuppressed,
  liftSuppressions,
  listSuppressions,
  suppressValues,
  type ChangedSuppression,
  SUPPRESSION_COLUMNS,
} from '../operator/suppressions/suppressions.js';
import { cell, type SheetColumns } from '../../packages/words/src/sheet/sheet.js';
import { SUPPRESSED_KINDS, type SuppressedKind } from '../../packages/contract/src/suppression/suppressed.js';
import type { ProgramCommand } from './command-line.js';

const kindOption = (): Option =>
  new Option('--kind <kind>', 'the kind of the values, where they do not show it').choices(SUPPRESSED_KINDS);

interface Options {
  kind?: SuppressedKind;
  lift?: true;
}

export function suppressCommands(program: ProgramCommand): void {
  addSuppressCommand(program);
  addSuppressedCommand(program);
}

function addSuppressCommand(program: ProgramCommand): void {
  program
    .command('suppress')
    .description('hides these values from all answers, in every block; only a keyed hash of each is kept')
    .argument(
      '<values...>',
      'e-mail addresses, phone numbers, domains, person numbers, company numbers, or names such as "Jane Doe born 1970-05"',
    )
    .addOption(kindOption())
    .option('--lift', 'show them again; takes also ids that suppressed lists')
    .does(async (cli, values: string[], { kind, lift }: Options) => {
      const operator = await cli.operator();
      const change = lift === undefined ? suppressValues : liftSuppressions;
      const changes = await change(operator, values, kind ?? null);
      const participle = lift === undefined ? 'suppressed' : 'shown again';
      cli.out.document({ values: changes }, () => changes.map((value) => changeSentence(value, participle)));
    });
}

const changeSentence = ({ value, kind, changed }: ChangedSuppression, participle: string): string =>
  changed
    ? `${value} (${kind}) is ${participle} from now on, in every process.`
    : `${value} (${kind}) is ${participle === 'suppressed' ? 'already suppressed' : 'not suppressed'}.`;

function addSuppressedCommand(program: ProgramCommand): void {
  program
    .command('suppressed')
    .description('lists suppressions without values, or tells whether given values are suppressed')
    .argument('[values...]', 'values to look up')
    .addOption(kindOption())
    .does(async (cli, values: string[], { kind }: Options) => {
      const operator = await cli.operator();
      if (values.length === 0) {
        const suppressions = await listSuppressions(operator);
        await cli.out.list(suppressions, SUPPRESSION_COLUMNS, 'Nothing is suppressed.');
        return;
      }
      const lookups = await findSuppressed(operator, values, kind ?? null);
      if (lookups.some(({ suppressed_at }) => suppressed_at === null)) cli.markFailed();
      const columns: SheetColumns<(typeof lookups)[number]> = {
        value: ({ value }) => cell.client(value),
        id: ({ id }) => id,
        kind: ({ kind: name }) => name,
        'suppressed since': ({ suppressed_at }) => cell.time(suppressed_at) ?? 'no',
      };
      await cli.out.list(lookups, columns, '');
    });
}
