import { Writable } from 'node:stream';
import { Output, showsColour, withTone } from '../../src/cli/output.js';

class Kept extends Writable {
  text = '';
  readonly isTTY = true;
  override _write(piece: Buffer, _encoding: string, done: () => void): void {
    this.text += piece.toString();
    done();
  }
}

const written = (colour: boolean, json = false): string => {
  const stdout = new Kept();
  new Output({ stdout, stderr: new Kept() }, json, colour).document({ a: 1 }, () => [
    withTone('bad')('Acme\u001b[2J'),
    'plain',
  ]);
  return stdout.text;
};

describe('colours', () => {
  it('are ours alone: those in the text of others are shown, not obeyed', () => {
    expect(written(true)).toBe('\u001b[31mAcme\\u001b[2J\u001b[0m\nplain\n');
  });

  it('are left out elsewhere, and the text is the same', () => {
    expect(written(false)).toBe('Acme\\u001b[2J\nplain\n');
    expect(written(true, true)).toBe('{"a":1}\n');
  });

  it.each([
    [true, {}, true],
    [false, {}, false],
    [true, { NO_COLOR: '1' }, false],
    [true, { NO_COLOR: '' }, true],
    [true, { TERM: 'dumb' }, false],
  ])('are shown (terminal: %s, environment %j): %s', (isTTY, env, shown) => {
    expect(showsColour({ isTTY }, env)).toBe(shown);
  });
});

it('a message takes the line of a bar, which is drawn anew under it', () => {
  const stderr = new Kept();
  const out = new Output({ stdout: new Kept(), stderr }, false);
  const bar = out.progress('Enriching', 10);
  out.message('Job 1: accepted.');
  expect(stderr.text).toMatch(/Enriching.*\r\u001b\[KJob 1: accepted\.\n$/s);
  bar.stop();
  out.message('Done.');
  expect(stderr.text).toMatch(/\nDone\.\n$/);
});

it('ends a progress bar whose work has failed', async () => {
  const stderr = new Kept();
  const out = new Output({ stdout: new Kept(), stderr }, false);
  const work = (): Promise<never> => Promise.reject(new Error('gone'));
  await expect(out.withProgress('Reading', 'rows', work)).rejects.toThrow('gone');
  out.message('after');
  expect(stderr.text).toContain('Reading');
  // A message clears the line of a bar that is still shown.
  expect(stderr.text).not.toContain('\u001b[Kafter');
});
