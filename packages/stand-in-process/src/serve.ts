/**
 * The stand-in's side of its process: it says its address, obeys whoever forked it, and ends when it is asked
 * to.
 */
import type { Answer, Controls, Request } from './controls.js';

export interface Served {
  readonly url: string;
  readonly controls: Controls;
  readonly stop: () => Promise<void>;
}

/**
 * Prints the address alone on a line. A parent that forked the process may use the controls, and ends it by
 * going.
 */
export function serve({ url, controls, stop }: Served): void {
  process.on('message', (request: Request) => {
    void answered(controls, request).then((answer) => process.send?.(answer));
  });
  const end = (): void => void stop().then(() => process.exit(0));
  process.on('disconnect', end);
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  process.stdout.write(`${url}\n`);
}

async function answered(controls: Controls, { id, control, args }: Request): Promise<Answer> {
  try {
    const method: unknown = Reflect.get(controls, control);
    if (typeof method !== 'function') throw new Error(`no such control: ${control}`);
    const value: unknown = await Reflect.apply(method, controls, args);
    return { id, value };
  } catch (error) {
    return { id, error: String(error) };
  }
}
