/** Runs specs of a copy of the project in another process, which is replaced where it doesn't come back. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('jest-runs.mjs', import.meta.url));
/** Jest keeps something of every run. */
const MAX_RUNS = 150;

export class SpecRunner {
  #child;
  #runs = 0;

  /** @param root the copy; @param config the file of jest's settings in it */
  constructor(root, config) {
    this.root = root;
    this.config = config;
  }

  /** What came of these specs; `{ passed: false, isTimedOut: true }` where they took longer than `ms`. */
  async run(specs, env, ms) {
    if (this.#runs >= MAX_RUNS) await this.close();
    this.#runs += 1;
    this.#child ??= fork(PROGRAM, [this.root, this.config], {
      cwd: this.root,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const answered = withResolvers();
    const timer = setTimeout(
      () => answered.resolve({ passed: false, isTimedOut: true, ran: [], spec: specs[0] }),
      ms,
    );
    const died = () =>
      answered.resolve({
        passed: false,
        isTimedOut: false,
        ran: [],
        spec: specs[0],
        said: 'the process ended',
      });
    this.#child.once('message', answered.resolve).once('exit', died);
    this.#child.send({ specs, env });
    const result = await answered.promise;
    clearTimeout(timer);
    this.#child.removeAllListeners();
    if (result.ran.length === 0) await this.close();
    return result;
  }

  async close() {
    const child = this.#child;
    this.#child = undefined;
    this.#runs = 0;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }
}

function withResolvers() {
  let resolve;
  const promise = new Promise((settle) => (resolve = settle));
  return { promise, resolve };
}
