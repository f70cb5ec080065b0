/**
 * Sites that give a company's address or number to another role, in 25 kinds of fifty phrasings each, and its own sites of the
 * same shapes. Half of the openings were held back when the rules were made.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { judgeRoleSites, type JudgedRole } from '../../support/sites/generated/role-sites.js';

const all = judgeRoleSites(20_261_126);
const accepted = (some: readonly JudgedRole[]): readonly JudgedRole[] =>
  some.filter(({ verdict }) => verdict.outcome === 'accept');

it.each([false, true])('accepts what is right in 99 of 100, and all of its own (held back: %s)', (held) => {
  const half = all.filter(({ held_back }) => held_back === held);
  const right = accepted(half).filter(({ own }) => own).length;
  expect(right / accepted(half).length).toBeGreaterThanOrEqual(0.99);
  expect(right).toBe(half.filter(({ own }) => own).length);
});

it('shows what docs/websites.md says', () => {
  const told = [false, true].map((held) => {
    const half = all.filter(({ held_back }) => held_back === held);
    const [traps, own] = [half.filter((one) => !one.own), half.filter((one) => one.own)];
    return `| ${held ? 'held back' : 'looked at'} | ${accepted(traps).length} of ${traps.length} | ${accepted(own).length} of ${own.length} |`;
  });
  const cells = (text: string) => text.replaceAll(/ +/g, ' ');
  const page = cells(readFileSync(join(__dirname, '../../../docs/websites.md'), 'utf8'));
  for (const line of told) expect(page).toContain(line);
});
