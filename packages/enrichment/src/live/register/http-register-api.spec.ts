import { MemoryCoordination } from '../../../../../test/support/stores/memory-coordination.js';
import { systemClock as clock } from '../../../../platform/src/time/clock.js';
import { Allowance } from './allowance.js';
import { HttpRegisterApi } from './http-register-api.js';
import type { AskTerms, RegisterAnswers } from './register-api.js';
import type { ExchangeRequest, RegisterDoor } from './register-door.js';

const TERMS: AskTerms = { priority: 'job', signal: new AbortController().signal };

/** The register's API through a door that answers so. */
const apiOf = (exchange: RegisterDoor['exchange'], documentApiUrl = 'https://documents.example') =>
  new HttpRegisterApi({
    door: { exchange, close: async () => undefined },
    allowance: new Allowance({ coordination: new MemoryCoordination(), clock, limit: 600 }),
    clock,
    key: 'a key',
    apiUrl: 'https://register.example',
    documentApiUrl,
    chance: () => 1,
    pause: async () => undefined,
  });

/** What a register that answers every request so has of charges, and how often it was asked. */
async function chargesFrom(answer: object): Promise<{ asked: number; charges: RegisterAnswers | Error }> {
  const bytes = Buffer.from(JSON.stringify(answer));
  let asked = 0;
  const exchange = async () => {
    asked += 1;
    return { status: 200, headers: {}, bytes };
  };
  const charges = await apiOf(exchange)
    .answers('00000001', 'charges', TERMS)
    .catch((error: Error) => error);
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

describe('a document', () => {
  /** Asks for a document that the register says lies there; the addresses that were asked. */
  async function documentAt(location: string, documentApiUrl: string) {
    const asked: { url: string; foreign: boolean; key: boolean }[] = [];
    const exchange = async ({ url, foreign, key }: ExchangeRequest) => {
      asked.push({ url: url.href, foreign: foreign === true, key: key !== undefined });
      return asked.length === 1
        ? { status: 302, headers: { location }, bytes: Buffer.alloc(0) }
        : { status: 200, headers: { 'content-type': 'application/pdf' }, bytes: Buffer.from('%PDF-') };
    };
    const found = await apiOf(exchange, documentApiUrl)
      .document('abc', 'application/pdf', TERMS)
      .catch((error: Error) => error);
    return { asked: asked.slice(1), found };
  }
  const API = 'https://documents.example';

  it('is fetched from where the register says, without the key and from nowhere but the public internet', async () => {
    expect(await documentAt('https://storage.example/abc', API)).toMatchObject({
      asked: [{ url: 'https://storage.example/abc', foreign: true, key: false }],
      found: { status: 'answered' },
    });
  });

  it.each([
    'https://127.0.0.1/abc',
    'https://10.1/abc',
    'https://169.254.169.254/latest',
    'https://[::1]/abc',
    'http://storage.example/abc',
    'file:///etc/passwd',
    'https://',
  ])('is not fetched from %s', async (location) => {
    expect(await documentAt(location, API)).toMatchObject({
      asked: [],
      found: { name: 'RegisterUnavailable', message: expect.stringContaining("can't be taken") as string },
    });
  });

  it('may lie at the document API itself, wherever that is configured to be', async () => {
    expect(await documentAt('/storage/abc', 'http://127.0.0.1:8080')).toMatchObject({
      asked: [{ url: 'http://127.0.0.1:8080/storage/abc', foreign: false, key: false }],
    });
    expect(await documentAt('http://127.0.0.1:9090/abc', 'http://127.0.0.1:8080')).toMatchObject({
      asked: [],
    });
  });
});
