/**
 * Something that is here already, or on its way. A sale waits for the store once: a promise for everything that might have
 * to wait costs it more than its checks do.
 */
export type Soon<T> = T | Promise<T>

/** Goes on at once where there is nothing to wait for. */
export const soon = <A, B>(found: Soon<A>, next: (found: A) => Soon<B>): Soon<B> =>
  found instanceof Promise ? found.then(next) : next(found)
