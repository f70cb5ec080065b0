/** `suppress` and `suppressed`: values that no answer shows. */
import { Option } from 'commander';
import {
  findSuppressed,
  liftSuppressions,
  listSuppressions,
  suppressValues,
  type ChangedSuppression,
} from '../operator/suppressions/suppressions.js';
import { SUPPRESSION_COLUMNS } from '../operator/suppressions/suppressions.sheet.js';
import { cell, type SheetColumns } from '../shared/sheet/sheet.js';
import { SUPPRESSED_KINDS, type SuppressedKind } from '../shared/suppression/suppressed.js';
import type { ProgramCommand } from './command-line.js';

const kindOption = (): Option =>
  new Option('--kind <kind>', 'what the values are, where they do not tell').choices(SUPPRESSED_KINDS);

interface Options {
  kind?: SuppressedKind;
  lift?: true;
}

export function suppressCommands(program: ProgramCommand): void {
  suppress(program);
  suppressed(program);
}

function suppress(program: ProgramCommand): void {
  program
    .command('suppress')
    .description('no answer shows these values from now on, in any block; only a keyed hash of them is kept')
    .argument(
      '<values...>',
      'e-mail addresses, phone numbers, domains, person numbers, company numbers, or names such as "Jane Doe born 1970-05"',
    )
    .addOption(kindOption())
    .option('--lift', 'show them again; also by the ids that suppressed lists')
    .does(async (cli, values: string[], { kind, lift }: Options) => {
      const operator = await cli.operator();
      const change = lift === undefined ? suppressValues : liftSuppressions;
      const changed = await change(operator, values, kind ?? null);
      const done = lift === undefined ? 'suppressed' : 'shown again';
      cli.out.document({ values: changed }, () => changed.map((one) => sentence(one, done)));
    });
}

const sentence = ({ value, kind, changed }: ChangedSuppression, done: string): string =>
  changed
    ? `${value} (${kind}) is ${done} from now on, in every process.`
    : `${value} (${kind}) is ${done === 'suppressed' ? 'suppressed already' : 'not suppressed'}.`;

function suppressed(program: ProgramCommand): void {
  program
    .command('suppressed')
    .description('what is suppressed, without the values; of values that are given, whether they are')
    .argument('[values...]', 'to ask about')
    .addOption(kindOption())
    .does(async (cli, values: string[], { kind }: Options) => {
      const operator = await cli.operator();
      if (values.length === 0) {
        const listed = await listSuppressions(operator);
        await cli.out.list(listed, SUPPRESSION_COLUMNS, 'Nothing is suppressed.');
        return;
      }
      const asked = await findSuppressed(operator, values, kind ?? null);
      if (asked.some(({ suppressed_at }) => suppressed_at === null)) cli.checkFailed();
      const columns: SheetColumns<(typeof asked)[number]> = {
        value: ({ value }) => cell.client(value),
        id: ({ id }) => id,
        kind: ({ kind: of }) => of,
        'suppressed since': ({ suppressed_at }) => cell.time(suppressed_at) ?? 'no',
      };
      await cli.out.list(asked, columns, '');
    });
}
