/**
 * Bytes of the DLC messages: dlcspecs `Messaging.md` ("Fundamental types", "Types") over BOLT 1 ("BigSize", "TLV").
 * Big endian throughout. A coder writes and reads one field, so that the two directions cannot drift apart.
 */

/** These bytes are not the message they should be. Names the first thing that is wrong. */
export class Malformed extends Error {
  override readonly name = 'Malformed'
}

/** The position of a reader. Only coders move it. */
export interface Cursor {
  readonly bytes: Uint8Array
  at: number
}

/** One field, both ways. `write` throws `RangeError` on a value the field cannot hold, `read` throws `Malformed`. */
export interface Coder<T> {
  write(value: T): Uint8Array
  read(from: Cursor): T
}

/** The whole of `bytes`, and nothing after it. */
export const decode = <T>(coder: Coder<T>, bytes: Uint8Array): T => {
  const from: Cursor = { bytes, at: 0 }
  const value = coder.read(from)
  if (from.at !== bytes.length) throw new Malformed(`${bytes.length - from.at} bytes after the end`)
  return value
}

export const concat = (parts: readonly Uint8Array[]): Uint8Array => {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** Moves on by `length` bytes and returns where they begin. */
const pass = (from: Cursor, length: number): number => {
  const { at, bytes } = from
  if (at + length > bytes.length) throw new Malformed(`${at + length - bytes.length} bytes missing`)
  from.at = at + length
  return at
}

/** A copy, never a view: what was read must not change when the caller reuses its buffer. */
const take = (from: Cursor, length: number): Uint8Array => {
  const at = pass(from, length)
  return from.bytes.slice(at, at + length)
}

/** At most four bytes: more would not be an exact number. */
const unsigned = (from: Cursor, size: number): number => {
  const at = pass(from, size)
  let value = 0
  for (let i = at; i < at + size; i++) value = value * 256 + from.bytes[i]!
  return value
}

const integer = (size: 1 | 2 | 4, min: number, max: number): Coder<number> => ({
  write(value) {
    if (!Number.isInteger(value) || value < min || value > max) throw new RangeError(`${value} not in ${min} to ${max}`)
    const bytes = new Uint8Array(size)
    // An element keeps the lowest eight bits of what it is given.
    for (let i = size - 1, rest = value; i >= 0; i--, rest >>= 8) bytes[i] = rest
    return bytes
  },
  read(from) {
    const value = unsigned(from, size)
    return value > max ? value - 2 ** (8 * size) : value
  },
})

export const u8 = integer(1, 0, 0xff)
export const u16 = integer(2, 0, 0xffff)
export const u32 = integer(4, 0, 0xffffffff)
export const i32 = integer(4, -0x80000000, 0x7fffffff)

/** One byte, `00` or `01`: any other value would have a second spelling of true. */
export const bool: Coder<boolean> = {
  write: (value) => u8.write(value ? 1 : 0),
  read(from) {
    const value = u8.read(from)
    if (value > 1) throw new Malformed(`boolean ${value}`)
    return value === 1
  },
}

/** Exactly `length` raw bytes. */
export const raw = (length: number): Coder<Uint8Array> => ({
  write(value) {
    if (value.length !== length) throw new RangeError(`expected ${length} bytes, found ${value.length}`)
    return value.slice()
  },
  read: (from) => take(from, length),
})

const u64: Coder<bigint> = {
  write: (value) => concat([u32.write(Number(value >> 32n)), u32.write(Number(value & 0xffffffffn))]),
  read: (from) => (BigInt(u32.read(from)) << 32n) | BigInt(u32.read(from)),
}

const wide = ({ write, read }: Coder<number>): Coder<bigint> => ({
  write: (value) => write(Number(value)),
  read: (from) => BigInt(read(from)),
})

/** All remaining bytes, unchanged. */
export const rest: Coder<Uint8Array> = {
  write: (value) => value,
  read: (from) => take(from, from.bytes.length - from.at),
}

/** The three prefixed forms of a BigSize: prefix byte, what follows it, smallest value that may use the form. */
const WIDE = [
  { prefix: 0xff, number: u64, from: 1n << 32n },
  { prefix: 0xfe, number: wide(u32), from: 1n << 16n },
  { prefix: 0xfd, number: wide(u16), from: 0xfdn },
] as const

/** BOLT 1 "BigSize": 1, 3, 5 or 9 bytes; the shortest form is mandatory, also when reading. */
export const bigSize: Coder<bigint> = {
  write(value) {
    if (value < 0n || value >= 1n << 64n) throw new RangeError(`${value} is no BigSize`)
    const form = WIDE.find(({ from }) => value >= from)
    return form ? concat([u8.write(form.prefix), form.number.write(value)]) : u8.write(Number(value))
  },
  read(from) {
    const first = u8.read(from)
    const form = WIDE.find(({ prefix }) => prefix === first)
    if (!form) return BigInt(first)
    const value = form.number.read(from)
    if (value < form.from) throw new Malformed(`BigSize ${value} not in its shortest form`)
    return value
  },
}

/** BigSize length, then that many bytes. A length too large to be an exact number is larger than any message. */
export const prefixed: Coder<Uint8Array> = {
  write: (value) => concat([bigSize.write(BigInt(value.length)), value]),
  read: (from) => take(from, Number(bigSize.read(from))),
}
