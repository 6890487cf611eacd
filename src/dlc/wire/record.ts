import { type Coder, type Cursor, Malformed, bigSize, concat, decode, prefixed, u16 } from './tlv.ts'

/**
 * How fields become messages: text, lists, bodies (fields one after the other) and records (the TLV form: a body behind
 * its type and length). dlcspecs `Messaging.md`; the two forms are easily mixed up and have different hashes.
 */

const utf8 = new TextEncoder()
// A decoder that drops a leading byte-order mark, or repairs broken UTF-8, would read another text than was signed.
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** UTF-8 of the NFC form. A lone surrogate has no UTF-8: the encoder would silently replace it by U+FFFD. */
export const textBytes = (text: string): Uint8Array => {
  if (!text.isWellFormed()) throw new RangeError('text holds half a surrogate pair')
  return utf8.encode(text.normalize('NFC'))
}

/** dlcspecs `string`: BigSize length in bytes, UTF-8 of the NFC form. Anything else is refused on reading. */
export const text: Coder<string> = {
  write: (value) => prefixed.write(textBytes(value)),
  read(from) {
    const bytes = prefixed.read(from)
    let value: string
    try {
      value = strictUtf8.decode(bytes)
    } catch {
      throw new Malformed('text is not UTF-8')
    }
    if (value !== value.normalize('NFC')) throw new Malformed('text is not in NFC')
    return value
  },
}

/** Exactly `count` items and no count in the bytes: the reader knows it from elsewhere. */
export const times = <T>(count: number, item: Coder<T>): Coder<readonly T[]> => ({
  write(values) {
    if (values.length !== count) throw new RangeError(`expected ${count} items, found ${values.length}`)
    return concat(values.map((value) => item.write(value)))
  },
  read: (from) => Array.from({ length: count }, () => item.read(from)),
})

/** u16 count, then that many items. */
export const counted = <T>(item: Coder<T>): Coder<readonly T[]> => ({
  write: (values) => concat([u16.write(values.length), times(values.length, item).write(values)]),
  read: (from) => times(u16.read(from), item).read(from),
})

/** Body form: the fields in the order they are listed. Properties of the value that are no field are not written. */
export const body = <T extends object>(fields: { readonly [K in keyof T]: Coder<T[K]> }): Coder<T> => {
  const names = Object.keys(fields) as (keyof T)[]
  return {
    write: (value) => concat(names.map((name) => fields[name].write(value[name]))),
    read(from) {
      const value = {} as T
      for (const name of names) value[name] = fields[name].read(from)
      return value
    },
  }
}

/** TLV form: BigSize type, BigSize length, then the body, which must fill its length exactly. */
export const tlv = <T>(type: number, inner: Coder<T>): Coder<T> => ({
  write: (value) => concat([bigSize.write(BigInt(type)), prefixed.write(inner.write(value))]),
  read(from) {
    const found = bigSize.read(from)
    if (found !== BigInt(type)) throw new Malformed(`TLV type ${found} where ${type} belongs`)
    return decode(inner, prefixed.read(from))
  },
})

/** The type of the TLV that comes next, without moving on. */
export const nextType = (from: Cursor): bigint => bigSize.read({ bytes: from.bytes, at: from.at })
