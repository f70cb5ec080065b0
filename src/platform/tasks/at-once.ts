/** Goes on at once where there is nothing to wait for: a promise costs a busy edge more than most of its work. */
export function atOnce<T, U>(value: T | Promise<T>, go: (value: T) => U | Promise<U>): U | Promise<U> {
  return value instanceof Promise ? value.then(go) : go(value);
}
