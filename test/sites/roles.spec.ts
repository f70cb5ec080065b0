/**
 * Sites that give a company's address or number to another role, in 25 kinds of fifty phrasings each, and its own sites of the
 * same shapes. Half of the openings were held back when the rules were made.
 */
import { wilson } from '../support/sites/generated/calibration.js';
import { judgeRoleSites, type JudgedRole } from '../support/sites/generated/role-sites.js';

const all = judgeRoleSites(20_261_126);
const accepted = (some: readonly JudgedRole[]): readonly JudgedRole[] =>
  some.filter(({ verdict }) => verdict.outcome === 'accept');

if (process.env['SHOW'] !== undefined)
  for (const held of [false, true]) {
    const half = all.filter(({ held_back }) => held_back === held);
    const [traps, own] = [half.filter((one) => !one.own), half.filter((one) => one.own)];
    process.stdout.write(
      `${held ? 'held back' : 'looked at'}: ${accepted(traps).length} of ${traps.length} traps accepted, ${accepted(own).length} of ${own.length} own\n`,
    );
    if (!held) {
      for (const one of accepted(traps)) process.stdout.write(`T ${one.kind}: ${one.phrase}\n`);
      for (const one of own.filter(({ verdict }) => verdict.outcome !== 'accept'))
        process.stdout.write(`O ${one.kind}: ${one.phrase} ${JSON.stringify(one.verdict.contributions)}\n`);
    }
  }

it.each([false, true])('accepts what is right in 99 of 100 (held back: %s)', (held) => {
  const half = accepted(all.filter(({ held_back }) => held_back === held));
  const right = half.filter(({ own }) => own).length;
  expect(right / half.length).toBeGreaterThanOrEqual(0.99);
  expect(wilson(right, half.length)[1]).toBe(1);
});
