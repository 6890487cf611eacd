import { MalformedCanonical, type Token } from './token.ts'

/** A token between fixed texts: `affixed('VALUE:', decimal)` writes `VALUE:0.59`, `affixed('', integer, 'D')` `30D`. */
export const affixed = <T>(before: string, inner: Token<T>, after = ''): Token<T> => ({
  write: (value) => `${before}${inner.write(value)}${after}`,
  read: (written) => {
    if (!written.startsWith(before) || !written.endsWith(after))
      throw new MalformedCanonical(`expected ${before}…${after}, found ${JSON.stringify(written)}`)
    return inner.read(written.slice(before.length, written.length - after.length))
  },
})
