/** Stand-ins of others' servers, each as a process of its own. */
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const PACKAGES = join(__dirname, '..', '..', '..', 'packages');

/** Where it listens is what it says first. */
export async function standIn(
  name: string,
  ...words: readonly string[]
): Promise<{ readonly url: string; readonly child: ChildProcess }> {
  const program = join(PACKAGES, name, 'bin', `${name}.js`);
  const child = spawn(process.execPath, [program, ...words], { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const url of createInterface({ input: child.stdout })) return { url, child };
  throw new Error(`the ${name} ended before it listened`);
}

export async function ended(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await gone;
}
