/** Calls `go` at once where no promise must be awaited: promises cost a busy edge more than its work. */
export function atOnce<T, U>(value: T | Promise<T>, go: (value: T) => U | Promise<U>): U | Promise<U> {
  return value instanceof Promise ? value.then(go) : go(value);
}
