/**
 * A value, or a promise of it. Most steps of a sale need not wait, and creating a promise for each of them would cost
 * more time than the checks themselves.
 */
export type Soon<T> = T | Promise<T>

/** Calls the next step at once when the value is there, otherwise when the promise resolves. */
export const soon = <A, B>(found: Soon<A>, next: (found: A) => Soon<B>): Soon<B> =>
  found instanceof Promise ? found.then(next) : next(found)
