import { timingSafeEqual } from 'node:crypto'
import { hmacSha256 } from './hmac.ts'

/**
 * Macaroons in the binary form, version 2, that Go's macaroon.v2, js-macaroon and libmacaroons read and write:
 *
 *     02                                  version
 *     01 len location                     optional
 *     02 len identifier, 00               end of the header
 *     (02 len caveat, 00)*                first-party caveats
 *     00                                  end of the caveats
 *     06 20 <32 bytes>                    signature
 *
 * Lengths are base-128 varints, least significant group first. The signature is a chain of HMAC-SHA256: a holder can
 * add caveats, and nobody can remove one.
 */
export interface Macaroon {
  readonly identifier: Buffer
  readonly caveats: readonly string[]
  readonly signature: Buffer
}

/** How often a holder may narrow a token. */
const MAX_CAVEATS = 32
const MAX_FIELD = 1_024
const MAX_BYTES = 4_096

const FIELD = { location: 1, identifier: 2, verification: 4, signature: 6 } as const

const GENERATOR = Buffer.from('macaroons-key-generator')

const link = Buffer.alloc(32)

/** The signature chain: key, identifier, then every caveat. The next call overwrites the returned buffer. */
const chain = (rootKey: Uint8Array, identifier: Uint8Array, caveats: readonly string[]): Buffer => {
  hmacSha256(GENERATOR, rootKey, link)
  hmacSha256(link, identifier, link)
  for (const caveat of caveats) hmacSha256(link, caveat, link)
  return link
}

const varint = (value: number): number[] => (value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...varint(value >> 7)])

const packet = (field: number, data: Uint8Array): Uint8Array =>
  Buffer.concat([Uint8Array.from([field, ...varint(data.length)]), data])

/** Makes a macaroon and writes it. */
export const mint = (
  rootKey: Uint8Array,
  location: string,
  identifier: Uint8Array,
  caveats: readonly string[],
): Buffer => {
  const end = Uint8Array.of(0)
  return Buffer.concat([
    Uint8Array.of(2),
    packet(FIELD.location, Buffer.from(location)),
    packet(FIELD.identifier, identifier),
    end,
    ...caveats.flatMap((caveat) => [packet(FIELD.identifier, Buffer.from(caveat)), end]),
    end,
    packet(FIELD.signature, chain(rootKey, identifier, caveats)),
  ])
}

/** Walks over the bytes; every step says `null` instead of reading beyond the end. */
class Reader {
  #at = 0
  constructor(readonly bytes: Buffer) {}

  get done(): boolean {
    return this.#at === this.bytes.length
  }

  byte(): number | null {
    return this.#at < this.bytes.length ? this.bytes[this.#at++]! : null
  }

  peek(): number | null {
    return this.bytes[this.#at] ?? null
  }

  #varint(): number | null {
    let value = 0
    for (let shift = 0; shift < 21; shift += 7) {
      const byte = this.byte()
      if (byte === null) return null
      value |= (byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
    return null
  }

  /** Goes behind a packet of the given field. The length of what it holds. */
  #pass(field: number): number | null {
    if (this.byte() !== field) return null
    const length = this.#varint()
    if (length === null || length > MAX_FIELD || this.#at + length > this.bytes.length) return null
    this.#at += length
    return length
  }

  packet(field: number): Buffer | null {
    const length = this.#pass(field)
    return length === null ? null : this.bytes.subarray(this.#at - length, this.#at)
  }

  text(field: number): string | null {
    const length = this.#pass(field)
    return length === null ? null : this.bytes.toString('utf8', this.#at - length, this.#at)
  }
}

/** Reads a macaroon; `null` for anything that is not one, third-party caveats included. */
export const readMacaroon = (bytes: Buffer): Macaroon | null => {
  if (bytes.length > MAX_BYTES) return null
  const reader = new Reader(bytes)
  if (reader.byte() !== 2) return null
  if (reader.peek() === FIELD.location && reader.packet(FIELD.location) === null) return null
  const identifier = reader.packet(FIELD.identifier)
  if (!identifier || reader.byte() !== 0) return null
  const caveats: string[] = []
  while (reader.peek() !== 0) {
    if (caveats.length === MAX_CAVEATS) return null
    if (reader.peek() === FIELD.location && reader.packet(FIELD.location) === null) return null
    const caveat = reader.text(FIELD.identifier)
    // A verification id here would make it a third-party caveat.
    if (caveat === null || reader.byte() !== 0) return null
    caveats.push(caveat)
  }
  reader.byte()
  const signature = reader.packet(FIELD.signature)
  return signature?.length === 32 && reader.done ? { identifier, caveats, signature } : null
}

/** Whether this macaroon was made with that key, and only caveats were added since. */
export const isGenuine = ({ identifier, caveats, signature }: Macaroon, rootKey: Uint8Array): boolean =>
  timingSafeEqual(chain(rootKey, identifier, caveats), signature)
