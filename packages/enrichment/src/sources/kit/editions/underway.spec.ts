import { Underway } from './underway.js';

const after = (ms: number, answer: string): Promise<string> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(answer), ms);
  });

it('takes answers in the order of the calls, whichever comes first', async () => {
  const taken: string[] = [];
  const underway = new Underway();
  underway.add(after(10, 'first'), (answer) => taken.push(answer));
  underway.add(Promise.resolve('second'), (answer) => taken.push(answer));
  await underway.settle(0);
  expect(taken).toEqual(['first', 'second']);
});

it('waits for the oldest where as many are under way as may be', async () => {
  const taken: string[] = [];
  const underway = new Underway();
  for (const name of ['a', 'b', 'c', 'd']) {
    underway.add(Promise.resolve(name), (answer) => taken.push(answer));
    await underway.settleSome();
  }
  expect(taken).toEqual(['a']);
});

it('throws what a call ended with when its turn comes', async () => {
  const underway = new Underway();
  underway.add(Promise.reject(new Error('the disk is full')), () => undefined);
  await expect(underway.settle(0)).rejects.toThrow('the disk is full');
});
