/** A nominal type over a primitive, so that a job id can't stand where a company number is meant. */
export type Brand<T, Name extends string> = T & { readonly __brand: Name };
