/**
 * A program that reserves as long as it may: `spender.ts FOLDER CAP`, or `spender.ts FOLDER hold` to hold
 * the lock.
 */
import { writeSync } from 'node:fs';
import { ZERO } from '../src/spending/decimal.js';
import { withLock } from '../src/spending/file-lock.js';
import { Ledger } from '../src/spending/ledger.js';
import { SpendFile } from '../src/spending/spend-file.js';
import { NO_CAPS } from './product-server.js';

const [folder = '', wish = ''] = process.argv.slice(2);
const file = new SpendFile(folder, 'key', 'url');

async function spend(cap: number): Promise<void> {
  const ledger = new Ledger(file, { ...NO_CAPS, day: { units: cap, amount: null } }, Date.now);
  for (let call = 0; ; call++) {
    const key = `${process.pid}-${call}`;
    const intent = { key, tool: 't', session: key, most: { units: 3, amount: ZERO }, currency: null };
    const { outcome } = await ledger.reserve(intent);
    if (outcome === 'refused') return;
    writeSync(1, '3\n');
    // Each second call costs less than was reserved.
    const cost = { units: call % 2 === 0 ? 3 : 2, amount: ZERO };
    await ledger.correct(intent, { cost, currency: null, job: null, open: false });
    if (cost.units === 2) writeSync(1, '-1\n');
  }
}

const hold = (): Promise<never> =>
  withLock(file.path, async () => {
    writeSync(1, 'held\n');
    setInterval(() => undefined, 1_000);
    return new Promise<never>(() => undefined);
  });

void (wish === 'hold' ? hold() : spend(Number(wish)));
