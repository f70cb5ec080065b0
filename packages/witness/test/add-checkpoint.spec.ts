/** The rules of c2sp.org/tlog-witness, one after another: each request and its status. */
import { createHash } from 'node:crypto';
import { parseLogs } from '../src/logs.js';
import { bodyOf, checkpointText, growth, leavesOf, LogKey, proofOf } from './test-log.js';
import { cosignedAt, TIME, WitnessInTest } from './witness-in-test.js';

const KEY = new LogKey('log.example.org/heads');
const ROTATED = new LogKey('log.example.org/heads');
const OTHER = new LogKey('other.example.org');
const STRANGER = new LogKey('stranger.example.org');
const ORIGIN = KEY.name;

let asked: WitnessInTest;
beforeEach(() => {
  const logs = [`vkey ${KEY.vkey}`, `vkey ${ROTATED.vkey}`, `vkey ${OTHER.vkey}`, 'origin a log with spaces'];
  asked = new WitnessInTest(logs);
});
afterEach(() => asked.remove());

const FIVE = leavesOf(5);
const text = (size: number, forkedAt?: number): string => checkpointText(ORIGIN, leavesOf(size, forkedAt));
/** A signed request with this old size and proof. */
const request = (old: number | string, proof: readonly Buffer[], of: string): string =>
  bodyOf(old, proof, of, KEY.line(of));
const EMPTY = `${ORIGIN}\n0\n${createHash('sha256').digest('base64')}\n`;

it('cosigns a first checkpoint, at the time of its clock', () => {
  expect(cosignedAt(asked.ask(growth(KEY, 0, FIVE)), asked.cosigner.vkey, text(5))).toBe(TIME);
});

it('cosigns an empty log, again, and then its first leaves', () => {
  for (const body of [request(0, [], EMPTY), request(0, [], EMPTY), growth(KEY, 0, FIVE)])
    expect(asked.ask(body)).toMatch(/^— /);
});

it('cosigns the same size and root again, with the newer time', () => {
  asked.ask(growth(KEY, 0, FIVE));
  asked.time += 60;
  expect(cosignedAt(asked.ask(growth(KEY, 5, FIVE)), asked.cosigner.vkey, text(5))).toBe(TIME + 60);
});

it('cosigns extension lines with the rest of the text', () => {
  const extended = `${text(5)}an extension\n`;
  cosignedAt(asked.ask(request(0, [], extended)), asked.cosigner.vkey, extended);
});

it('knows several logs, each with its keys and its own history', () => {
  const spaced = growth(OTHER, 0, leavesOf(3), 'a log with spaces');
  expect(asked.ask(growth(KEY, 0, FIVE))).toMatch(/^— /);
  expect(asked.ask(spaced)).toMatch(/^— /);
  expect(asked.ask(growth(ROTATED, 5, leavesOf(9)))).toMatch(/^— /);
  expect(asked.ask(spaced)).toBe('409 3');
  expect(asked.ask(growth(KEY, 5, leavesOf(9)))).toBe('409 9');
});

describe('signatures', () => {
  const lineOf = (key: LogKey, of = text(5)): string => key.line(of);
  const known = lineOf(KEY);
  const wrongKnown = lineOf(KEY, text(4));
  const strangers = Array.from({ length: 20 }, () => lineOf(STRANGER)).join('');
  /** The name of a known key with the ID of another, and the other way round. */
  const nameOnly = `— ${KEY.name} ${lineOf(STRANGER).split(' ')[2]}`;
  const idOnly = `— someone.else ${known.split(' ')[2]}`;

  it.each([
    ['one by a known key', known, /^— /],
    ['by two known keys', known + lineOf(ROTATED), /^— /],
    ['the same line twice', known + known, /^— /],
    ['among twenty by unknown keys', strangers + known, /^— /],
    ['beside one that shares only the name, and one only the ID', nameOnly + idOnly + known, /^— /],
    ['by unknown keys only', strangers, /^403 /],
    ['that shares only the name', nameOnly, /^403 /],
    ['that shares only the ID', idOnly, /^403 /],
    ['by the key of another log', lineOf(OTHER), /^403 /],
    ['by a known key over another text', wrongKnown, /^403 /],
    ['one good and one wrong by the same key', known + wrongKnown, /^403 /],
    ['one good and one wrong by another known key', known + lineOf(ROTATED, text(4)), /^403 /],
    ['by a known key, cut short', `${known.slice(0, 60)}==\n`.replace(/(.{4})==/, '$1'), /^40[03] /],
  ])('%s', (_what, lines, answer) => {
    expect(asked.ask(bodyOf(0, [], text(5), lines))).toMatch(answer);
  });
});

describe('refuses', () => {
  const proof = proofOf(5, leavesOf(9));
  const [first = Buffer.alloc(0), ...others] = proof;

  it.each([
    ['an unknown origin', growth(STRANGER, 0, FIVE), /^404 /],
    ['an origin that differs by a letter', request(5, proof, text(9).replace('log.', 'Log.')), /^404 /],
    ['an old size above the size', request(9, [], text(8)), /^400 /],
    ['an old size below the last one', request(4, proofOf(4, leavesOf(9)), text(9)), /^409 5$/],
    ['an old size of 0 after the first', request(0, [], text(9)), /^409 5$/],
    ['an old size above the last one', request(6, proofOf(6, leavesOf(9)), text(9)), /^409 5$/],
    ['a smaller log with its own size', request(4, [], text(4)), /^409 5$/],
    ['no proof', request(5, [], text(9)), /^422 /],
    ['a proof without its first hash', request(5, others, text(9)), /^422 /],
    ['a proof with a hash too many', request(5, [...proof, first], text(9)), /^422 /],
    ['a proof in another order', request(5, proof.toReversed(), text(9)), /^422 /],
    ['a proof of another size', request(5, proofOf(4, leavesOf(9)), text(9)), /^422 /],
    ['a history that forked before', request(5, proofOf(5, leavesOf(9, 3)), text(9, 3)), /^422 /],
    ['the same size with another root', request(5, [], text(5, 3)), /^422 /],
    ['the same size with a proof', request(5, [first], text(5)), /^422 /],
  ])('%s', (_what, body, answer) => {
    expect(asked.ask(growth(KEY, 0, FIVE))).toMatch(/^— /);
    expect(asked.ask(body)).toMatch(answer);
    expect(asked.ask(growth(KEY, 5, leavesOf(9)))).toMatch(/^— /);
  });

  it.each([
    ['a proof with a first checkpoint', request(0, [first], text(5)), /^422 /],
    [
      'an empty log with a wrong root',
      request(0, [], EMPTY.replace(/\n.+\n$/, `\n${text(1).split('\n')[2]}\n`)),
      /^422 /,
    ],
    ['an empty log with a proof', request(0, [first], EMPTY), /^422 /],
    ['a first checkpoint with an old size', request(3, proofOf(3, FIVE), text(5)), /^409 0$/],
  ])('%s', (_what, body, answer) => {
    expect(asked.ask(body)).toMatch(answer);
    expect(asked.ask(growth(KEY, 0, FIVE))).toMatch(/^— /);
  });
});

describe('a body that is malformed is refused with 400:', () => {
  const good = growth(KEY, 0, FIVE);
  const long = growth(KEY, 0, FIVE).replace('\n\n', `\n${`${'A'.repeat(43)}=\n`.repeat(63)}\n`);
  const resized = (size: string): string => request(0, [], text(5).replace('\n5\n', `\n${size}\n`));

  it.each([
    ['empty', ''],
    ['without a last newline', good.slice(0, -1)],
    ['without an old size', good.slice('old 0\n'.length)],
    ['old size with a leading zero', good.replace('old 0', 'old 00')],
    ['old size with a sign', good.replace('old 0', 'old +0')],
    ['old size with a blank too many', good.replace('old 0', 'old  0')],
    ['old size with a carriage return', good.replace('old 0\n', 'old 0\r\n')],
    ['old size in other digits', good.replace('old 0', 'old ٠')],
    ['old size of 2^63', good.replace('old 0', `old ${2n ** 63n}`)],
    ['size of 2^63', resized(String(2n ** 63n))],
    ['size with a leading zero', resized('05')],
    ['no size', resized('')],
    ['size with a fraction', resized('5.0')],
    ['64 lines of proof', long.replace('\n\n', `\n${'A'.repeat(43)}=\n\n`)],
    ['a hash of 31 bytes', good.replace('old 0\n', `old 0\n${'A'.repeat(42)}==\n`)],
    ['a hash in base64url', good.replace('old 0\n', `old 0\n${'_'.repeat(43)}=\n`)],
    ['a hash without padding', good.replace('old 0\n', `old 0\n${'A'.repeat(43)}\n`)],
    ['no empty line before the checkpoint', good.replace('\n\n', '\n')],
    ['two empty lines before the checkpoint', good.replace('\n\n', '\n\n\n')],
    ['no signature', bodyOf(0, [], text(5), '')],
    ['two lines of text', bodyOf(0, [], `${ORIGIN}\n5\n`, KEY.line(text(5)))],
    ['an empty line in the text', request(0, [], `${text(5)}\nextension\n`)],
    ['a tab in the text', request(0, [], `${text(5)}an\textension\n`)],
    ['a hyphen before the signature', good.replace('— ', '- ')],
    ['a line of another kind among the signatures', `${good}hello\n`],
    ['a signature line with a blank too many', good.replace('— ', '—  ')],
    ['a signature of an unknown key that is not base64', `${good}— stranger ????\n`],
    ['a signature of an unknown key of four bytes', `${good}— stranger AAAAAA==\n`],
    ['a name with a plus', `${good}— a+b AAAAAAAA\n`],
    ['a name with a no-break space', `${good}— a\u00a0b AAAAAAAA\n`],
  ])('%s', (_what, body) => {
    expect(asked.ask(body)).toMatch(/^400 /);
  });

  it('but 63 lines of proof are well formed', () => expect(asked.ask(long)).toMatch(/^422 /));

  it('bytes that are not UTF-8', () => {
    const bytes = Buffer.from(good);
    bytes[good.indexOf(ORIGIN)] = 0xff;
    expect(asked.ask(bytes)).toMatch(/^400 .*UTF-8/);
  });
});

it('refuses with 503 while its clock is behind its last cosignature of the log', () => {
  asked.ask(growth(KEY, 0, FIVE));
  asked.time -= 5;
  expect(asked.ask(growth(KEY, 5, leavesOf(9)))).toMatch(/^503 /);
  asked.time += 5;
  expect(cosignedAt(asked.ask(growth(KEY, 5, leavesOf(9))), asked.cosigner.vkey, text(9))).toBe(TIME);
});

it('logs both checkpoints, signed, where they may be two histories', () => {
  asked.ask(growth(KEY, 0, FIVE));
  const forked = request(5, proofOf(5, leavesOf(9, 3)), text(9, 3));
  asked.ask(forked);
  const [, entry] = asked.entries as { checkpoint: string; kept: string }[];
  expect(entry?.checkpoint).toBe(`${text(9, 3)}\n${KEY.line(text(9, 3))}`);
  expect(entry?.kept).toContain(`${text(5)}\n${KEY.line(text(5))}— ${asked.cosigner.vkey.split('+')[0]} `);
});

describe('the list of logs', () => {
  it('may have comments, blank lines, rates and contacts', () => {
    const other = new WitnessInTest(['# a list', '', ` vkey ${KEY.vkey} `, 'qpd 24', 'contact me at home']);
    expect(other.ask(growth(KEY, 0, FIVE))).toMatch(/^— /);
    other.remove();
  });

  it.each([
    ['a key given twice', [`vkey ${KEY.vkey}`, `vkey ${KEY.vkey}`], /twice/],
    ['an origin before a key', ['origin somewhere'], /origin somewhere/],
    ['a word that it doesn’t know', [`vkey ${KEY.vkey}`, 'colour red'], /colour red/],
    ['a key without a value', ['vkey'], /vkey/],
    ['a second header', ['logs/v0'], /logs\/v0/],
    [
      'a key whose ID is another’s',
      [`vkey ${KEY.vkey.replace(/\+[0-9a-f]{8}\+/, '+00000000+')}`],
      /does not match/,
    ],
    [
      'a key of a witness',
      ['vkey example.com/foo+530d903a+BOkyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k'],
      /type 01/,
    ],
    ['a key that is cut', [`vkey ${KEY.vkey.slice(0, -4)}`], /type 01/],
    ['no key at all', ['vkey example.com'], /no verifier key/],
  ])('is refused with %s', (_what, logs, message) => {
    expect(() => parseLogs(['logs/v0', ...logs].join('\n'))).toThrow(message);
  });
});
