import { MemoryCoordination } from '../../test/support/stores/memory-coordination.js';
import { systemClock as clock } from '../platform/time/clock.js';
import { Allowance } from './allowance.js';
import { HttpRegisterApi } from './http-register-api.js';
import type { RegisterAnswers } from './register-api.js';

/** What a register that answers every request so has of charges, and how often it was asked. */
async function chargesFrom(answer: object): Promise<{ asked: number; charges: RegisterAnswers | Error }> {
  const bytes = Buffer.from(JSON.stringify(answer));
  let asked = 0;
  const exchange = async () => {
    asked += 1;
    return { status: 200, headers: {}, bytes };
  };
  const api = new HttpRegisterApi({
    door: { exchange, close: async () => undefined },
    allowance: new Allowance({ coordination: new MemoryCoordination(), clock, limit: 600 }),
    clock,
    key: 'a key',
    apiUrl: 'https://register.example',
    documentApiUrl: 'https://documents.example',
    chance: () => 1,
    pause: async () => undefined,
  });
  const terms = { priority: 'job', signal: new AbortController().signal } as const;
  const charges = await api.answers('00000001', 'charges', terms).catch((error: Error) => error);
  return { asked, charges };
}

it('gives up a list that passes its limit, however small its pages are', async () => {
  const page = { total_count: 1_000_000, items: [{ description: 'x'.repeat(8 * 1024 * 1024) }] };
  const { asked, charges } = await chargesFrom(page);
  expect(charges).toMatchObject({
    name: 'RegisterUnavailable',
    message: 'the register answered with a list of more than 67108864 bytes',
  });
  expect(asked).toBe(8);
});

it('takes an empty list for none only where it tells of none', async () => {
  expect((await chargesFrom({ total_count: 3, items: [] })).charges).toMatchObject({
    name: 'RegisterUnavailable',
    message: 'the register answered 200 with a list that is none',
  });
  expect((await chargesFrom({ total_count: 0, items: [] })).charges).toMatchObject({ status: 'answered' });
  expect((await chargesFrom({ items: [] })).charges).toMatchObject({ status: 'answered' });
});
