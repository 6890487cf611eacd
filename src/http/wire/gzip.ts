import { crc32, deflateRawSync } from 'node:zlib'

/** Bodies in gzip (RFC 1952), whose shared beginning is deflated once and not for each buyer. */

/** The beginning of many bodies. */
export interface Deflated {
  /** Raw deflate that ends at a byte and is not finished. */
  readonly bytes: Buffer
  readonly crc: number
  /** Bytes of the text. */
  readonly length: number
}

/** Deflate, no flags, no time, unknown system. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])

/** The gzip of the whole text: the beginning as it was deflated, and what only this body has behind it. */
export const gzipOf = ({ bytes, crc, length }: Deflated, rest: string): Uint8Array<ArrayBuffer> => {
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(crc32(rest, crc), 0)
  trailer.writeUInt32LE((length + Buffer.byteLength(rest)) % 2 ** 32, 4)
  return Buffer.concat([HEADER, bytes, deflateRawSync(rest), trailer])
}

const REFUSED = /;\s*q=0(?:\.0*)?\s*$/

/** Whether the client takes gzip (RFC 9110, 12.5.3). Who says nothing gets the plain text. */
export const takesGzip = (request: Request): boolean => {
  const codings = (request.headers.get('accept-encoding') ?? '').toLowerCase().split(',')
  const named = (name: string): string | undefined => codings.find((each) => each.split(';')[0]!.trim() === name)
  const coding = named('gzip') ?? named('x-gzip') ?? named('*')
  return coding !== undefined && !REFUSED.test(coding)
}
